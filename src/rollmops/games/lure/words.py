"""The words of Lure: `* splash roach` · `A draw x5` · `A cast 3 d12 x5 adjust` · `A roll 2 6 1 11` · `A adjust 1+ 4-`."""

from __future__ import annotations

from typing import Any

from rollmops.engine.contract import LETTERS, NOBODY, lowest
from rollmops.engine.errors import BadWordsError, IllegalError
from rollmops.engine.logbook import shown
from rollmops.games.lure.adjusting import ENOUGH, turns_made
from rollmops.games.lure.box import LURES
from rollmops.games.lure.casting import at_hand, dice_cast, lure_cast, sides
from rollmops.games.lure.falling import fall as fall
from rollmops.games.lure.falling import falling_on
from rollmops.games.lure.story import news as news
from rollmops.games.lure.story import tell as tell
from rollmops.games.lure.table import (
    ADJUST,
    ADJUSTING,
    CAST,
    D12,
    FIRST_LURE,
    ITEMS,
    MIDDLE,
    PILE_OF,
    ROLL,
    SIDES,
    SIX,
    SPECIAL,
    SPLASH,
    Table,
    deck_of,
    lures_of,
    name_of,
    names_at,
    resting,
)

WORDS = "splash FISH, draw LURE, cast N [d12] [d20] [LURE…], roll FACE…, adjust [DIE+|DIE-…]"


def verbs(t: Table, seat: int) -> tuple[str, ...]:
    """The verbs that may begin a line now."""
    if t.drawing:
        return ("draw",)
    return {SPLASH: ("splash",), CAST: ("cast",), ROLL: ("roll",), ADJUSTING: ("adjust",)}.get(int(t.phase), ())


def letter(t: Table, seat: int) -> str:
    """Who decides, draws or rolls; a fish is turned up by nobody."""
    if seat != NOBODY:
        return LETTERS[seat]
    if t.drawing:
        return LETTERS[lowest(int(t.drawing))]
    return LETTERS[t.roller] if t.phase == ROLL else "*"


def begun(t: Table, seat: int) -> bool:
    """A cast, all dice of one seat and its adjusting are one line each."""
    if seat == NOBODY:
        return bool(falling_on(t))
    if t.phase == CAST:
        return bool(0 < t.casting[seat] < ITEMS)
    return bool(t.phase == ADJUSTING and int(t.owing) >> seat & 1 and turns_made(t, seat) > 0)


def round_of(t: Table) -> int:
    """The round, as keyed dice count it."""
    return int(t.rounds)


def die(t: Table) -> str:
    """The die or card that comes next, as keyed dice name it: six-sided dice by number, the others by their sides."""
    if t.drawing:
        return "lure"
    if t.phase == SPLASH:
        return "fish"
    faces = sides(t, int(t.roller), int(t.fallen))
    return f"d{faces}" if faces in SIDES else str(int(t.fallen))


def expected(t: Table, seat: int) -> str:
    """What would be legal now. Hands and the draw pile are secret, so they are not told here."""
    who = letter(t, seat)
    if t.drawing:
        return f"'{who} draw' with a lure of the draw pile: {', '.join(LURES)}"
    if t.phase == SPLASH:
        return "'* splash' with a fish that has not been turned up"
    if t.phase == ROLL:
        dice = " ".join(f"1-{sides(t, int(t.roller), die)}" for die in range(dice_cast(t, int(t.roller))))
        return f"'{who} roll' with {dice}"
    if t.phase == CAST:
        specials = "".join(f" [{name}]" for item, name in enumerate(SPECIAL, D12) if at_hand(t, seat, item))
        return f"'{who} cast N{specials} [LURE…]' with N from 0 to {t.sixes} and lures of the hand"
    if t.phase == ADJUSTING:
        most = lure_cast(t, seat, ADJUST)
        return f"'{who} adjust' with up to {most} of 1+, 1-, … for the {dice_cast(t, seat)} dice, each within its faces"
    return "nothing, the game is over"


def parse(t: Table, seat: int, words: list[str]) -> list[int]:
    """The choices of a line."""
    match words:
        case ["splash", fish]:
            return [read_fish(t, fish)]
        case ["draw", lure] if lure in LURES:
            return [LURES.index(lure)]
        case ["cast", sixes, *rest]:
            return _parse_cast(t, seat, sixes, rest)
        case ["roll", *faces]:
            return _parse_roll(t, faces)
        case ["adjust", *marks]:
            return _parse_adjust(t, seat, marks)
    raise BadWordsError(f"'{' '.join(words)}' is not a line of Lure: {WORDS}")


def read_fish(t: Table, fish: str) -> int:
    """The card of this name."""
    deck = deck_of(t)
    if fish not in deck:
        raise BadWordsError(f"there is no fish {shown(fish)} in this box; there are {', '.join(deck)}")
    return deck[fish]


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 4):
        raise BadWordsError(f"'{word}' should be a number")
    return int(word)


def read_cast(sixes: str, rest: list[str]) -> list[int]:
    """How many of each item these words of a cast name; dice and lures may come in any order."""
    counts = [0] * ITEMS
    counts[SIX] = _number(sixes)
    for word in rest:
        if word not in SPECIAL + LURES:
            raise BadWordsError(f"'{word}' cannot be cast: there are {', '.join(SPECIAL + LURES)}")
        counts[D12 + (SPECIAL + LURES).index(word)] += 1
    return counts


def _parse_cast(t: Table, seat: int, sixes: str, rest: list[str]) -> list[int]:
    counts = read_cast(sixes, rest)
    for item, count in enumerate(counts):
        have = at_hand(t, seat, item)
        if count > have:
            raise IllegalError(_lacking(t, seat, item, count, have))
    return [count for item, count in enumerate(counts) if at_hand(t, seat, item)]


def _lacking(t: Table, seat: int, item: int, count: int, have: int) -> str:
    who = LETTERS[seat]
    if item == SIX:
        return f"{count} six-sided dice are too many, {who} has {have}"
    name = (SPECIAL + LURES)[item - D12]
    if item >= FIRST_LURE:
        return f"{who} casts {count} {name} and has {have} in hand"
    if t.resting[seat, item - D12]:
        return f"the {name} of {who} rests this round"
    return f"{who} casts {count} {name} and has {have}"


def _parse_roll(t: Table, faces: list[str]) -> list[int]:
    roller = int(t.roller)
    if len(faces) != dice_cast(t, roller):
        raise BadWordsError(f"{LETTERS[roller]} rolls {dice_cast(t, roller)} here, not {len(faces)}")
    for die, face in enumerate(faces):
        if not 1 <= _number(face) <= sides(t, roller, die):
            raise BadWordsError(f"die {die + 1} shows 1 to {sides(t, roller, die)}, not {face}")
    return [int(face) - 1 for face in faces]


def _parse_adjust(t: Table, seat: int, marks: list[str]) -> list[int]:
    for mark in marks:
        if mark[-1] not in "+-" or not 1 <= _number(mark[:-1]) <= dice_cast(t, seat):
            raise BadWordsError(f"'{mark}' turns no die: name its place, 1 to {dice_cast(t, seat)}, and + or -")
    most = lure_cast(t, seat, ADJUST)
    if len(marks) > most:
        raise IllegalError(f"{len(marks)} turns are too many, {LETTERS[seat]} has cast {most} adjust")
    choices = sorted(2 * int(mark[:-1]) - (mark[-1] == "+") for mark in marks)
    if any(up % 2 and up + 1 in choices for up in choices):
        raise IllegalError("a die is turned one way, not there and back; leave both turns out")
    return [*choices, ENOUGH] if len(choices) < most else choices


def spell(t: Table, seat: int, choices: list[int]) -> str:
    """The line of these choices."""
    if t.drawing:
        return f"draw {LURES[choices[0]]}"
    if t.phase == SPLASH:
        return f"splash {name_of(t, choices[0])}"
    if t.phase == ROLL:
        return " ".join(["roll", *(str(choice + 1) for choice in choices)])
    if t.phase == ADJUSTING:
        marks = [f"{(choice + 1) // 2}{'+' if choice % 2 else '-'}" for choice in choices if choice != ENOUGH]
        return " ".join(["adjust", *marks])
    items = [item for item in range(ITEMS) if at_hand(t, seat, item)]
    counts = dict(zip(items, choices, strict=False))
    return spell_cast([counts.get(item, 0) for item in range(ITEMS)])


def spell_cast(counts: list[int]) -> str:
    """A cast of so many of each item."""
    names = SPECIAL + LURES
    return " ".join(["cast", str(counts[SIX]), *(name for item, name in enumerate(names, D12) for _ in range(counts[item]))])


def table(t: Table) -> dict[str, Any]:
    """The table as `replay --json` shows it."""
    letters = LETTERS[: t.seats]
    return {
        "deck": int(t.deck),
        "middle": names_at(t, MIDDLE),
        "caught": {letter: names_at(t, PILE_OF + seat) for seat, letter in enumerate(letters)},
        "boasts": {letter: int(t.boasts[seat]) for seat, letter in enumerate(letters)},
        "lures": {letter: lures_of(t.hand[seat]) for seat, letter in enumerate(letters)},
        "resting": {letter: resting(t, seat) for seat, letter in enumerate(letters)},
    }
