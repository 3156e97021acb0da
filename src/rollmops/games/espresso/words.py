"""The words of Espresso Fishing; dice are b1 b2 b3 r1 r2.

`A roll hook wave wave hook worm` · `A reroll r1 b2` (the roll that follows names the faces in the same order) · `A stand` ·
`A drink` · `A cast` · `A white fish` · `A take yellow` · `A steal B blue` · `A chip B` · `A chip pile` ·
`A move lake blue C` · `A pass`
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rollmops.engine.contract import LETTERS
from rollmops.engine.errors import BadWordsError
from rollmops.engine.logbook import shown
from rollmops.engine.table import Row
from rollmops.games.espresso.falling import fall as fall
from rollmops.games.espresso.falling import falling_on
from rollmops.games.espresso.fishing import CAST, DRINK, STOP, may_drink
from rollmops.games.espresso.poaching import (
    CHIP,
    CHOICES,
    MOVE,
    PASS,
    PILE,
    STEAL,
    chip,
    move,
    offer_chips,
    offer_steals,
    steal,
)
from rollmops.games.espresso.rules import STAND
from rollmops.games.espresso.story import news as news
from rollmops.games.espresso.story import tell as tell
from rollmops.games.espresso.table import (
    ANGLE,
    COLOURS,
    DICE,
    DONE,
    LAKE,
    POACH,
    REROLL,
    ROLL,
    SEATS,
    SYMBOLS,
    TAKE,
    WHITE,
    WHITE_FACES,
    Table,
)

FORMS = (
    "roll FACE…, reroll DIE…, stand, drink, cast, white FACE, take COLOUR, steal SEAT COLOUR, chip SEAT, chip pile,"
    " move FROM COLOUR TO, pass"
)
SEAT_LETTERS = LETTERS[:SEATS]


def verbs(t: Table, seat: int) -> tuple[str, ...]:
    """The verbs that may begin a line now."""
    if t.phase == ANGLE:
        return ("cast", "drink", "pass") if may_drink(t, int(t.turn)) else ("cast", "pass")
    if t.phase == POACH:
        return (("steal",) if t.steals > 0 else ()) + (("chip", "move") if t.special else ()) + ("pass",)
    fixed = {ROLL: ("roll",), REROLL: ("reroll", "stand"), WHITE: ("white",), TAKE: ("take",)}
    return fixed.get(int(t.phase), ())


def letter(t: Table, seat: int) -> str:
    """Whose turn it is rolls and decides."""
    return LETTERS[t.turn]


def begun(t: Table, seat: int) -> bool:
    """A roll is one line until its last die has fallen."""
    return bool(falling_on(t))


def die(t: Table) -> str:
    """The die that falls next, as keyed dice name it."""
    return DICE[t.order[t.fallen]] if t.phase == ROLL else "white"


def falling(t: Table) -> list[str]:
    """The dice of the roll that is on its way, in the order in which they fall."""
    return [DICE[die] for die in t.order[: t.thrown]]


def fresh(t: Table) -> list[str]:
    """The dice that may still be rolled once more."""
    return [name for die, name in enumerate(DICE) if int(t.fresh) >> die & 1]


def expected(t: Table, seat: int) -> str:
    """What would be legal now."""
    who = LETTERS[t.turn]
    if t.phase == DONE:
        return "nothing, the game is over"
    if t.phase == ROLL:
        return f"'{who} roll' with a face each for {' '.join(falling(t))} ({_sides(t)})"
    if t.phase == WHITE:
        return f"'{who} white' with one of {_on(t.white_faces, WHITE_FACES)}"
    if t.phase == REROLL:
        return f"'{who} reroll' with any of {' '.join(fresh(t))}, or '{who} stand'"
    if t.phase == TAKE:
        return f"'{who} take blue' or '{who} take yellow'"
    if t.phase == POACH:
        return _rights(t, who)
    return " or ".join(f"'{who} {verb}'" for verb in verbs(t, seat))


def _sides(t: Table) -> str:
    """What the dice in the air can show."""
    colours = {"blue": t.blue_faces, "red": t.red_faces}
    rolled = [name for name in colours if any(die[0] == name[0] for die in falling(t))]
    return "; ".join(f"{name}: {_on(colours[name], SYMBOLS)}" for name in rolled)


def _on(faces: Row, names: tuple[str, ...]) -> str:
    """What is on a die."""
    return ", ".join(name for name, sides in zip(names, faces, strict=True) if sides)


def _rights(t: Table, who: str) -> str:
    weights = np.zeros(CHOICES, np.int64)
    if t.steals > 0:
        offer_steals(t, int(t.turn), weights)
    if t.special:
        offer_chips(t, int(t.turn), weights)
    lines = [f"'{who} {spell(t, int(t.turn), [int(choice)])}'" for choice in weights.nonzero()[0]]
    if t.special:
        others = [LETTERS[seat] for seat in range(t.seats) if seat != t.turn]
        lines.append(f"'{who} move FROM COLOUR TO' (a fish of lake, {', '.join(others)} to any other place)")
    return " or ".join([*lines, f"'{who} pass'"])


def parse(t: Table, seat: int, words: list[str]) -> list[int]:
    """The choices of a line."""
    match words:
        case ["roll", *faces]:
            return _parse_roll(t, faces)
        case ["white", face]:
            return [_known(face, WHITE_FACES, "the white die shows")]
        case ["reroll", *dice]:
            return [_parse_reroll(dice)]
        case ["stand"]:
            return [STAND]
        case ["cast"]:
            return [CAST]
        case ["drink"]:
            return [DRINK]
        case ["pass"]:
            return [STOP if t.phase == ANGLE else PASS]
        case ["take", colour]:
            return [_colour(colour)]
        case ["steal", place, colour]:
            return [steal(_seat(place), _colour(colour))]
        case ["chip", place]:
            return [chip(PILE if place == "pile" else _seat(place, "or pile"))]
        case ["move", source, colour, target]:
            return [move(_place(source), _colour(colour), _place(target))]
    raise BadWordsError(f"{shown(' '.join(words))} is not a line of Espresso Fishing: {FORMS}")


def _parse_roll(t: Table, faces: list[str]) -> list[int]:
    choices = [_known(face, SYMBOLS, "a coloured die shows") for face in faces]
    if len(faces) != t.thrown:
        raise BadWordsError(f"{t.thrown} dice are rolled here ({' '.join(falling(t))}), not {len(faces)}")
    return choices


def _parse_reroll(dice: list[str]) -> int:
    if not dice:
        raise BadWordsError("'reroll' names the dice: reroll DIE…, or stand")
    if len(set(dice)) < len(dice):
        raise BadWordsError(f"{shown('reroll ' + ' '.join(dice))} names a die twice")
    return sum(1 << _known(die, DICE, "the dice are") for die in dice)


def _known(word: str, names: tuple[str, ...], what: str) -> int:
    if word not in names:
        raise BadWordsError(f"{what} {', '.join(names)}, not {shown(word)}")
    return names.index(word)


def _colour(word: str) -> int:
    return _known(word, COLOURS, "a fish is")


def _seat(word: str, more: str = "") -> int:
    if len(word) != 1 or word not in SEAT_LETTERS:
        raise BadWordsError(f"expected a seat's letter {more}".rstrip() + f", not {shown(word)}")
    return SEAT_LETTERS.index(word)


def _place(word: str) -> int:
    return LAKE if word == "lake" else _seat(word, "or lake")


def note(t: Table, words: str) -> None:
    """Dice fall in the order in which `reroll` named them; the choice itself is only which."""
    verb, *dice = words.split()
    if verb == "reroll":
        t.order[: len(dice)] = [DICE.index(die) for die in dice]


def spell(t: Table, seat: int, choices: list[int]) -> str:
    """The line of these choices."""
    choice = choices[0]
    if t.phase == ROLL:
        return " ".join(["roll", *(SYMBOLS[symbol] for symbol in choices)])
    if t.phase == WHITE:
        return f"white {WHITE_FACES[choice]}"
    if t.phase == REROLL:
        if choice == STAND:
            return "stand"
        return " ".join(["reroll", *(name for die, name in enumerate(DICE) if choice >> die & 1)])
    if t.phase == ANGLE:
        return {CAST: "cast", DRINK: "drink", STOP: "pass"}[choice]
    if t.phase == TAKE:
        return f"take {COLOURS[choice]}"
    return _spell_poaching(choice)


def _spell_poaching(choice: int) -> str:
    if choice == PASS:
        return "pass"
    if choice < CHIP:
        seat, colour = divmod(choice - STEAL, 2)
        return f"steal {LETTERS[seat]} {COLOURS[colour]}"
    if choice < MOVE:
        return f"chip {'pile' if choice == chip(PILE) else LETTERS[choice - CHIP]}"
    fish, target = divmod(choice - MOVE, SEATS + 1)
    source, colour = divmod(fish, 2)
    return f"move {place_name(source)} {COLOURS[colour]} {place_name(target)}"


def place_name(place: int) -> str:
    """A seat's letter, or lake."""
    return "lake" if place == LAKE else LETTERS[place]


def table(t: Table) -> dict[str, Any]:
    """The table as `replay --json` shows it."""
    seats = range(t.seats)
    return {
        "lake": _fish(t, LAKE),
        "fish": {LETTERS[seat]: _fish(t, seat) for seat in seats},
        "chips": {LETTERS[seat]: int(t.chips[seat]) for seat in seats},
        "pile": int(t.pile),
    }


def _fish(t: Table, place: int) -> dict[str, int]:
    return {name: int(t.fish[place, colour]) for colour, name in enumerate(COLOURS)}
