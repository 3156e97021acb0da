"""How long a game may be in an environment before it is truncated.

Some games could go on for ever: at Espresso Fishing all may stand and pass. Random games are far shorter than these bounds
(the longest of 6,000: 194 choices at Roll for Soles, 1,015 at Espresso Fishing, 229 at Lure), and so are good ones.
"""

from __future__ import annotations

from typing import Any

from rollmops.gyms.arguments import whole

MAX_STEPS = {"soles": 2_000, "espresso": 5_000, "lure": 1_000, "floe": 1_000}
"""Choices after which a game is truncated, all seats' together; on the floe a choice is a whole line."""
MAX_STEPS_ELSEWHERE = 10_000
"""The same for games of other packages."""


def length_for(name: str, max_steps: Any) -> int:
    """The choices after which a game is truncated: the usual number for None, 0 for never."""
    return MAX_STEPS.get(name, MAX_STEPS_ELSEWHERE) if max_steps is None else whole("max_steps", max_steps)


def shares_of(standing: list[float]) -> list[float]:
    """Shares of the win of a game that was cut short, as it stood; all share alike where nobody was winning yet."""
    return standing if sum(standing) else [1 / len(standing)] * len(standing)
