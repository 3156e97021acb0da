"""A table's clock: who owes a choice has so long for it; then a bot moves on for them until the turn is another's.

When somebody's time begins is in the journal. Everything else follows from that: nothing is lost with the process.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence

from rollmops.engine.contract import LETTERS
from rollmops.server.store.events import Chose, Clock, Events
from rollmops.server.table.hours import Span, deadline
from rollmops.server.table.sitting import Sitting

QUICK_SECONDS = 3600
"""Below that people sit at the table together: while nobody is there no time passes."""
LONGEST_ALARM_SECONDS = 3600.0
"""A clock is looked at again after so long, whatever it says: the machine's own may be set."""


class TableClock:
    """The clock of one room; without one in its plan nothing ever happens."""

    def __init__(self, sitting: Sitting, down: Sequence[Span], ring: Callable[[], None]) -> None:
        self.plan: Clock | None = sitting.plan.clock
        self.down = down  # when the server was not there; one list for the whole house
        self.ring = ring
        self.running = set(sitting.since)
        self.alarm: asyncio.TimerHandle | None = None

    @property
    def quick(self) -> bool:
        """Whether people are meant to sit at the table together."""
        return self.plan is not None and self.plan.seconds < QUICK_SECONDS

    def start_anew(self) -> None:
        """Nobody was there: at a quick table everybody's time begins again."""
        if self.quick:
            self.running = set()

    def note(self, sitting: Sitting, events: Iterable[Events]) -> list[Events]:
        """Whose time begins with these events: who owes something new, or has chosen and owes on."""
        if self.plan is None:
            return []
        owing = people_owing(sitting)
        chose = {event.seat for event in events if isinstance(event, Chose) and not event.bot}
        begin = sorted(owing - self.running | owing & chose)
        self.running = owing
        return [sitting.time(time.time(), begin)] if begin else []

    def ends(self, sitting: Sitting) -> dict[int, float]:
        """Until when each seat that owes a choice has time, in seconds since 1970."""
        if self.plan is None:
            return {}
        owing = people_owing(sitting)
        return {seat: deadline(self.plan, since, self.down) for seat, since in sitting.since.items() if seat in owing}

    def ends_by_letter(self, sitting: Sitting) -> dict[str, float]:
        """The same by letters, for pages."""
        return {LETTERS[seat]: round(end, 1) for seat, end in sorted(self.ends(sitting).items())}

    def late(self, sitting: Sitting, *, attended: bool) -> list[int]:
        """Seats whose time is up: a bot moves on for them. The alarm is set for the next."""
        self.cancel()
        if self.plan is None or (self.quick and not attended):
            return []
        now, ends = time.time(), self.ends(sitting)
        late = [seat for seat, end in ends.items() if end <= now]
        ahead = [end - now for end in ends.values() if end > now]
        if ahead:
            seconds = min(min(ahead) + 0.05, LONGEST_ALARM_SECONDS)
            self.alarm = asyncio.get_running_loop().call_later(seconds, self._ring)
        return late

    def is_late(self, sitting: Sitting, seat: int) -> bool:
        """Whether a bot may choose for this seat now."""
        return self.ends(sitting).get(seat, float("inf")) <= time.time()

    def _ring(self) -> None:
        self.alarm = None
        self.ring()

    def cancel(self) -> None:
        """No alarm any more."""
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None


def people_owing(sitting: Sitting) -> set[int]:
    """Seats of people that owe a choice."""
    return set() if sitting.over else {seat for seat in sitting.owing if not sitting.seats[seat].bot}
