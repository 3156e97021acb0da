"""Chance's next line in one call of compiled code.

Fair dice draw their numbers in Python, with a hash of Python's; which faces these numbers are, and what these lead to, is
worked out here for all dice of a line at once. A game that has lines of several dice binds `let_fall` to its rules in its
`falling.py`; a law checks that die by die it would have been the same.
"""

from __future__ import annotations

from typing import Any

from rollmops.engine.compile import rule
from rollmops.engine.contract import NOBODY
from rollmops.engine.table import Ints

DRAWN = 1 << 48
"""Numbers are drawn below this."""


@rule
def let_fall(
    options: Any, step: Any, begun: Any, t: Any, numbers: Ints, weights: Ints, choices: Ints, keyed: bool
) -> tuple[int, int, bool]:
    """Let dice fall by these numbers until the line is complete or the numbers are used up.

    Returns how many numbers were used, how many dice have fallen, and whether the line is complete. Dice that are counted
    (`FairDice`) pass over a number past the last whole multiple of the weights' sum; for keyed ones (`KeyedDice`) a number
    that must not count ends it, since each die has tries of its own.
    """
    used = fallen = 0
    while used < len(numbers) and (fallen == 0 or begun(t)):
        total = options(t, NOBODY, weights)
        number = numbers[used]
        used += 1
        if keyed:
            left, counts = number * total // DRAWN, number * total % DRAWN >= DRAWN % total
        else:
            left, counts = number % total, number < DRAWN - DRAWN % total
        if keyed and not counts:
            break
        if counts:
            choice = 0
            while left >= weights[choice]:
                left -= weights[choice]
                choice += 1
            step(t, NOBODY, choice)
            choices[fallen] = choice
            fallen += 1
    return used, fallen, fallen > 0 and not begun(t)
