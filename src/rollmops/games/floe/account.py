"""How the last round was scored: a line for each colour, from front to rear, as scoring.py wrote it down."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rollmops.engine.contract import LETTERS
from rollmops.games.floe.table import BEHIND, BLOCKED, BONUS, COLOUR, EARNED, END, NUMBER, START, Table


class Score(msgspec.Struct, frozen=True):
    """How a colour scored in the last round: its number, net or hole, dice behind it and on ice blocks, its seal's way.

    `earned` is their sum, never below 0, and nothing for a die on a block; a seal that jumps goes further.
    """

    colour: str
    up: int
    bonus: int
    behind: dict[str, int]
    blocks: dict[str, int]
    blocked: bool
    earned: int
    start: int
    end: int


def scored(t: Table) -> tuple[Score, ...]:
    """The account of the last round, a line for each colour."""
    lines = [line for line in t.account.tolist() if line[COLOUR]]
    numbers = {LETTERS[line[COLOUR] - 1]: line[NUMBER] for line in lines}
    blocks = {LETTERS[line[COLOUR] - 1]: line[NUMBER] for line in lines if line[BLOCKED]}
    return tuple(
        Score(
            colour=LETTERS[line[COLOUR] - 1],
            up=line[NUMBER],
            bonus=line[BONUS],
            behind={letter: up for letter, up in numbers.items() if line[BEHIND] >> LETTERS.index(letter) & 1},
            blocks={} if line[BLOCKED] else blocks,
            blocked=bool(line[BLOCKED]),
            earned=line[EARNED],
            start=line[START],
            end=line[END],
        )
        for line in lines
    )


def fill_account(scores: Sequence[Score], t: Table) -> None:
    """Lay the account that these lines tell."""
    t.account[:] = 0
    for line, score in zip(t.account, scores, strict=False):
        line[COLOUR], line[NUMBER] = LETTERS.index(score.colour) + 1, score.up
        line[BEHIND] = sum(1 << LETTERS.index(letter) for letter in score.behind)
        line[BONUS], line[BLOCKED] = score.bonus, score.blocked
        line[EARNED], line[START], line[END] = score.earned, score.start, score.end
