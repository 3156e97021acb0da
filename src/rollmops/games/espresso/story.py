"""Lines of Espresso Fishing as a person would tell them."""

from __future__ import annotations

from rollmops.engine.contract import LETTERS
from rollmops.engine.table import Row
from rollmops.games.espresso.combinations import is_special, may_fish, steals, white_throws
from rollmops.games.espresso.rules import winner
from rollmops.games.espresso.table import DICE, DONE, FIRST_RED, LAKE, REROLL, SYMBOLS, TAKE, Table
from rollmops.games.espresso.turn import fish_at


def tell(before: Table, after: Table, seat: int, words: str, names: list[str]) -> str:
    """A line as a person would tell it."""
    who = names[before.turn]
    said = _line(before, after, who, words.split(), names)
    return f"{said} {end(after, names)}" if after.phase == DONE else said


def _line(before: Table, after: Table, who: str, words: list[str], names: list[str]) -> str:
    match words:
        case ["roll", *faces]:
            return _roll(before, after, who, faces)
        case ["reroll", *dice]:
            return f"{who} picks up {_and(dice)}."
        case ["stand"]:
            return f"{who} leaves the dice: {right(before.shown)}."
        case ["drink"]:
            return f"{who} drinks an espresso and is wide awake."
        case ["cast"]:
            return f"{who} casts."
        case ["white", face]:
            return f"{who} pulls up {_catch(before, after, face)}."
        case ["take", colour]:
            return f"{who} takes a {colour} fish out of the lake."
        case ["steal", victim, colour]:
            return f"{who} steals a {colour} fish from {_name(victim, names)}."
        case ["chip", "pile"]:
            return f"{who} takes a chip from the pile."
        case ["chip", victim]:
            return f"{who} takes a chip from {_name(victim, names)}."
        case ["move", source, colour, target]:
            return f"{who} moves a {colour} fish from {_name(source, names)} to {_name(target, names)}."
    return f"{who} leaves it at that."


def _roll(before: Table, after: Table, who: str, faces: list[str]) -> str:
    shown = before.shown.copy()
    for die, face in zip(before.order[: before.thrown], faces, strict=True):
        shown[die] = SYMBOLS.index(face)
    if before.thrown == len(DICE):
        said = f"{who} rolls {' '.join(faces[:FIRST_RED])} on blue and {' '.join(faces[FIRST_RED:])} on red"
    else:
        said = f"{who} rolls " + _and([f"{face} on {DICE[die]}" for die, face in zip(before.order, faces, strict=False)])
    return f"{said}." if after.phase == REROLL else f"{said}: {right(shown)}."


def right(shown: Row) -> str:
    """What these dice allow, in words."""
    if may_fish(shown):
        return f"fishing is allowed, {_count(white_throws(shown), 'white throw')}"
    stolen = steals(shown)
    if is_special(shown):
        return "a special combination" + (f", or {_count(stolen, 'fish', 'fish')} to steal" if stolen else "")
    if stolen:
        return f"poaching is allowed, {_count(stolen, 'fish', 'fish')} to steal"
    return "nothing to fish, nothing to poach"


def _catch(before: Table, after: Table, face: str) -> str:
    if face == "zzz":
        return "nothing, and falls asleep" if not before.drunk else "nothing, but stays awake"
    if face == "shoe":
        return "a shoe"
    taken = fish_at(before, LAKE) - fish_at(after, LAKE) + (int(after.owed) if after.phase == TAKE else 0)
    return _count(taken, "fish", "fish") + (", and the choice of colour" if after.phase == TAKE else "")


def end(t: Table, names: list[str]) -> str:
    """How the game ended: who is out because of a tie, and where the yellow fish decided."""
    said = "The lake is empty, the game is over."
    first, fish = winner(t), [fish_at(t, seat) for seat in range(t.seats)]
    for most in sorted(set(fish), reverse=True):
        equals = [seat for seat, count in enumerate(fish) if count == most]
        if first in equals:
            return said + (f" {names[first]} has the yellow fish." if len(equals) > 1 else "")
        said += f" {_and([names[seat] for seat in equals])} are level at {most} without the yellow fish, and out."
    return said


def _name(place: str, names: list[str]) -> str:
    return "the lake" if place == "lake" else names[LETTERS.index(place)]


def _and(parts: list[str]) -> str:
    return " and ".join([", ".join(parts[:-1])] * (len(parts) > 1) + parts[-1:])


def _count(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"
