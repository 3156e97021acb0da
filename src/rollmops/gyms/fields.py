"""What the numbers of an observation mean, field by field: their range, and how a learner is told them.

`fields_page.py` prints them for docs/observations.md; a test compares, and another plays games to see that every number
stays in its range. A game that is not listed here is observed raw, in the range of 16 bits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from rollmops.games.espresso import table as espresso_table
from rollmops.games.floe import table as floe_table
from rollmops.games.floe.map import LONGEST, WIDEST
from rollmops.games.lure import table as lure_table
from rollmops.games.lure.box import HIGHEST_PIPS
from rollmops.games.soles import table as soles_table

NUMBER, CATEGORY, BITS = "number", "category", "bits"
ENDLESS = int(np.iinfo(np.int16).max)
"""The range of what only the length of a game bounds."""


@dataclass(frozen=True)
class Field:
    """A field of a table, or one column of it."""

    name: str
    meaning: str
    low: int
    high: int
    kind: str = NUMBER
    values: tuple[int, ...] = ()
    """Of a category: the numbers that become a column each."""
    members_from: int | None = None
    """Of a category: this number means the first member (seat, or colour on the floe), the next the second."""
    members: int = 0
    """How many members count from here on: rows of the field, values of a category, or bits; the mover's come first."""
    by_member: bool = False
    """Whether the field has a row for each member."""
    others: tuple[int, ...] = ()
    """Rows after the members', as the lake's after the seats'."""
    column: int | None = None
    """The one column of a grid that this is about."""
    clip: int | None = None
    """Where a learner is told no more than this, because higher is rare."""

    @property
    def top(self) -> int:
        """The number that a learner is told as 1."""
        return self.high if self.clip is None else self.clip


Fields = Callable[[Any, int], list[Field]]
"""From an empty table (its box) and the number of seats."""


def _turn(seats: int) -> list[Field]:
    return [
        Field("seats", "how many play", seats, seats),
        Field("turn", "whose turn it is", 0, seats - 1, CATEGORY, members_from=0, members=seats),
    ]


def _phase(names: str, last: int) -> Field:
    return Field("phase", names, 0, last, CATEGORY, values=tuple(range(last + 1)))


def soles(box: soles_table.Table, seats: int) -> list[Field]:
    """Roll for Soles."""
    soles, dice = int(box.yellow) + int(box.red_value) * int(box.red[seats]), int(box.dice)
    return [
        *_turn(seats),
        _phase("dice fall, take (a hook), again or secure, over", soles_table.DONE),
        Field("middle", "soles in the middle", 0, soles),
        Field("net", "soles in the net", 0, soles),
        Field("supply", "soles in each supply", 0, soles, by_member=True, members=seats),
        Field("shown", "dice just rolled that show 1, 2, hook, double, water", 0, dice),
        Field("falling", "dice still in the air", 0, dice),
        Field("doubles", "double-ups set aside this turn", 0, dice),
        Field("waters", "waters set aside this turn", 0, dice),
    ]


def espresso(box: espresso_table.Table, seats: int) -> list[Field]:
    """Espresso Fishing."""
    blue, chips = int(box.blue_fish[seats]), int(box.chips_each) * seats
    lake, symbols = (espresso_table.LAKE,), tuple(range(len(espresso_table.SYMBOLS)))
    whites = tuple(range(len(espresso_table.WHITE_FACES)))
    return [
        *_turn(seats),
        _phase("dice fall, reroll, angle, the white die falls, take, poach, over", espresso_table.DONE),
        Field("fish", "blue fish and the yellow one of each seat, then of the lake", 0, max(blue, 1), by_member=True,
              members=seats, others=lake),
        Field("chips", "espresso chips of each seat", 0, chips, by_member=True, members=seats),
        Field("pile", "chips that were drunk", 0, chips),
        Field("shown", "the symbol of each coloured die, -1 in the air", -1, symbols[-1], CATEGORY, values=(-1, *symbols)),
        Field("fresh", "dice that may be rolled once more", 0, espresso_table.ALL_DICE, BITS),
        Field("order", "dice of this roll in the order in which they fall", 0, 4),
        Field("thrown", "how many those are", 0, 5),
        Field("fallen", "how many of them lie", 0, 5),
        Field("throws", "throws of the white die still to come", 0, ENDLESS, clip=8),
        Field("white", "what the white die showed last, -1 for nothing yet", -1, whites[-1], CATEGORY, values=(-1, *whites)),
        Field("drunk", "chips drunk this turn", 0, chips),
        Field("owed", "fish still to be taken for this white throw", 0, 2),
        Field("steals", "fish that may still be stolen", 0, ENDLESS, clip=5),
        Field("special", "whether the special combination may be played", 0, 1),
    ]  # fmt: skip


def lure(box: lure_table.Table, seats: int) -> list[Field]:
    """Lure."""
    cards, lures, sixes = int(box.cards), int(box.lures.sum()), int(box.sixes)
    whole = (1 << seats) - 1
    theirs: dict[str, Any] = {"by_member": True, "members": seats}
    several: dict[str, Any] = {"kind": BITS, "members": seats}
    pile = lure_table.PILE_OF
    dice = sixes + int(box.specials.sum())
    return [
        Field("seats", "how many play", seats, seats),
        _phase("splash, cast, dice fall, adjust, between turns, over", lure_table.DONE),
        Field("rounds", "rounds begun", 0, cards),
        Field("deck", "fish still to be turned up", 0, cards),
        Field("splashing", "fish still to be turned up in this splash", 0, cards),
        Field("drawing", "who is to draw a lure", 0, whole, **several),
        Field("place", "where each fish is: unseen, in the middle, with a seat", -1, pile + seats - 1, CATEGORY,
              values=(lure_table.UNSEEN, lure_table.MIDDLE), members_from=pile, members=seats),
        Field("stamp", "never seen", 0, 0),
        Field("turned_up", "fish turned up", 0, cards),
        Field("shoal", "fish in the middle", 0, cards),
        Field("boasts", "boasts scored by each seat", 0, lures, **theirs),
        Field("resting", "special dice in front of each screen", 0, 1, **theirs),
        Field("pile", "lures in the draw pile (the first column has their number)", 0, lures),
        Field("discards", "discarded lures by kind", 0, lures),
        Field("hand", "own lures by kind; of others their number, in the first column", 0, lures, **theirs),
        Field("stock", "the draw pile when it was last shuffled, by kind", 0, lures),
        Field("drawn", "lures drawn since, as with hands", 0, lures, **theirs),
        Field("played", "lures played since, by kind", 0, lures, **theirs),
        Field("owing", "whether a secret choice of one's own is still to come", 0, whole, **several),
        Field("cast", "dice and lures in each cast, as far as one may see it", 0, max(sixes, lures), **theirs),
        Field("casting", "what one's own cast chooses next", 0, lure_table.ITEMS, **theirs),
        Field("fished", "who has had a turn", 0, whole, **several),
        Field("fishing", "who rolls now", 0, whole, **several),
        Field("roller", "whose dice fall", 0, seats - 1, CATEGORY, members_from=0, members=seats),
        Field("fallen", "dice of the roller on the table", 0, dice),
        Field("face", "numbers of the dice, 0 for none", 0, HIGHEST_PIPS, **theirs),
        Field("turned", "one's own adjusting that is still secret", -HIGHEST_PIPS, HIGHEST_PIPS, **theirs),
        Field("total", "sum of each seat's dice, extra dice included", 0, ENDLESS, clip=100, **theirs),
        Field("meets", "needs that the dice meet: pair 1, distinct 2, odd 4, even 8", 0, 15, BITS, **theirs),
    ]  # fmt: skip


def floe(box: floe_table.Table, seats: int) -> list[Field]:
    """Rolling Dice; lengths in tenths of a millimetre. Colours count from the mover's own, not seats."""
    colours = 4 if seats == 2 else seats
    goal = max(int(box.few), int(box.many))
    across, along = 5 * WIDEST, 10 * LONGEST
    theirs: dict[str, Any] = {"by_member": True, "members": colours}
    colour: dict[str, Any] = {"kind": CATEGORY, "members": colours}
    lines: dict[str, Any] = {"name": "account"}
    track = goal + 60
    gesture = [
        Field("gesture", f"the gesture's {name}, 0 before", min(low, 0), high, column=place)
        for place, (name, low, high) in enumerate(floe_table.GESTURE)
    ]
    return [
        Field("seats", "how many play", seats, seats),
        Field("colours", "how many colours play", colours, colours),
        Field("goal", "points that end the game", 0, goal),
        Field("rounds", "rounds begun", 1, ENDLESS, clip=30),
        Field("starter", "the colour that began this round", 0, colours - 1, members_from=0, **colour),
        Field("turn", "the colour that throws", 0, colours - 1, members_from=0, **colour),
        Field("taken", "turns taken in this round", 0, colours),
        _phase("throw, dice come to rest, place, keep, over", floe_table.DONE),
        Field("track", "points of each colour", 0, track, **theirs),
        Field("scoring", "which die of the colour lies on the floe, 0 for none", 0, floe_table.DICE, **theirs),
        Field("x", "where it lies: across", -across, across, **theirs),
        Field("y", "where it lies: ahead", 0, along, **theirs),
        Field("angle", "how it is turned, degrees", 0, 359, **theirs),
        Field("up", "its number", 0, 6, **theirs),
        Field("pushed", "1 while it is pushed off", 0, 1, **theirs),
        Field("blocks", "the colour on each ice block", 0, colours, values=(0,), members_from=1, **colour),
        Field("block_die", "which die that is", 0, floe_table.DICE),
        Field("block_up", "its number", 0, 6),
        Field(**lines, column=floe_table.COLOUR, meaning="last round, front to rear: the colour", low=0, high=colours,
              values=(0,), members_from=1, **colour),
        Field(**lines, column=floe_table.NUMBER, meaning="its die's number", low=0, high=6),
        Field(**lines, column=floe_table.BEHIND, meaning="colours behind it", low=0, high=(1 << colours) - 1, kind=BITS,
              members=colours),
        Field(**lines, column=floe_table.BONUS, meaning="net or hole", low=-20, high=20),
        Field(**lines, column=floe_table.BLOCKED, meaning="1 for a die on an ice block", low=0, high=1),
        Field(**lines, column=floe_table.EARNED, meaning="what it earned", low=-60, high=60),
        Field(**lines, column=floe_table.START, meaning="the space its seal left", low=0, high=track),
        Field(**lines, column=floe_table.END, meaning="the space it came to", low=0, high=track),
        *gesture,
        Field("given", "numbers of the gesture that are known", 0, 5),
        Field("thrown", "the thrower's dice: in the lid, in the air, on the ice, in the water", 0, 3, CATEGORY,
              values=tuple(range(4))),
        Field("thrown_x", "where they lie: across", -across, across),
        Field("thrown_y", "where they lie: ahead", 0, along),
        Field("thrown_angle", "how they are turned, degrees", 0, 359),
        Field("thrown_up", "their numbers", 0, 6),
        Field("falling", "which die comes to rest", 0, floe_table.COLOURS * floe_table.DICE),
        Field("rested", "dice that have come to rest in this throw", 0, floe_table.COLOURS + floe_table.DICE),
        Field("part", "how much of a resting or placed die is known", 0, 3),
        Field("held", "and what", -along, along),
        Field("placing", "the colour that puts a die back, -1 for none", -1, colours - 1, members_from=0, **colour),
    ]  # fmt: skip


FIELDS: dict[str, Fields] = {"soles": soles, "espresso": espresso, "lure": lure, "floe": floe}
