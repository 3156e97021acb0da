"""The words of Pig: `A roll 4` · `A again` · `A hold`."""

from __future__ import annotations

from typing import Any

from pig.rules import AGAIN
from pig.table import DECIDE, DONE, ROLL, Table
from rollmops.engine.contract import LETTERS
from rollmops.engine.errors import BadWordsError


def verbs(t: Table, seat: int) -> tuple[str, ...]:
    """The verbs that may begin a line now."""
    return {ROLL: ("roll",), DECIDE: ("again", "hold")}.get(int(t.phase), ())


def letter(t: Table, seat: int) -> str:
    """Whoever has the turn rolls and decides."""
    return LETTERS[t.turn]


def begun(t: Table, seat: int) -> bool:
    """Every line is one choice."""
    return False


def expected(t: Table, seat: int) -> str:
    """What would be legal now."""
    who = LETTERS[t.turn]
    if t.phase == ROLL:
        return f"'{who} roll' with a number from 1 to 6"
    return "nothing, the game is over" if t.phase == DONE else f"'{who} again' or '{who} hold'"


def parse(t: Table, seat: int, words: list[str]) -> list[int]:
    """The choice of a line."""
    match words:
        case ["roll", face] if face in ("1", "2", "3", "4", "5", "6"):
            return [int(face) - 1]
        case ["again"]:
            return [0]
        case ["hold"]:
            return [1]
    raise BadWordsError(f"'{' '.join(words)}' is not a line of Pig: roll FACE, again, hold")


def spell(t: Table, seat: int, choices: list[int]) -> str:
    """The line of this choice."""
    if t.phase == ROLL:
        return f"roll {choices[0] + 1}"
    return "again" if choices[0] == AGAIN else "hold"


def tell(before: Table, after: Table, seat: int, words: str, names: list[str]) -> str:
    """A line as a person would tell it."""
    name, (verb, *rest) = names[seat], words.split()
    if verb == "again":
        return f"{name} rolls on."
    if verb == "hold":
        return f"{name} holds: {int(after.home[seat])} points at home."
    lost = f" and loses {int(before.pot)} points" if rest == ["1"] and before.pot else ""
    return f"{name} rolls {rest[0]}{lost}."


def table(t: Table) -> dict[str, Any]:
    """The table as `replay --json` shows it."""
    return {"pot": int(t.pot), "home": {LETTERS[seat]: int(t.home[seat]) for seat in range(t.seats)}}
