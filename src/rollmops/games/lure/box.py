"""What is in the box of Lure: dice, lures, fish and what they need; the reader of its component file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rollmops.engine.components import Section, quoted
from rollmops.engine.errors import BadComponentsError

CARDS = 30
"""How many fish a deck may have."""
ALL_NAMES = 480
"""How many bytes of UTF-8 the names of all fish may have, with a space between any two: 15 for each of thirty."""
HOUSE_FISH = (
    *("minnow", "bleak", "gudgeon", "dace", "ruffe", "loach", "roach", "bullhead", "rudd", "perch"),
    *("crucian", "nase", "chub", "ide", "bream", "tench", "barbel", "asp", "zander", "burbot"),
    *("carp", "grayling", "char", "trout", "pike", "salmon", "eel", "catfish", "sturgeon", "huchen"),
)
"""The fish of our own cards, in the order in which they lie on a table."""
LURES = ("adjust", "x1", "x2", "x3", "x4", "x5", "x6", "boast")
SPLASHES = ("", "more", "lures")
MORE, EVERYONE_DRAWS = 1, 2

TAKEN = (*LURES, "lure", "d12", "d20", "splash", "draw", "cast", "roll", "mark", "note", "name", "nothing")
"""Words of records, component files and odds, which no fish may have for a name."""

NEEDS = {"pair": 1, "distinct": 2, "odd": 4, "even": 8}
PAIR, DISTINCT, ODD, EVEN, HAS = 1, 2, 4, 8, 16
MOST_NAMED = 4
"""How many numbers `has` may name."""
HIGHEST_PIPS = 20

FEWEST, SEATS, SIXES = 2, 5, 5


@dataclass(frozen=True)
class Card:
    """A fish."""

    catch: int
    vp: int
    splash: int
    need: int  # PAIR, DISTINCT, ODD, EVEN and HAS, added
    named: tuple[int, ...]  # what HAS names


@dataclass(frozen=True)
class Box:
    """All that a component file says."""

    sixes: int
    specials: list[int]
    new_fish: list[int]  # from FEWEST players on
    leave: list[int]
    boast_vp: int
    lures: list[int]
    deck: dict[str, Card]  # in the order in which the cards lie on a table


def read_box(facts: Mapping[str, Any]) -> Box:
    """The box of a component file; BadComponentsError names the field that makes no sense."""
    top = Section(facts, marked=False)
    dice, boast, lures = top.section("dice"), top.section("boast"), top.section("lures")
    new_fish, leave = _splash(top)
    box = Box(
        sixes=dice.number("six", 1, SIXES),
        specials=[dice.number("d12", 0, 1), dice.number("d20", 0, 1)],
        new_fish=new_fish,
        leave=leave,
        boast_vp=boast.number("vp", 0, 100),
        lures=lures.weights("kinds", LURES),
        deck=_deck(top),
    )
    for count, kind in zip(box.lures, LURES, strict=True):
        if count >= CARDS:  # how many of a kind go into a cast is one elementary choice
            raise BadComponentsError(f"lures.kinds.{kind}", f"must be less than {CARDS}, not {count}")
    for seats, gone in enumerate(leave, FEWEST):
        if gone >= len(box.deck):
            raise BadComponentsError(f"splash.leave.{seats}", f"leaves no fish; the deck has {len(box.deck)}")
    for section in (dice, boast, lures, top):
        section.asked |= {"game", "name"} if section is top else set()
        section.done()
    return box


def _splash(top: Section) -> tuple[list[int], list[int]]:
    splash = top.section("splash")
    fish, leave = splash.section("fish", marked=False), splash.section("leave", marked=False)
    players = [str(seats) for seats in range(FEWEST, SEATS + 1)]
    counts = (
        [fish.number(seats, 1, CARDS) for seats in players],
        [leave.number(seats, 0, CARDS) for seats in players],
    )
    for section in (fish, leave, splash):
        section.done()
    return counts


def _deck(top: Section) -> dict[str, Card]:
    fish = top.section("fish")
    deck = fish.section("deck", marked=False)
    fish.done()
    if not 1 <= len(deck.facts) <= CARDS:
        raise BadComponentsError(deck.path, f"has {len(deck.facts)} fish in it; a deck has 1 to {CARDS}")
    if (size := len(" ".join(deck.facts).encode())) > ALL_NAMES:
        raise BadComponentsError(
            deck.path, f"has names of {size} bytes together; there is room for {ALL_NAMES}, shorten some"
        )
    known: dict[str, str] = {}
    for name in deck.facts:
        _check_name(name, deck.where(name))
        twin = known.setdefault(name.casefold(), name)
        if twin != name:
            raise BadComponentsError(deck.where(name), f"is too like {twin}; give each card a name of its own")
    return {name: _card(deck.section(name, marked=False)) for name in sorted(deck.facts, key=_order)}


def _order(name: str) -> tuple[int, str]:
    """Ours first and in our order, then all others by name.

    A table of TOML has no order, and the digest of a component file knows none: only so does it promise the same dice.
    """
    return (HOUSE_FISH.index(name) if name in HOUSE_FISH else len(HOUSE_FISH), name)


def _check_name(name: str, field: str) -> None:
    """Names are words of the record, so they are words."""
    if not name[:1].isalpha() or not all(mark.isalpha() or mark in "0123456789-" for mark in name):
        raise BadComponentsError(field, "is no name for a fish: one word of letters, digits and hyphens, a letter first")
    if name.casefold() in TAKEN:
        raise BadComponentsError(
            field, f"is no name for a fish: '{name.casefold()}' means something else in a record or here"
        )


def _card(card: Section) -> Card:
    catch, vp = card.number("catch", 1, 100), card.number("vp", 0, 100)
    card.asked |= {"needs", "splash"}
    splash, needs = card.facts.get("splash", ""), card.facts.get("needs", "")
    if splash not in SPLASHES:
        raise BadComponentsError(card.where("splash"), f"must be one of {', '.join(SPLASHES[1:])}, not {quoted(splash)}")
    card.done()
    need, named = read_needs(needs, card.where("needs"))
    return Card(catch, vp, SPLASHES.index(splash), need, named)


def read_needs(needs: Any, field: str) -> tuple[int, tuple[int, ...]]:
    """A fish's needs from the closed vocabulary: bits, and the numbers that must be among the dice."""
    if not isinstance(needs, str):
        raise BadComponentsError(field, f"must be words like 'pair' or 'has 1 5', not {quoted(needs)}")
    bits, named = 0, list[int]()
    for need in needs.split(",") if needs.strip() else ():
        match need.split():
            case [word] if word in NEEDS:
                bits |= NEEDS[word]
            case ["has", _, *_] as words if all(_is_face(word) for word in words[1:]):
                bits |= HAS
                named += map(int, words[1:])
            case _:
                known = ", ".join(NEEDS)
                raise BadComponentsError(
                    field, f"{quoted(need.strip())} is unknown; a fish needs {known} or has N… (1 to {HIGHEST_PIPS})"
                )
    if len(named) > MOST_NAMED:
        raise BadComponentsError(field, f"names {len(named)} numbers; a fish may name up to {MOST_NAMED}")
    if clash := _clash(bits, named):
        raise BadComponentsError(field, f"asks for {clash}: no dice can show that, so nobody could catch it")
    return bits, tuple(named)


def _clash(bits: int, named: list[int]) -> str:
    """What no dice can show together, if anything."""
    clashes = {
        "equal dice and for all different": bits & NEEDS["pair"] and bits & NEEDS["distinct"],
        "odd dice and for even ones": bits & NEEDS["odd"] and bits & NEEDS["even"],
        "odd dice and names an even one": bits & NEEDS["odd"] and any(face % 2 == 0 for face in named),
        "even dice and names an odd one": bits & NEEDS["even"] and any(face % 2 for face in named),
        "all different and names a number twice": bits & NEEDS["distinct"] and len(set(named)) < len(named),
    }
    return next((clash for clash, found in clashes.items() if found), "")


def _is_face(word: str) -> bool:
    return word.isascii() and word.isdigit() and 1 <= int(word) <= HIGHEST_PIPS


def spell_needs(need: int, named: tuple[int, ...]) -> str:
    """Needs as a component file would say them."""
    words = [word for word, bit in NEEDS.items() if need & bit]
    return ", ".join([*words, *(["has " + " ".join(map(str, named))] if named else [])])
