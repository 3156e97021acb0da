"""What pages ask of a room, and what it answers: one function for each kind of request that is more than a line."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from rollmops.engine.contract import LETTERS
from rollmops.engine.errors import RollmopsError
from rollmops.server.protocol import messages, requests
from rollmops.server.protocol.messages import message_encoder
from rollmops.server.protocol.words import CLOSE_FULL
from rollmops.server.store.pushes import Push, drop_push, keep_push, subscribed_seats
from rollmops.server.table.connection import Connection
from rollmops.server.table.problems import kind_of

if TYPE_CHECKING:
    from rollmops.server.table.room import Room

COUNTED = (
    requests.Undo,
    requests.Sit,
    requests.Renew,
    requests.Leave,
    requests.LetBot,
    requests.TakeBack,
    requests.Subscribe,
)
"""What makes the journal longer without bringing the game forward: an address may do it only so often."""


async def answer(room: Room, connection: Connection, ask: requests.PageRequest) -> None:
    """A page said something."""
    try:
        match ask:
            case requests.Choose() if connection.welcomed:  # first: it is what nearly everybody says
                begin = time.perf_counter()
                seat = room.presence.held_seat(connection, ask.seat)
                await room.commit([room.sitting.choose(seat, ask.words, ask.sequence)])
                room.house.measures.choices.add(time.perf_counter() - begin)
            case requests.Hello():
                await _hello(room, connection, ask)
            case requests.Ping():
                connection.send(messages.Pong(ask.id))
            case _ if not connection.welcomed:
                connection.refuse(ask.id, "bad message", "say hello first")
            case _ if isinstance(ask, COUNTED) and not room.house.gate.may("changes", connection.address):
                connection.refuse(ask.id, "too fast", "so often nothing need be changed; wait a little and try again")
            case requests.NextGame():
                await _next(room, connection, ask)
            case requests.Seen():
                connection.visible = ask.visible
            case requests.Put():
                room.presence.may_put(room.sitting, connection)
                await room.commit([room.sitting.put(ask.words, ask.sequence)])
            case requests.Undo():
                room.presence.any_seat(connection)
                await room.commit([room.sitting.undo(ask.sequence)])
            case requests.LetBot():
                room.presence.any_seat(connection)
                await room.commit([room.presence.let_bot(room.sitting, LETTERS.index(ask.seat), ask.level)])
            case _:
                seat = room.presence.held_seat(connection, ask.seat)
                await _from_seat(room, connection, seat, ask)
    except RollmopsError as error:
        if room.failed:
            raise
        connection.refuse(ask.id, kind_of(error), str(error))


async def _from_seat(room: Room, connection: Connection, seat: int, ask: Any) -> None:
    sitting = room.sitting
    match ask:
        case requests.Try():
            why = sitting.may_choose(seat, ask.words)
            connection.send(messages.Tried(ask.id, ask.words, not why, why))
        case requests.TakeBack():
            await room.commit([sitting.withdraw(seat, ask.sequence)])
        case requests.Sit():
            await room.commit([sitting.sit(seat, ask.name, ask.colour, ask.promise)])
        case requests.Open():
            await room.commit(sitting.open(seat, ask.salt))
        case requests.AskOdds():
            room.background.odds(room.sitting, connection, seat, ask)
        case requests.AskForecast():
            room.background.forecast(room.sitting, connection, seat, ask)
        case requests.AskHint():
            room.background.hint(room.sitting, connection, seat, ask.id)
        case requests.Subscribe():
            push = Push(room.row, seat, ask.endpoint, ask.p256dh, ask.auth, ask.language)
            await room.house.store.do(keep_push, push=push)
            room.subscribed.add(seat)
        case requests.Unsubscribe():
            await room.house.store.do(drop_push, room=room.row, seat=seat, endpoint=ask.endpoint)
            room.subscribed = set(await room.house.store.do(subscribed_seats, room=room.row))
        case requests.Leave():
            events = room.presence.leave(sitting, connection, seat)
            await room.commit(events)
            room.sender.send_table(room.sitting)
            room.sender.welcome(room.sitting, connection)
        case requests.Emote():
            _emote(room, connection, ask)
        case requests.Rolled():
            _rolled(room, connection, ask)
        case requests.Renew():
            event, token = room.presence.renew(sitting, seat)
            await room.commit([event])
            await room.house.store.do(drop_push, room=room.row, seat=seat)  # who knew the old key is told no more
            room.subscribed.discard(seat)
            connection.send(messages.Renewed(ask.id, ask.seat, token))


def _emote(room: Room, connection: Connection, ask: requests.Emote) -> None:
    """Everybody here sees it, and nobody who comes later: it is no part of the game."""
    if not connection.emotes.take():
        connection.refuse(ask.id, "too fast", "let the others look at the last drawings first; wait a few seconds")
        return
    shown = message_encoder.encode(messages.Emoted(ask.seat, ask.emote))
    for other in room.presence.connections:
        other.send_encoded(shown)


def _rolled(room: Room, connection: Connection, ask: requests.Rolled) -> None:
    """The others hear of each throw once; a line that is not theirs to throw, or was told of, is passed over."""
    lines, first = room.sitting.lines, connection.pressed is None
    known = -1 if connection.pressed is None else connection.pressed
    new = known < ask.line < len(lines) and lines[ask.line].seat == ask.seat
    connection.pressed = ask.line if new else known
    if first:
        room.sender.send_table(room.sitting)
    if not new:
        return
    message = message_encoder.encode(messages.Pressed(ask.seat, ask.line))
    for other in room.presence.connections:
        if other is not connection:
            other.send_encoded(message)


async def _hello(room: Room, connection: Connection, ask: requests.Hello) -> None:
    if not connection.hellos.take():
        connection.refuse(ask.id, "too fast", "you have said hello already; what is new comes by itself")
        return
    if not room.presence.has_room(room.sitting, connection, ask.tokens, room.house.per_room):
        connection.refuse(ask.id, "full", f"{room.house.per_room} watch this table already; come back later")
        connection.close(CLOSE_FULL)
        return
    if not room.presence.connections:
        room.clock.start_anew()
    events, displaced, unknown = room.presence.hello(room.sitting, connection, ask.tokens)
    if unknown:
        connection.refuse(ask.id, "unknown seat", "a token opens no seat here; ask for the seat's link again")
    await room.persist(events)
    connection.known = ask.sequence
    room.sender.welcome(room.sitting, connection)
    for other, lost in displaced.items():
        other.send(messages.Taken(tuple(LETTERS[seat] for seat in lost)))
        if not other.seats and room.presence.watchers > room.house.per_room:
            other.close(CLOSE_FULL)
        else:
            room.sender.welcome(room.sitting, other)
    if connection.seats or displaced:
        room.sender.send_table(room.sitting, but=connection)
    else:
        room.sender.send_table_soon()
    await room.commit([])


async def _next(room: Room, connection: Connection, ask: requests.NextGame) -> None:
    by = room.presence.any_seat(connection)
    if not room.sitting.over:
        connection.refuse(ask.id, "too early", "the next game can be set when this one is over")
        return
    if room.sitting.next is None:
        code = await room.house.next_table(room.sitting, ask)
        await room.commit([room.sitting.go_on(code)])
        for other in room.presence.connections:
            other.send(messages.Moved(ask.id if other is connection else 0, code, LETTERS[by]))
    else:
        connection.send(messages.Moved(ask.id, room.sitting.next, LETTERS[by]))
