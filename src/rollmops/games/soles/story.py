"""Lines of Roll for Soles as a person would tell them, and what they led to."""

from __future__ import annotations

from rollmops.engine.contract import LETTERS
from rollmops.engine.table import numbers
from rollmops.games.lead import lead, tell_lead
from rollmops.games.soles.rules import haul
from rollmops.games.soles.table import AT, DONE, ROLL, TAKE, Table

Numbers = tuple[int, ...]


def news(before: Table, after: Table, seat: int, words: str) -> tuple[str, ...]:
    """What a line led to, for pages that tell and show it in their own way.

    `lost N` the net slips back into the middle · `hook N` so many may be taken · `haul N SOURCE` into the net ·
    `home N` into the supply · `lead SEAT [FROM]` · `over`.
    """
    verb, _, source = words.partition(" ")
    if verb == "again":
        return ()
    then, now = numbers(before), numbers(after)
    if verb == "secure":
        return (f"home {then[AT.net]}", *lead(supplies, then, now))
    phase = now[AT.phase]
    if verb == "take":
        taken = now[AT.net] - then[AT.net] + ended(then, now)
    elif phase == TAKE:
        return (f"hook {haul(after)}",)
    elif phase == ROLL:
        return (f"lost {then[AT.net]}",)
    else:
        taken, source = then[AT.middle] - now[AT.middle], "middle"
    if phase == DONE:
        return (f"haul {taken} {source}", f"home {ended(then, now)}", "over")
    # What comes out of the middle lies in the net: nobody's supply has changed.
    return (f"haul {taken} {source}", *(() if source == "middle" else lead(supplies, then, now)))


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


def ended(then: Numbers, now: Numbers) -> int:
    """The net that went straight into the supply because the middle ran out."""
    mine = AT.supply + then[AT.turn]
    return now[mine] - then[mine] if now[AT.phase] == DONE else 0


def supplies(now: Numbers) -> Numbers:
    """Every seat's points: the soles in its supply."""
    return now[AT.supply : AT.supply + now[AT.seats]]


def soles(count: int) -> str:
    """So many soles, in words."""
    return f"{count} sole{'' if count == 1 else 's'}"


def _place(place: str, names: list[str]) -> str:
    return "the middle" if place == "middle" else names[LETTERS.index(place)]
