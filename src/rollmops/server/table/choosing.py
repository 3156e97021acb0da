"""Choices at once: most of what pages say are choices at a table at rest, and these need no task to be woken.

What the room's task would do is done here: the choice, the dice that follow, and the row for the store. The room's inbox is
held until that is on disk; then everybody is told. Where anything goes wrong the task takes over.

All choices that have come in one pass of the loop go through each stage together: what a stage runs through, from here down
to the compiled rules, is then at hand for all of them, and does not push the next stage's out of the processor's cache.
"""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct

from rollmops.engine.contract import CHANCE
from rollmops.engine.errors import RollmopsError
from rollmops.server.protocol.requests import Choose
from rollmops.server.store.events import Events
from rollmops.server.table.connection import Connection
from rollmops.server.table.inbox import Begun, Said
from rollmops.server.table.problems import kind_of

if TYPE_CHECKING:
    from rollmops.server.table.room import Room


class Choice(Struct, eq=False):
    """A choice on its way: what came of it so far is not on disk yet."""

    room: Room
    connection: Connection
    ask: Choose
    begin: float
    events: list[Events]

    def fail(self, error: Exception) -> None:
        """The room's task takes over."""
        self.room.inbox.release(Begun(self.connection, self.ask, self.events, error))


class Choosing:
    """The choices of this pass of the loop, of all rooms of a house."""

    def __init__(self) -> None:
        self.choices: list[Choice] = []

    def take(self, room: Room, said: Said) -> bool:
        """Take up what was said if it is a choice, and the table such that nothing has to be waited for but the disk."""
        ask, connection = said.ask, said.connection
        if type(ask) is not Choose or room.sitting.match is None or not connection.welcomed or not room.prompt:
            return False
        room.house.measures.messages += 1
        room.inbox.held = True
        if not self.choices:
            asyncio.get_running_loop().call_soon(self.make_all)
        self.choices.append(Choice(room, connection, ask, time.perf_counter(), []))
        return True

    def make_all(self) -> None:
        """Make all choices that were taken up, and let the dice fall that follow."""
        choices, self.choices = self.choices, []
        made = [choice for choice in choices if _make(choice)]
        rolled = [choice for choice in made if _roll(choice)]
        for choice in rolled:
            try:
                choice.room.journal.begin(choice.events, partial(_go_on, choice))
            except Exception as error:
                choice.fail(error)


def _make(choice: Choice) -> bool:
    room, ask, connection = choice.room, choice.ask, choice.connection
    try:
        seat = room.presence.held_seat(connection, ask.seat)
        choice.events.append(room.sitting.choose(seat, ask.words, ask.sequence))
    except RollmopsError as error:
        connection.refuse(ask.id, kind_of(error), str(error))
        room.inbox.release()
        return False
    except Exception as error:
        choice.fail(error)
        return False
    room.failed = True  # the sitting is ahead of the disk
    return True


def _roll(choice: Choice) -> bool:
    sitting = choice.room.sitting
    match = sitting.running()
    try:
        while match.actors == CHANCE:
            choice.events.append(sitting.roll())
    except Exception as error:
        choice.fail(error)
        return False
    return True


def _go_on(choice: Choice, error: Exception | None) -> None:
    """It is on disk: everybody is told."""
    room = choice.room
    try:
        if error is not None:
            raise error
        room.journal.written(choice.events)
        room.failed = False
        room.sender.send_choice(room.sitting)
        room.look_around()
        room.house.measures.choices.add(time.perf_counter() - choice.begin)
    except Exception as error:
        choice.fail(error)
    else:
        room.inbox.release()
