"""What somebody gave away on a day, and the text to share: signs that spoil nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

FISH, HOOK, WAVE = "🐟", "🪝", "🌊"
"""The best line · a little given away · more."""
NOTHING = 0.0005
LITTLE = 0.05


def sign(lost: float) -> str:
    """The sign of one decision."""
    return FISH if lost < NOTHING else HOOK if lost <= LITTLE else WAVE


def share_text(day: date, lost: Sequence[float]) -> str:
    """Two lines without a spoiler, the same in every language: the day, a sign for each decision, what was given away."""
    total = round(1000 * sum(lost)) / 10
    return f"Rollmops {day}\n{''.join(map(sign, lost))} " + (f"−{total:.1f} %" if total else "±0 %")
