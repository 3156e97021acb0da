"""Lines of Espresso Fishing as a person would tell them, and what they led to."""

from __future__ import annotations

from rollmops.engine.contract import LETTERS
from rollmops.engine.table import Row
from rollmops.games.espresso.combinations import count, half_waves, is_special, may_fish, steals, white_throws
from rollmops.games.espresso.rules import result, winner
from rollmops.games.espresso.table import BLUE, DICE, DONE, FIRST_RED, HOOK, LAKE, REROLL, SYMBOLS, TAKE, YELLOW, Table
from rollmops.games.espresso.turn import fish_at
from rollmops.games.lead import by_result, lead, tell_lead

POINTS = by_result(result)


def news(before: Table, after: Table, seat: int, words: str) -> tuple[str, ...]:
    """What a line led to, for pages that tell and show it in their own way.

    `throws HOOKS HALF-WAVES THROWS` · `poach N` · `special N` (or so many to steal) · `nothing` what the dice allow ·
    `fish COLOUR N FROM TO` · `chip FROM TO` what changed its place · `choose N` so many fish, of either colour ·
    `shoe` · `asleep` · `awake` · `lead SEAT [FROM]` · `out N SEAT...` level and without the
    yellow fish · `yellow SEAT` · `over`.
    """
    verb, *rest = words.split()
    found: tuple[str, ...] = ()
    if verb == "roll" and after.phase != REROLL:
        found = rights(_shown(before, rest))
    elif verb == "stand":
        found = rights(before.shown)
    elif verb == "white":
        found = _white(before, after, rest[0])
    elif verb in ("take", "steal", "move"):
        found = _moved(before, after)
    elif verb == "chip":
        found = (f"chip {rest[0]} {LETTERS[before.turn]}",)
    if after.phase == DONE:
        return (*found, *_ending(after))
    return (*found, *lead(POINTS, before, after)) if any(one.startswith("fish ") for one in found) else found


def tell(before: Table, after: Table, seat: int, words: str, names: list[str]) -> str:
    """A line as a person would tell it."""
    who = names[before.turn]
    said = [_line(before, who, words.split()), *(_tell(one.split(), who, names) for one in news(before, after, seat, words))]
    return " ".join(part for part in said if part)


def _line(before: Table, who: str, words: list[str]) -> str:
    match words:
        case ["roll", *faces]:
            return _roll(before, who, faces)
        case ["reroll", *dice]:
            return f"{who} picks up {_and(dice)}."
        case ["stand"]:
            return f"{who} leaves the dice."
        case ["drink"]:
            return f"{who} drinks an espresso and is wide awake."
        case ["cast"]:
            return f"{who} casts."
        case ["pass"]:
            return f"{who} leaves it at that."
    return ""  # what it led to says it all


def _tell(one: list[str], who: str, names: list[str]) -> str:
    match one:
        case ["throws", hooks, halves, throws]:
            return f"{_count(int(hooks), 'hook')} × {_waves(int(halves))} = {_count(int(throws), 'throw')}."
        case ["special", "0"]:
            return "A special combination!"
        case ["special", stolen]:
            return f"A special combination, or {_fish(int(stolen))} to steal!"
        case ["poach", count]:
            return f"Poaching: {_fish(int(count))} to steal."
        case ["nothing"]:
            return "Nothing to fish, nothing to poach."
        case ["fish", colour, count, source, target]:
            return _move(colour, int(count), source, target, who, names)
        case ["choose", count]:
            return f"{who} pulls up {_fish(int(count))} and chooses the colour."
        case ["shoe"]:
            return f"{who} pulls up a shoe."
        case ["asleep"]:
            return f"{who} falls asleep."
        case ["awake"]:
            return f"{who} pulls up nothing, but stays awake."
        case ["chip", source, _]:
            return f"{who} takes a chip from {'the pile' if source == 'pile' else _name(source, names)}."
        case ["lead", *_]:
            return tell_lead(one, names)
        case ["out", most, *seats]:
            return f"{_and([_name(seat, names) for seat in seats])} are level at {most} without the yellow fish, and out."
        case ["yellow", seat]:
            return f"{_name(seat, names)} has the yellow fish."
    return "The lake is empty, the game is over."


def _move(colour: str, count: int, source: str, target: str, who: str, names: list[str]) -> str:
    what = "the yellow fish" if colour == "yellow" else f"{count} blue fish"
    if source == "lake" and names[LETTERS.index(target)] == who:
        return f"{who} takes {what} from the lake."
    if target != "lake" and names[LETTERS.index(target)] == who:
        return f"{who} steals {what} from {_name(source, names)}."
    return f"{who} moves {what} from {_name(source, names)} to {_name(target, names)}."


def _shown(before: Table, faces: list[str]) -> Row:
    """The five dice once these faces have fallen."""
    shown = before.shown.copy()
    for die, face in zip(before.order[: before.thrown], faces, strict=True):
        shown[die] = SYMBOLS.index(face)
    return shown


def _roll(before: Table, who: str, faces: list[str]) -> str:
    if before.thrown == len(DICE):
        return f"{who} rolls {' '.join(faces[:FIRST_RED])} on blue and {' '.join(faces[FIRST_RED:])} on red."
    return f"{who} rolls {_and([f'{face} on {DICE[die]}' for die, face in zip(before.order, faces, strict=False)])}."


def rights(shown: Row) -> tuple[str, ...]:
    """What these dice allow."""
    if may_fish(shown):
        return (f"throws {count(shown, HOOK)} {half_waves(shown)} {white_throws(shown)}",)
    stolen = steals(shown)
    if is_special(shown):
        return (f"special {stolen}",)
    return (f"poach {stolen}",) if stolen else ("nothing",)


def _white(before: Table, after: Table, face: str) -> tuple[str, ...]:
    if face == "zzz":
        return ("awake",) if before.drunk else ("asleep",)
    if face == "shoe":
        return ("shoe",)
    return (*_moved(before, after), *((f"choose {int(after.owed)}",) if after.phase == TAKE else ()))


def _moved(before: Table, after: Table) -> tuple[str, ...]:
    """The fish that changed their place: with one line they leave one place for one other."""
    places = [*LETTERS[: before.seats], *[""] * (LAKE - before.seats), "lake"]
    found = []
    for kind, colour in ((BLUE, "blue"), (YELLOW, "yellow")):
        change = [int(after.fish[place, kind]) - int(before.fish[place, kind]) for place in range(LAKE + 1)]
        if any(change):
            source, target = change.index(min(change)), change.index(max(change))
            found.append(f"fish {colour} {max(change)} {places[source]} {places[target]}")
    return tuple(found)


def _ending(t: Table) -> tuple[str, ...]:
    """How the game ended: who is out because of a tie, and where the yellow fish decided."""
    said = ["over"]
    first, fish = winner(t), [fish_at(t, seat) for seat in range(t.seats)]
    for most in sorted(set(fish), reverse=True):
        equals = [seat for seat, caught in enumerate(fish) if caught == most]
        if first in equals:
            return (*said, f"yellow {LETTERS[first]}") if len(equals) > 1 else tuple(said)
        said.append(f"out {most} {' '.join(LETTERS[seat] for seat in equals)}")
    return tuple(said)


def _name(place: str, names: list[str]) -> str:
    return "the lake" if place == "lake" else names[LETTERS.index(place)]


def _and(parts: list[str]) -> str:
    return " and ".join([", ".join(parts[:-1])] * (len(parts) > 1) + parts[-1:])


def _waves(halves: int) -> str:
    whole, half = divmod(halves, 2)
    return f"{whole or ''}{'½' * half} wave{'s' * (halves > 2)}"


def _fish(many: int) -> str:
    return f"{many} fish"


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
