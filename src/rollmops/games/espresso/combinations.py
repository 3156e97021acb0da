"""What five coloured dice allow, as functions of the symbols they show (b1 b2 b3 r1 r2)."""

from __future__ import annotations

from rollmops.engine.compile import rule
from rollmops.engine.table import Row
from rollmops.games.espresso.table import DOUBLE, EMPTY, FIRST_RED, HOOK, WAVE, WORM


@rule
def count(shown: Row, symbol: int) -> int:
    """How many dice show this symbol."""
    total = 0
    for die in range(5):
        total += int(shown[die] == symbol)
    return total


@rule
def half_waves(shown: Row) -> int:
    """All waves, counted in halves: an empty wave is half of one, a double wave two."""
    return 2 * count(shown, WAVE) + 4 * count(shown, DOUBLE) + count(shown, EMPTY)


@rule
def may_fish(shown: Row) -> bool:
    """A worm, a hook and a wave anywhere."""
    return count(shown, WORM) > 0 and count(shown, HOOK) > 0 and half_waves(shown) > 0


@rule
def white_throws(shown: Row) -> int:
    """Hooks times waves, rounded down."""
    return count(shown, HOOK) * half_waves(shown) // 2


@rule
def red_worm(shown: Row) -> int:
    """1 if a red die shows a worm: then two fish are two."""
    return int(shown[FIRST_RED] == WORM or shown[FIRST_RED + 1] == WORM)


@rule
def is_special(shown: Row) -> int:
    """1 for three equal symbols on the blue dice and two equal on the red."""
    return int(shown[0] == shown[1] and shown[1] == shown[2] and shown[3] == shown[4])


@rule
def steals(shown: Row) -> int:
    """How many fish may be stolen; the three waves are different symbols (ruling 1).

    Five equal dice make ten equal pairs, four make six, three and two make four, anything else fewer. Three and two that
    are a special combination steal nothing (ruling 5).
    """
    pairs = 0
    for die in range(5):
        for other in range(die):
            pairs += int(shown[die] == shown[other])
    if pairs == 10:
        return 3
    if pairs == 6:
        return 2
    return int(pairs == 4 and not is_special(shown))
