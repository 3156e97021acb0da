"""What lies on a table of Rolling Dice. Lengths are tenths of a millimetre, as the record keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import numpy as np

from rollmops.engine.components import Components, Section
from rollmops.engine.errors import BadComponentsError
from rollmops.engine.table import Grid, Number, Record, Row

COLOURS, DICE, BLOCKS = 6, 4, 6
CORNERS, MARKS = 60, 12
WIDEST, LONGEST = 400, 600
"""The largest box in mm; choices count tenths of it."""
GESTURE = (("from", -120, 120), ("aim", -60, 60), ("speed", 20, 400), ("height", 20, 150), ("spin", -150, 150))
"""The numbers of a gesture and how far they go (a test holds them equal to the arena's)."""

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
    told: Number  # dice that have come to rest in this throw
    part: Number  # how much of a resting or a placed die is known
    held: Annotated[Row, 3]
    placing: Number


def check(facts: Mapping[str, Any]) -> None:
    """Refuse a component file that makes no sense."""
    top = Section(facts, marked=False)
    _read(top)
    top.done()


def lay(t: Table, components: Components) -> None:
    """Put the box on the table."""
    facts = _read(Section(components.facts, marked=False))
    t.width, t.length, t.die_size, t.few, t.many = (facts[name] for name in ("width", "length", "size", "few", "many"))
    outline, marks = facts["outline"], facts["marks"]
    t.corners, t.printed = len(outline), len(marks)
    t.outline[: len(outline)] = outline
    t.marks[: len(marks)] = marks
    t.left, t.right = _columns(t)


def _read(top: Section) -> dict[str, Any]:
    dice, die, goal, blocks, box, walls, floe = (
        top.section(name) for name in ("dice", "die", "goal", "blocks", "box", "walls", "floe")
    )
    dice.number("colours", COLOURS, COLOURS), dice.number("each", DICE, DICE)
    blocks.number("count", BLOCKS, BLOCKS)
    walls.number("height", 1, 500), floe.number("above_water", 1, 50)
    facts = {
        "width": 10 * box.number("width", 100, WIDEST),
        "length": 10 * box.number("length", 100, LONGEST),
        "size": 10 * die.number("size", 5, 50),
        "few": goal.number("few", 1, 1000),
        "many": goal.number("many", 1, 1000),
        "outline": _outline(floe),
        "marks": [*_marks(top, "nets", "bonus", 1), *_marks(top, "holes", "minus", -1)],
    }
    for section in (dice, die, goal, blocks, box, walls, floe):
        section.done()
    _check_room(facts)
    return facts


def _outline(floe: Section) -> list[tuple[int, int]]:
    where, found = floe.where("outline"), floe.get("outline")
    if not isinstance(found, list) or not 3 <= len(found) <= CORNERS:
        raise BadComponentsError(where, f"must be a list of 3 to {CORNERS} corners [x, y]")
    for number, corner in enumerate(found, 1):
        if not isinstance(corner, list) or len(corner) != 2 or not all(type(part) in (int, float) for part in corner):
            raise BadComponentsError(where, f"corner {number} must be [x, y] in mm, not {corner!r}")
    return [(round(10 * x), round(10 * y)) for x, y in found]


def _marks(top: Section, name: str, worth: str, sign: int) -> list[tuple[int, int, int, int]]:
    found = top.get(name)
    if not isinstance(found, list) or len(found) > MARKS // 2:
        raise BadComponentsError(name, f"must be at most {MARKS // 2} sections [[{name}]]")
    marks = []
    for number, facts in enumerate(found, 1):
        if not isinstance(facts, Mapping):
            raise BadComponentsError(f"{name}.{number}", f"must be a section [[{name}]], not {facts!r}")
        mark = Section(facts, f"{name}.{number}")
        place = 10 * mark.number("x", -WIDEST, WIDEST), 10 * mark.number("y", 0, LONGEST)
        marks.append((sign * mark.number(worth, 1, 99), *place, 10 * mark.number("radius", 1, 200)))
        mark.done()
    return marks


def _check_room(facts: Mapping[str, Any]) -> None:
    """Every die that is pushed off must find a free spot, so the floe must be inside the box and roomy."""
    outline = facts["outline"]
    for number, (x, y) in enumerate(outline, 1):
        if not abs(2 * x) <= facts["width"] or not 0 <= y <= facts["length"]:
            raise BadComponentsError("floe.outline", f"corner {number} lies outside the box")
    area = abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(outline, outline[1:] + outline[:1], strict=True))) / 2
    if area < 100 * facts["size"] ** 2:
        raise BadComponentsError("floe.outline", "is too small: it must have room for a hundred dice")


def _columns(t: Table) -> tuple[int, int]:
    """The first and the last column, in tenths of a millimetre, with ice in it."""
    from rollmops.games.floe.ice import column

    ice = np.zeros(10 * LONGEST + 1, np.int64)
    xs = t.outline[: t.corners, 0]
    columns = range(int(xs.min()), int(xs.max()) + 1)
    first = next(x for x in columns if column(t, x, ice) > 0)
    return first, next(x for x in reversed(columns) if column(t, x, ice) > 0)
