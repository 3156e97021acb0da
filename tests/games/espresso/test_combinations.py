"""What five dice allow, for every one of the 3125 ways they can lie, against a count by plain Python."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from rollmops.games.espresso.combinations import is_special, may_fish, red_worm, steals, white_throws
from rollmops.games.espresso.table import SYMBOLS

WAVES = {"wave": Fraction(1), "double": Fraction(2), "empty": Fraction(1, 2)}


def lying(dice: tuple[str, ...]) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    return np.array([SYMBOLS.index(face) for face in dice], np.int16)


@pytest.mark.parametrize("first", SYMBOLS)
def test_every_way_the_dice_can_lie(first: str) -> None:
    for rest in product(SYMBOLS, repeat=4):
        dice = (first, *rest)
        shown, counts = lying(dice), Counter(dice)
        waves = sum((WAVES[face] for face in dice if face in WAVES), Fraction(0))
        fishing = bool(counts["worm"] and counts["hook"] and waves)
        special = len(set(dice[:3])) == 1 and len(set(dice[3:])) == 1
        equal = sorted(counts.values(), reverse=True)
        stolen = {(5,): 3, (4, 1): 2, (3, 2): 0 if special else 1}.get(tuple(equal), 0)
        assert may_fish(shown) == fishing
        if fishing:
            assert white_throws(shown) == int(counts["hook"] * waves)
            assert not special
            assert not stolen
        assert is_special(shown) == special
        assert steals(shown) == stolen
        assert red_worm(shown) == ("worm" in dice[3:])
