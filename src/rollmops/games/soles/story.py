"""Lines of Roll for Soles as a person would tell them."""

from __future__ import annotations

from rollmops.engine.contract import LETTERS
from rollmops.games.soles.rules import haul
from rollmops.games.soles.table import DONE, ROLL, TAKE, Table


def tell(before: Table, after: Table, seat: int, words: str, names: list[str]) -> str:
    """A line as a person would tell it."""
    name, (verb, *rest) = names[seat], words.split()
    if verb == "again":
        return f"{name} rolls on."
    if verb == "secure":
        return f"{name} secures {soles(before.net)}."
    if verb == "take":
        taken = after.net - before.net + ended(before, after)
        return f"{name} takes {soles(taken)} from {_place(rest[0], names)}.{_end(after)}"
    said = f"{name} rolls {', '.join(rest)}"
    if after.phase == TAKE:
        return f"{said}: {soles(haul(after))}, and the hook says from whom."
    if after.phase == ROLL:
        return f"{said}: no sole" + (f", {soles(before.net)} slip back into the middle." if before.net else ".")
    return f"{said}: {soles(before.middle - after.middle)} from the middle.{_end(after)}"


def ended(before: Table, after: Table) -> int:
    """The net that went straight into the supply because the middle ran out."""
    return int(after.supply[before.turn] - before.supply[before.turn]) if after.phase == DONE else 0


def soles(count: int) -> str:
    """So many soles, in words."""
    return f"{count} sole{'' if count == 1 else 's'}"


def _place(place: str, names: list[str]) -> str:
    return "the middle" if place == "middle" else names[LETTERS.index(place)]


def _end(after: Table) -> str:
    return " The middle is empty, the game is over." if after.phase == DONE else ""
