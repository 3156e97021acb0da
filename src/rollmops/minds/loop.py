"""The one loop in which minds play a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rollmops.engine.chance import Source
from rollmops.engine.contract import LETTERS
from rollmops.engine.errors import RollmopsError
from rollmops.engine.match import Match
from rollmops.minds import Mind

Watch = Callable[[int, Any], None]
"""Is told of every choice before it is made: the seat, and what it sees."""


class ForfeitError(RollmopsError):
    """A mind failed, or chose what it may not: its seat has lost the game. The match stays as it was before."""

    def __init__(self, seat: int, why: str) -> None:
        super().__init__(why)
        self.seat = seat


def play(
    match: Match, minds: Sequence[Mind], source: Source, *, most_lines: int | None = None, watch: Watch | None = None
) -> None:
    """Let these minds, one for each seat, play until the game is over, or the log has so many lines.

    Raises ForfeitError where a mind fails or chooses what it may not.
    """
    match.roll_all(source)
    while not match.over and (most_lines is None or len(match.entries) < most_lines):
        for seat in match.owing:
            view = match.view(seat)
            if watch is not None:
                watch(seat, view)
            try:
                match.choose(seat, minds[seat].choose(view))
            except Exception as error:
                where = f"seat {LETTERS[seat]} at line {len(match.entries) + 1}"
                raise ForfeitError(seat, f"{where}: {type(error).__name__}: {error}") from error
        match.roll_all(source)
