"""A choice at once: most of what pages say are choices at a table at rest, and these need no task to be woken.

What the room's task would do is done where the message comes in: the choice, the dice that follow, and the row for the
store. The room's inbox is held until that is on disk; then everybody is told. Where anything goes wrong the task takes over.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from rollmops.engine.contract import CHANCE
from rollmops.engine.errors import RollmopsError
from rollmops.server.protocol.requests import Choose
from rollmops.server.store.events import Events
from rollmops.server.table.inbox import Begun, Said
from rollmops.server.table.problems import kind_of

if TYPE_CHECKING:
    from rollmops.server.table.room import Room


def choose_at_once(room: Room, said: Said) -> bool:
    """Make this choice now, if it is one and the table such that nothing has to be waited for but the disk; else False."""
    ask, connection, sitting = said.ask, said.connection, room.sitting
    match = sitting.match
    if type(ask) is not Choose or match is None or not connection.welcomed or not room.prompt:
        return False
    begin = time.perf_counter()
    room.house.measures.messages += 1
    try:
        seat = room.presence.held_seat(connection, ask.seat)
        events = [sitting.choose(seat, ask.words, ask.sequence)]
    except RollmopsError as error:
        connection.refuse(ask.id, kind_of(error), str(error))
        return True
    except Exception as error:
        room.inbox.release(Begun(connection, ask, [], error))
        return True
    room.failed = room.inbox.held = True  # the sitting is ahead of the disk

    def then(error: Exception | None) -> None:
        _go_on(room, said, events, begin, error)

    try:
        while match.actors == CHANCE:
            events.append(sitting.roll())
        room.journal.begin(events, then)
    except Exception as error:
        room.inbox.release(Begun(connection, ask, events, error))
    return True


def _go_on(room: Room, said: Said, events: list[Events], begin: float, error: Exception | None) -> None:
    """It is on disk: everybody is told."""
    try:
        if error is not None:
            raise error
        room.journal.written(events)
        room.failed = False
        room.sender.send_choice(room.sitting)
        room.look_around()
        room.house.measures.choices.add(time.perf_counter() - begin)
    except Exception as error:
        room.inbox.release(Begun(said.connection, said.ask, events, error))
    else:
        room.inbox.release()
