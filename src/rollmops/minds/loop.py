"""The one loop in which minds play a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rollmops.engine.chance import Source
from rollmops.engine.match import Match
from rollmops.minds import Mind

Watch = Callable[[int, Any], None]
"""Is told of every choice before it is made: the seat, and what it sees."""


def play(
    match: Match, minds: Sequence[Mind], source: Source, *, most_lines: int | None = None, watch: Watch | None = None
) -> None:
    """Let these minds, one for each seat, play until the game is over, or the log has so many lines."""
    match.roll_all(source)
    while not match.over and (most_lines is None or len(match.entries) < most_lines):
        for seat in match.owing:
            view = match.view(seat)
            if watch is not None:
                watch(seat, view)
            match.choose(seat, minds[seat].choose(view))
        match.roll_all(source)
