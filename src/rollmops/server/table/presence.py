"""Presence in a room: which pages are here, which seats they hold, who is gone and since when."""

from __future__ import annotations

import time
from collections.abc import Sequence

from rollmops.engine.contract import LETTERS
from rollmops.server.protocol.messages import TableState, Update, Welcome
from rollmops.server.protocol.words import VERSION
from rollmops.server.store import events as ev
from rollmops.server.table.connection import Connection
from rollmops.server.table.hand import due_of
from rollmops.server.table.keys import lock_of, new_token
from rollmops.server.table.problems import EarlyError, SeatError, TakenError
from rollmops.server.table.sitting import Sitting
from rollmops.server.table.thinking import USUAL, check_level
from rollmops.server.table.updates import letters, table_state

INFINITE = float("inf")


class Presence:
    """Who is here. Nothing of this is kept: after a restart everybody comes in again."""

    def __init__(self, away: float) -> None:
        self.connections: set[Connection] = set()
        self.away = away
        self.left: dict[int, float] = {}
        self.opened = time.monotonic()

    def hello(
        self, sitting: Sitting, connection: Connection, tokens: Sequence[str]
    ) -> tuple[list[ev.Events], dict[Connection, list[int]], bool]:
        """A page comes in with its tokens. Returns what changes, whom it took seats from, and if a token fits nowhere."""
        held = [sitting.holds(token) for token in tokens]
        seats = tuple(sorted({seat for seat in held if seat is not None}))
        displaced: dict[Connection, list[int]] = {}
        for other in self.connections - {connection}:
            lost = [seat for seat in other.seats if seat in seats]
            if lost:
                other.seats = tuple(seat for seat in other.seats if seat not in seats)
                displaced[other] = lost
        self.connections.add(connection)
        connection.seats = seats
        back = [sitting.stand_in(seat, "") for seat in seats if sitting.seats[seat].stand_in]
        for seat in seats:
            self.left.pop(seat, None)
        return back, displaced, None in held

    def has_room(self, sitting: Sitting, connection: Connection, tokens: Sequence[str], watchers: int) -> bool:
        """Whether a page may come in: who holds a seat always, others while fewer than so many watch."""
        if self.watchers < watchers or (connection in self.connections and not connection.seats):
            return True
        return any(sitting.holds(token) is not None for token in tokens)

    @property
    def watchers(self) -> int:
        """How many pages are here without a seat."""
        return sum(1 for connection in self.connections if not connection.seats)

    def gone(self, connection: Connection) -> None:
        """A page is gone."""
        self.connections.discard(connection)
        for seat in connection.seats:
            self.left[seat] = time.monotonic()

    def held_seat(self, connection: Connection, letter: str) -> int:
        """The seat of this letter, if the page holds it."""
        seat = LETTERS.index(letter)
        if seat not in connection.seats:
            mine = ", ".join(letters(connection.seats)) or "none, it watches"
            raise SeatError(f"this page does not hold seat {letter} (it holds {mine})")
        return seat

    def any_seat(self, connection: Connection) -> int:
        """Some seat of the page; refuses watchers."""
        if not connection.seats:
            raise SeatError("only those who sit at the table can do this")
        return connection.seats[0]

    def may_put(self, sitting: Sitting, connection: Connection) -> None:
        """Refuse dice from somebody who does not sit here, and what a seat draws in secret from anybody but its holder."""
        self.any_seat(connection)
        due = due_of(sitting)
        if due is None or not due.secret:
            return
        seat = LETTERS.index(due.seat)
        if seat not in connection.seats and not sitting.seats[seat].bot:
            raise SeatError(f"only who holds seat {due.seat} may say what it draws")

    def present(self, seat: int) -> bool:
        """Whether the seat's holder is here."""
        return any(seat in connection.seats for connection in self.connections)

    def sees(self, seat: int) -> bool:
        """Whether its holder has the table before their eyes."""
        return any(seat in connection.seats and connection.visible for connection in self.connections)

    def presses(self, seat: int) -> bool:
        """Whether its holder's page says when dice are thrown there."""
        return any(seat in connection.seats and connection.pressed is not None for connection in self.connections)

    def away_seconds(self, seat: int) -> float:
        """For how long its holder's page has been gone; one in the background is as good as gone at once."""
        return INFINITE if self.present(seat) else time.monotonic() - self.left.get(seat, self.opened)

    def replaceable(self, seat: int) -> bool:
        """Whether its holder has been gone for long enough."""
        return not self.present(seat) and time.monotonic() - self.left.get(seat, self.opened) >= self.away

    def let_bot(self, sitting: Sitting, seat: int, level: str) -> ev.Events:
        """Let a bot play on for somebody who is gone, or take a seat that nobody took."""
        level = check_level(level)
        if seat >= len(sitting.seats):
            raise SeatError(f"there is no seat {LETTERS[seat]}; there are {', '.join(letters(range(len(sitting.seats))))}")
        held = sitting.seats[seat]
        if held.bot:
            raise TakenError(f"a bot plays for seat {LETTERS[seat]} already")
        if self.present(seat):
            raise TakenError(f"{held.name or 'Somebody'} is here and plays for seat {LETTERS[seat]}")
        if (held.sat or sitting.match) and not self.replaceable(seat):
            raise EarlyError(f"{held.name} has only just gone; wait {self.away:.0f} seconds before a bot plays on")
        return sitting.stand_in(seat, level)

    def leave(self, sitting: Sitting, connection: Connection, seat: int) -> list[ev.Events]:
        """The page gives a seat up: at the door it is free again, in a game a bot plays on."""
        connection.seats = tuple(other for other in connection.seats if other != seat)
        self.left[seat] = time.monotonic() - self.away
        if sitting.match is None and not sitting.sealed:
            return [sitting.leave_door(seat)]
        return [] if sitting.over else [sitting.stand_in(seat, USUAL)]

    def renew(self, sitting: Sitting, seat: int) -> tuple[ev.Events, str]:
        """A new token for a seat."""
        token = new_token()
        return sitting.lock(seat, lock_of(token)), token

    def table(self, sitting: Sitting, ends: dict[str, float], *, waking: bool) -> TableState:
        """The table as everyone may see it."""

        def here(seat: int) -> tuple[bool, bool, bool]:
            return self.present(seat), self._offer(sitting, seat), self.presses(seat)

        return table_state(sitting, here, self.watchers, ends, waking=waking)

    def _offer(self, sitting: Sitting, seat: int) -> bool:
        if sitting.over or self.present(seat):
            return False
        untaken = sitting.match is None and not sitting.seats[seat].sat
        return untaken or self.replaceable(seat)

    def welcome(self, connection: Connection, table: TableState, update: Update | None) -> Welcome:
        """Everything a page needs that has just come in."""
        return Welcome(VERSION, letters(connection.seats), table, update, round(time.time(), 3))
