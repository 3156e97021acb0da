"""Scoring a round of Rolling Dice: from front to rear, nets and holes, seals that jump, who starts next."""

from __future__ import annotations

from rollmops.engine.compile import loop, rule
from rollmops.games.floe.ice import LEVEL_TENTHS, bonus
from rollmops.games.floe.table import (
    BEHIND,
    BLOCKED,
    BLOCKS,
    BONUS,
    COLOUR,
    EARNED,
    END,
    NUMBER,
    START,
    Table,
)


@loop
def score_round(t: Table) -> int:
    """Everybody scores, from front to rear; returns the colour that starts the next round."""
    t.account[:] = 0
    line, waiting = 0, 0
    for c in range(int(t.colours)):
        if t.scoring[c]:
            waiting |= 1 << c
    while waiting:
        c = foremost(t, waiting)
        write_down(t, line, c)
        advance(t, c, int(t.account[line, EARNED]))
        t.account[line, END] = t.track[c]
        line, waiting = line + 1, waiting & ~(1 << c)
    for block in range(BLOCKS):
        if t.blocks[block]:
            write_down_blocked(t, line, block)
            line += 1
    return next_starter(t)


@loop
def write_down(t: Table, line: int, c: int) -> None:
    """Keep what the die of this colour is about to earn, part by part, so that it can be told."""
    t.account[line, COLOUR] = c + 1
    t.account[line, NUMBER] = t.up[c]
    t.account[line, BONUS] = bonus(t, int(t.x[c]), int(t.y[c]), int(t.angle[c]))
    for other in range(int(t.colours)):
        if is_behind(t, other, c):
            t.account[line, BEHIND] |= 1 << other
    t.account[line, EARNED] = earned(t, c)
    t.account[line, START] = t.track[c]


@loop
def write_down_blocked(t: Table, line: int, block: int) -> None:
    """A die on an ice block counts for all the others and earns nothing for its owner."""
    c = int(t.blocks[block]) - 1
    t.account[line, COLOUR] = c + 1
    t.account[line, NUMBER] = t.block_up[block]
    t.account[line, BLOCKED] = 1
    t.account[line, START] = t.account[line, END] = t.track[c]


@rule
def is_behind(t: Table, other: int, c: int) -> bool:
    """A die level with one's own is not behind it (ruling 6)."""
    return bool(t.scoring[other] and t.y[other] < t.y[c] - LEVEL_TENTHS)


@loop
def earned(t: Table, c: int) -> int:
    """The own number, the numbers behind and on the blocks, net or hole; never below 0 (ruling 8)."""
    total = int(t.up[c]) + bonus(t, int(t.x[c]), int(t.y[c]), int(t.angle[c]))
    for other in range(int(t.colours)):
        if is_behind(t, other, c):
            total += int(t.up[other])
    for block in range(BLOCKS):
        total += int(t.block_up[block]) if t.blocks[block] else 0
    return max(total, 0)


@loop
def foremost(t: Table, waiting: int) -> int:
    """The furthest ahead of those waiting; of level ones, whoever is furthest behind on the track."""
    front = -1
    for c in range(int(t.colours)):
        if waiting >> c & 1:
            front = max(front, int(t.y[c]))
    level = 0
    for c in range(int(t.colours)):
        if waiting >> c & 1 and t.y[c] >= front - LEVEL_TENTHS:
            level |= 1 << c
    return furthest_behind(t, level)


@loop
def furthest_behind(t: Table, among: int) -> int:
    """Whose seal is last; equal only on the starting space, where the order of play in this round decides."""
    found = -1
    for i in range(int(t.colours)):
        c = (int(t.starter) + i) % int(t.colours)
        if among >> c & 1 and (found < 0 or t.track[c] < t.track[found]):
            found = c
    return found


@loop
def advance(t: Table, c: int, spaces: int) -> None:
    """Move a seal; where another is, on to the next free space. A seal that moves no space does not jump (ruling 8)."""
    if spaces == 0:
        return
    space = int(t.track[c]) + spaces
    while occupied(t, c, space):
        space += 1
    t.track[c] = space


@loop
def occupied(t: Table, c: int, space: int) -> bool:
    """Does another seal lie there?"""
    found = False
    for other in range(int(t.colours)):
        found = found or (other != c and t.track[other] == space)
    return found


@loop
def next_starter(t: Table) -> int:
    """Whose die lies on the block with the starting symbol; else whose is furthest behind on the floe (ruling 6)."""
    if t.blocks[0]:
        return int(t.blocks[0]) - 1
    rear = int(t.length) + 1
    for c in range(int(t.colours)):
        if t.scoring[c]:
            rear = min(rear, int(t.y[c]))
    level = 0
    for c in range(int(t.colours)):
        if t.scoring[c] and t.y[c] <= rear + LEVEL_TENTHS:
            level |= 1 << c
    return furthest_behind(t, level)
