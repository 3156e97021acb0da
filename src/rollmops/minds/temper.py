"""Tempers: how the bots of the house differ where it costs them nothing.

A temper decides between lines that a mind cannot tell apart, and the page lets it show in pace and in a rare word. It never
makes a bot weaker than its level: `tests/minds/test_temper.py` has the law, docs/minds.md the measure.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from rollmops.minds import Mind
from rollmops.minds.levels import LEVELS
from rollmops.minds.rollout import Opinion, Rollout

Temper = Literal["bold", "careful", "cheeky", "steady"]
TEMPERS: tuple[Temper, ...] = ("bold", "careful", "cheeky", "steady")
STEADY: Temper = "steady"
"""Whoever has no temper: takes the best line as it was found."""
ALIKE_SHARE = 0.005
"""Lines whose shares of the win differ by no more than this, and by no more than the error of the best, are alike."""

DARING = ("again",)
"""What the bold like. The careful have no such verbs: to stop wherever a mind of 40 playouts saw no difference cost them a
quarter of their wins in Espresso Fishing (38 % ± 5 against the same mind without a temper); their care shows in pace."""
CHEEKY = ("steal", "chip")
"""Verbs that take from somebody."""


def temper_of(name: str) -> Temper:
    """The temper of a bot of this name; of anybody else, none."""
    for level in LEVELS.values():
        for place, known in enumerate(level.names):
            if name == known or name.startswith(f"{known} "):
                return TEMPERS[place % len(TEMPERS)]
    return STEADY


def tempered(mind: Mind, temper: Temper) -> Mind:
    """The mind with a temper. Those that know what a table is worth, or play by feel anyway, stay as they are."""
    return Tempered(mind, temper) if temper != STEADY and isinstance(mind, Rollout) else mind


class Tempered:
    """A mind that weighs lines and lets its temper choose between those that look alike."""

    def __init__(self, mind: Rollout, temper: Temper) -> None:
        self.mind = mind
        self.temper = temper

    def choose(self, view: Any) -> str:
        """The line with the best prospects, or one just as good that suits the temper better."""
        return lean(self.mind.weigh(view), self.temper)


def lean(opinions: Sequence[Opinion], temper: Temper) -> str:
    """Of the lines that look as good as the best, the first that suits the temper."""
    best = opinions[0]
    far = min(ALIKE_SHARE, best.error)
    alike = [one for one in opinions if best.share - one.share <= far and 2 * one.playouts >= best.playouts]
    return next((one.words for one in alike if suits(one.words, temper)), best.words)


def suits(words: str, temper: Temper) -> bool:
    """Whether somebody of this temper likes such a line."""
    verb, _, rest = words.partition(" ")
    if temper == "cheeky":
        return verb in CHEEKY or (verb == "take" and len(rest) == 1)  # from a seat, not from the middle
    return temper == "bold" and verb in DARING
