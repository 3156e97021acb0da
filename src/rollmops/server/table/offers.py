"""What a seat may choose: the verbs that may begin its line, and every legal line with the choices it stands for."""

from __future__ import annotations

from typing import Any, NamedTuple

from rollmops.engine.contract import LETTERS, Game
from rollmops.engine.lines import legal_lines
from rollmops.server.protocol.messages import Turn
from rollmops.server.protocol.words import MOST_CHOICES

MOST_KEPT = 4_096
"""Offers that are kept for tables with the same facts; beyond that they are worked out anew."""


class Offer(NamedTuple):
    """What a seat may choose."""

    turn: Turn
    """As the page of that seat is told of it, where nothing can be taken back."""
    lines: dict[str, list[int]]
    """The choices of each line that is listed."""


_kept: dict[tuple[Any, ...], Offer] = {}


def offer_of(game: Game, t: Any, seat: int) -> Offer:
    """What a seat may choose. Where the game's words name the `facts` it depends on, it is worked out once for each."""
    facts = game.brought.facts
    if facts is None:
        return work_out(game, t, seat)
    key = (game.words, seat, facts(t))
    found = _kept.get(key)
    if found is None:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        found = _kept[key] = work_out(game, t, seat)
    return found


def work_out(game: Game, t: Any, seat: int) -> Offer:
    """What a seat may choose, by the rules alone."""
    lines = _listed(game, t, seat)
    turn = Turn(LETTERS[seat], True, game.words.verbs(t, seat), None if lines is None else tuple(lines), None, False)
    return Offer(turn, lines or {})


def _listed(game: Game, t: Any, seat: int) -> dict[str, list[int]] | None:
    """Every legal line in words with its choices, or None where they are too many to list."""
    if game.menu is not None and game.menu(t, seat) is not None:
        return None  # a menu is for minds: it stands for more lines than it lists
    if game.choices > MOST_CHOICES and (game.weights(t, seat) > 0).sum() > MOST_CHOICES:
        return None
    lines = legal_lines(game, t, seat, MOST_CHOICES + 1)
    if len(lines) > MOST_CHOICES:
        return None
    spell = game.words.spell
    return {spell(t, seat, choices): choices for choices in lines}
