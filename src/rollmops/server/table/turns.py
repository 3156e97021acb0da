"""Whose turn it is, and who has not noticed: each is told once a turn, and nobody who looks at the table."""

from __future__ import annotations

from rollmops.server.table.presence import Presence
from rollmops.server.table.sitting import Sitting

AWAY_GRACE_SECONDS = 15.0
"""A page that is gone may come back: it is loaded again, or the phone changes its network."""


class Turns:
    """Who owes a choice and knows it. After a restart everybody counts as told: rather no notice than two."""

    def __init__(self, sitting: Sitting) -> None:
        self.aware = set(sitting.owing)

    def unaware(self, sitting: Sitting, presence: Presence) -> tuple[list[int], float | None]:
        """Seats to be told now, each once a turn, and after how many seconds to look again."""
        owing = {seat for seat in sitting.owing if not sitting.seats[seat].bot} if not sitting.over else set()
        self.aware &= owing  # whoever chose has had their turn
        self.aware |= {seat for seat in owing if presence.sees(seat)}
        now, later = [], None
        for seat in sorted(owing - self.aware):
            left = AWAY_GRACE_SECONDS - presence.away_seconds(seat)
            if left <= 0:
                now.append(seat)
                self.aware.add(seat)
            else:
                later = min(left, later or left)
        return now, later
