"""What lies on a table of Rolling Dice. Lengths are tenths of a millimetre, as the record keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import numpy as np

from rollmops.engine.components import Components, Section
from rollmops.engine.contract import LETTERS
from rollmops.engine.table import Grid, Number, Record, Row
from rollmops.games.floe.map import CORNERS, LONGEST, MARKS, Map

COLOURS, DICE, BLOCKS = 6, 4, 6
GESTURE = (("from", -120, 120), ("aim", -60, 60), ("speed", 20, 400), ("height", 20, 150), ("spin", -150, 150))
"""The numbers of a gesture and how far they go; arena and page take them from here."""

COLOUR, NUMBER, BEHIND, BONUS, BLOCKED, EARNED, START, END = range(8)
ACCOUNT = 8
"""The columns of the account: colour + 1 (0 for no line) · its die's number · colours behind it, as bits · net or hole ·
1 for a die on an ice block · what it earned · the space its seal left and the one it came to."""

THROW, REST, PLACE, KEEP, DONE = range(5)
"""A gesture is due · dice come to rest · an owner puts a pushed-off die back · the thrower chooses · the game is over."""
LID, AIR, ICE, WET = range(4)
"""Where a die of the thrower is: in the box lid, in the air, on the ice, in the water."""


class Table(Record):
    """Dice are numbered 1 to 4 in each colour; the colour's scoring die lies on the floe or on an ice block."""

    # the box
    width: Number
    length: Number
    corners: Number
    outline: Annotated[Grid, CORNERS, 2]
    left: Number  # the columns that have ice, from left to right
    right: Number
    printed: Number
    marks: Annotated[Grid, MARKS, 4]  # worth, x, y, radius
    die_size: Number
    few: Number
    many: Number

    # the table
    seats: Number
    colours: Number
    goal: Number
    rounds: Number  # begun so far
    starter: Number
    turn: Number
    taken: Number  # turns taken in this round
    phase: Number
    track: Annotated[Row, COLOURS]
    scoring: Annotated[Row, COLOURS]  # which die of the colour lies on the floe, 0 for none
    x: Annotated[Row, COLOURS]
    y: Annotated[Row, COLOURS]
    angle: Annotated[Row, COLOURS]
    up: Annotated[Row, COLOURS]
    pushed: Annotated[Row, COLOURS]  # 1 while the colour's scoring die is pushed off
    blocks: Annotated[Row, BLOCKS]  # colour + 1, 0 for free; from the starting symbol on
    block_die: Annotated[Row, BLOCKS]
    block_up: Annotated[Row, BLOCKS]
    account: Annotated[Grid, COLOURS, ACCOUNT]  # how the last round was scored, a line for each colour, front to rear
    gesture: Annotated[Row, 5]
    given: Number  # numbers of the gesture that are known
    thrown: Annotated[Row, DICE]
    thrown_x: Annotated[Row, DICE]
    thrown_y: Annotated[Row, DICE]
    thrown_angle: Annotated[Row, DICE]
    thrown_up: Annotated[Row, DICE]
    falling: Number  # which die comes to rest, 4 × colour + die
    rested: Number  # dice that have come to rest in this throw
    part: Number  # how much of a resting or a placed die is known
    held: Annotated[Row, 3]
    placing: Number


def check(facts: Mapping[str, Any]) -> None:
    """Refuse a component file that makes no sense."""
    top = Section(facts, marked=False)
    floe, _, _ = _read(top)
    top.done()
    floe.check()


def set_components(t: Table, components: Components) -> None:
    """Put the box on the table."""
    floe, t.few, t.many = _read(Section(components.facts, marked=False))
    t.width, t.length, t.die_size = (_tenths(length) for length in (floe.width, floe.length, floe.die))
    t.corners, t.printed = len(floe.outline), len(floe.marks)
    for place, (x, y) in enumerate(floe.outline):
        t.outline[place] = _tenths(x), _tenths(y)
    for place, mark in enumerate(floe.marks):
        t.marks[place] = mark.worth, _tenths(mark.x), _tenths(mark.y), _tenths(mark.radius)
    t.left, t.right = _columns(t)


def _read(top: Section) -> tuple[Map, int, int]:
    """The map, and the points that end a game of few and of many players."""
    dice, goal, blocks = (top.section(name) for name in ("dice", "goal", "blocks"))
    dice.number("colours", COLOURS, COLOURS), dice.number("each", DICE, DICE)
    blocks.number("count", BLOCKS, BLOCKS)
    few, many = goal.number("few", 1, 1000), goal.number("many", 1, 1000)
    for section in (dice, goal, blocks):
        section.done()
    top.asked |= {"box", "walls", "floe", "die", "nets", "holes"}
    return Map.read(top.facts), few, many


def _tenths(length: float) -> int:
    return round(10 * length)


def _columns(t: Table) -> tuple[int, int]:
    """The first and the last column, in tenths of a millimetre, with ice in it."""
    from rollmops.games.floe.ice import column

    ice = np.zeros(10 * LONGEST + 1, np.int64)
    xs = t.outline[: t.corners, 0]
    columns = range(int(xs.min()), int(xs.max()) + 1)
    first = next(x for x in columns if column(t, x, ice) > 0)
    return first, next(x for x in reversed(columns) if column(t, x, ice) > 0)


def die_name(c: int, number: int) -> str:
    """A die's name: the colour's letter and its number from 1."""
    return f"{LETTERS[c]}{number}"
