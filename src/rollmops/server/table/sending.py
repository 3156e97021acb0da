"""What the pages in a room are told: how the table stands, and the game as each may see it."""

from __future__ import annotations

from collections.abc import Sequence

from rollmops.server.protocol import messages
from rollmops.server.protocol.messages import message_encoder
from rollmops.server.store.events import Began, Chose, Events, Happened, Sat, Sealed, StoodIn, Timed, Undid, Went, Withdrew
from rollmops.server.table.background import Background
from rollmops.server.table.clock import TableClock
from rollmops.server.table.connection import Connection
from rollmops.server.table.presence import Presence
from rollmops.server.table.sitting import Sitting
from rollmops.server.table.updates import Eyes, update_for

WATCHERS_SECONDS = 0.3
"""How many watch is news that can wait so long."""
OF_TABLE = frozenset((Sat, Sealed, Began, StoodIn, Timed, Went))
"""What changes the table apart from the game."""
OF_GAME = frozenset((Began, Chose, Happened, Withdrew, Undid))
"""What changes the game."""


class Sender:
    """Tells the pages that are here; whatever it tells is on disk."""

    def __init__(self, presence: Presence, clock: TableClock, background: Background) -> None:
        self.presence = presence
        self.clock = clock
        self.background = background
        self.sending_soon = False
        self.last_table = b""  # how the table stood when everyone was last told

    def send_news(self, sitting: Sitting, events: Sequence[Events]) -> None:
        """Tell everyone what these events changed."""
        kinds = {type(event) for event in events}
        if Began in kinds and sitting.origin is not None:
            for connection in self.presence.connections:
                self.welcome(sitting, connection)  # what happened in another game is not played here once more
            return
        of_game = not kinds.isdisjoint(OF_GAME)
        if not kinds.isdisjoint(OF_TABLE) or (of_game and sitting.over):
            self.send_table(sitting)
        if of_game:
            self.send_game(sitting)

    def send_choice(self, sitting: Sitting) -> None:
        """Tell everyone of a choice and what followed: the game, and where it has ended the table too."""
        if sitting.over:
            self.send_table(sitting)
        self.send_game(sitting)

    def welcome(self, sitting: Sitting, connection: Connection) -> None:
        """Tell a page everything."""
        update = None
        if sitting.match is not None:
            start = sitting.start_for(connection.known)
            update = update_for(sitting, connection.seats, start, reads_open=connection.reads_open)
            connection.known = sitting.sequence
        connection.welcomed = True
        connection.send(self.presence.welcome(connection, self.table_state(sitting), update))

    def table_state(self, sitting: Sitting) -> messages.TableState:
        """How the table stands, apart from the game."""
        return self.presence.table(sitting, self.clock.ends_by_letter(sitting), waking=self.background.sleepers > 0)

    def send_table(self, sitting: Sitting, but: Connection | None = None) -> None:
        """Tell everyone who is here how the table stands, apart from the game."""
        message = message_encoder.encode(self.table_state(sitting))
        if message == self.last_table:
            return  # whoever has come since has it from the welcome
        self.last_table = message
        for connection in self.presence.connections:
            if connection is not but:
                connection.send_encoded(message)

    def send_table_soon(self) -> None:
        """A crowd that comes and goes is told of once, not with every one of them."""
        if not self.sending_soon:
            self.sending_soon = True
            self.background.look_after(WATCHERS_SECONDS)

    def send_game(self, sitting: Sitting) -> None:
        """Tell everyone what is new in the game, each as they may see it."""
        eyes, sequence = Eyes(sitting, sitting.tables), sitting.sequence
        # By whose eyes see it (None: everybody's) and how much they know.
        texts: dict[tuple[tuple[int, ...] | None, int | None], bytes] = {}
        for connection in self.presence.connections:
            key = (None if eyes.open and connection.reads_open else connection.seats, connection.known)
            text = texts.get(key)
            if text is None:
                text = texts[key] = message_encoder.encode(eyes.update(key[0], sitting.start_for(key[1])))
            connection.send_encoded(text)
            connection.known = sequence
        sitting.tables.clear()
