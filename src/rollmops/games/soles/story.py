"""Lines of Roll for Soles as a person would tell them, and what they led to."""

from __future__ import annotations

from rollmops.engine.contract import LETTERS
from rollmops.games.lead import lead, tell_lead
from rollmops.games.soles.rules import haul, result
from rollmops.games.soles.table import DONE, ROLL, TAKE, Table


def news(before: Table, after: Table, seat: int, words: str) -> tuple[str, ...]:
    """What a line led to, for pages that tell and show it in their own way.

    `lost N` the net slips back into the middle · `hook N` so many may be taken · `haul N SOURCE` into the net ·
    `home N` into the supply · `lead SEAT [FROM]` · `over`.
    """
    verb, _, source = words.partition(" ")
    if verb == "again":
        return ()
    if verb == "secure":
        return (f"home {before.net}", *lead(result, before, after))
    phase = after.phase
    if verb == "take":
        taken = after.net - before.net + ended(before, after)
    elif phase == TAKE:
        return (f"hook {haul(after)}",)
    elif phase == ROLL:
        return (f"lost {before.net}",)
    else:
        taken, source = before.middle - after.middle, "middle"
    if phase == DONE:
        return (f"haul {taken} {source}", f"home {ended(before, after)}", "over")
    # What comes out of the middle lies in the net: nobody's supply has changed.
    return (f"haul {taken} {source}", *(() if source == "middle" else lead(result, before, after)))


def tell(before: Table, after: Table, seat: int, words: str, names: list[str]) -> str:
    """A line as a person would tell it."""
    name, (verb, *rest) = names[seat], words.split()
    if verb == "again":
        return f"{name} rolls on."
    said = [f"{name} rolls {', '.join(rest)}."] if verb == "roll" else []
    return " ".join(said + [_tell(one.split(), name, names) for one in news(before, after, seat, words)])


def _tell(one: list[str], name: str, names: list[str]) -> str:
    match one:
        case ["lost", "0"]:
            return "No sole!"
        case ["lost", count]:
            return f"No sole! {count} slip{'s' if count == '1' else ''} back into the sea."
        case ["hook", count]:
            return f"A hook: {soles(int(count))} to take, from the middle or from somebody."
        case ["haul", count, source]:
            return f"{name} takes {count} from {_place(source, names)}."
        case ["home", count]:
            return f"{name} brings {soles(int(count))} home."
        case ["lead", *_]:
            return tell_lead(one, names)
    return "The middle is empty, the game is over."


def ended(before: Table, after: Table) -> int:
    """The net that went straight into the supply because the middle ran out."""
    return int(after.supply[before.turn] - before.supply[before.turn]) if after.phase == DONE else 0


def soles(count: int) -> str:
    """So many soles, in words."""
    return f"{count} sole{'' if count == 1 else 's'}"


def _place(place: str, names: list[str]) -> str:
    return "the middle" if place == "middle" else names[LETTERS.index(place)]
