"""Why one line is better than another, in the words of the game: facts with their figures, taken from odds and rules.

Each game has a module with `reason(match, seat, best, other)`; a page or the terminal makes a sentence of it. One home for
all who explain: the daily catch today, and whoever reviews or hints.
"""

from __future__ import annotations

from importlib import import_module
from typing import cast

from rollmops.engine.match import Match
from rollmops.review.reasons.reason import Reason as Reason

REASONS = {name: f"rollmops.review.reasons.{name}" for name in ("soles", "espresso", "lure", "floe")}
"""Where each game's reasons are; a game without any is explained by its figures alone."""


def reason_of(match: Match, seat: int, best: str, other: str) -> Reason:
    """What speaks for this line of this seat, compared with the other."""
    if match.game.name not in REASONS:
        return Reason("plain")
    return cast(Reason, import_module(REASONS[match.game.name]).reason(match, seat, best, other))
