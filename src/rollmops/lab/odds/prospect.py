"""What a line would bring, exactly."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True)
class Prospect:
    """A line that may be chosen, the chances of what may come of it and the means to be expected, by the game's words."""

    line: str
    chances: dict[str, Fraction] = field(default_factory=dict)
    means: dict[str, Fraction] = field(default_factory=dict)
