"""The words of Roll for Soles: `A roll 2 1 1 water` · `A take middle` · `A take B` · `A again` · `A secure`."""

from __future__ import annotations

from functools import cache
from typing import Any

from rollmops.engine.contract import LETTERS, is_seat
from rollmops.engine.errors import BadWordsError
from rollmops.engine.logbook import shown
from rollmops.engine.table import numbers
from rollmops.games.soles.falling import fall as fall
from rollmops.games.soles.falling import falling_on
from rollmops.games.soles.rules import AGAIN
from rollmops.games.soles.story import news as news
from rollmops.games.soles.story import tell as tell
from rollmops.games.soles.table import AT, DONE, FACES, ROLL, TAKE, Table

VERBS = (("roll",), ("take",), ("again", "secure"), ())
"""Of each phase."""


def verbs(t: Table, seat: int) -> tuple[str, ...]:
    """The verbs that may begin a line now."""
    return VERBS[numbers(t)[AT.phase]]


def letter(t: Table, seat: int) -> str:
    """Who has the net rolls and decides."""
    return LETTERS[numbers(t)[AT.turn]]


def begun(t: Table, seat: int) -> bool:
    """A roll is one line until its last die has fallen."""
    return bool(falling_on(t))


def expected(t: Table, seat: int) -> str:
    """What would be legal now."""
    who = LETTERS[t.turn]
    if t.phase == ROLL:
        return f"'{who} roll' with {t.falling} of {', '.join(FACES)}"
    if t.phase == TAKE:
        return " or ".join(f"'{who} take {place}'" for place in sources(t))
    if t.phase == DONE:
        return "nothing, the game is over"
    return f"'{who} again' or '{who} secure'"


def sources(t: Table) -> list[str]:
    """Where a haul with a hook may come from."""
    return ["middle"] + [LETTERS[seat] for seat in range(t.seats) if seat != t.turn]


def parse(t: Table, seat: int, words: list[str]) -> list[int]:
    """The choices of a line."""
    match words:
        case ["roll", *faces]:
            return _parse_roll(t, faces)
        case ["take", "middle"]:
            return [0]
        case ["take", place] if is_seat(place):
            return [1 + LETTERS.index(place)]
        case ["again"]:
            return [0]
        case ["secure"]:
            return [1]
    raise BadWordsError(
        f"{shown(' '.join(words))} is not a line of Roll for Soles: roll FACE…, take middle, take SEAT, again, secure"
    )


def _parse_roll(t: Table, faces: list[str]) -> list[int]:
    for face in faces:
        if face not in FACES:
            raise BadWordsError(f"a die shows {', '.join(FACES)}, not {shown(face)}")
    if t.phase == ROLL and len(faces) != t.falling:
        raise BadWordsError(f"{t.falling} dice are rolled here, not {len(faces)}")
    return [FACES.index(face) for face in faces]


def spell(t: Table, seat: int, choices: list[int]) -> str:
    """The line of these choices."""
    phase = numbers(t)[AT.phase]
    if phase == ROLL:
        return spell_roll(tuple(choices))
    if phase == TAKE:
        return f"take {LETTERS[choices[0] - 1] if choices[0] else 'middle'}"
    return "again" if choices[0] == AGAIN else "secure"


@cache
def spell_roll(dice: tuple[int, ...]) -> str:
    """The line of dice that show these faces."""
    return " ".join(["roll", *[FACES[face] for face in dice]])


def facts(t: Table) -> tuple[int, ...]:
    """All that a seat's verbs and legal lines depend on."""
    now = numbers(t)
    return now[AT.phase], now[AT.seats], now[AT.turn]


def table(t: Table) -> dict[str, Any]:
    """The table as `replay --json` shows it."""
    supply = {LETTERS[seat]: int(t.supply[seat]) for seat in range(t.seats)}
    return {"middle": int(t.middle), "net": int(t.net), "supply": supply}
