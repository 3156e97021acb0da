"""What can be asked of any logbook that is sent here: its replay, its review, what if, and a table that goes on from it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, NOBODY
from rollmops.engine.errors import RollmopsError
from rollmops.engine.logbook import Record
from rollmops.games import components_text, kept_components
from rollmops.games.beginning import Beginning, go_on_from
from rollmops.games.records import open_match
from rollmops.server.protocol import requests
from rollmops.server.protocol.words import LONGEST_BODY_BYTES
from rollmops.server.table.replays import read_short_record, replay_of
from rollmops.server.table.rooms import Rooms
from rollmops.server.web.bodies import Answer, read_struct
from rollmops.server.web.replay_queue import ReplayQueue
from rollmops.server.web.replies import reply
from rollmops.server.web.reviews import Reviews
from rollmops.server.web.socket import address
from rollmops.server.web.whatifs import WhatIfs


class LogbooksApi:
    """The endpoints that are sent a logbook."""

    def __init__(self, rooms: Rooms, reviews: Reviews, whatifs: WhatIfs, queue: ReplayQueue) -> None:
        self.rooms = rooms
        self.reviews = reviews
        self.whatifs = whatifs
        self.queue = queue

    def routes(self, guard: Callable[[Answer], Answer]) -> list[Route]:
        """What is answered, and by whom."""
        asked = {
            "/api/replay": self.replay_file,
            "/api/review": self.review_file,
            "/api/what-if": self.what_if,
            "/api/play-on": self.play_on,
        }
        return [Route(path, guard(answer), methods=["POST"]) for path, answer in asked.items()]

    async def replay_file(self, request: Request) -> Response:
        """Any logbook, step by step."""
        async with self.queue.turn(request):
            ask = await read_struct(request, requests.ReplayAsk, LONGEST_BODY_BYTES)
            seat = LETTERS.index(ask.seat) if ask.seat else NOBODY
            record = await asyncio.to_thread(read_short_record, ask.record)
            await self.rooms.warming.ready(record.header.game)
            self.reviews.reckoner.expect(record.header.game)

            def make() -> bytes:
                return replay_of(record, self._components_for(record, ask.components), seat, None, ask.start)

            return reply(await asyncio.to_thread(make))

    async def review_file(self, request: Request) -> Response:
        """What was luck and what was skill in any logbook."""
        async with self.queue.turn(request):
            ask = await read_struct(request, requests.ReviewAsk, LONGEST_BODY_BYTES)
            record = await asyncio.to_thread(read_short_record, ask.record)
        await self.rooms.warming.ready(record.header.game)
        given = ask.components or ""
        parts = lambda: self._components_for(record, ask.components)  # noqa: E731
        return reply(await self.reviews.make(request, record, parts, given, ask.effort))

    async def what_if(self, request: Request) -> Response:
        """How a game would end after another line."""
        async with self.queue.turn(request):
            ask = await read_struct(request, requests.WhatIfAsk, LONGEST_BODY_BYTES)
            record = await asyncio.to_thread(read_short_record, ask.record)
        await self.rooms.warming.ready(record.header.game)
        parts = lambda: self._components_for(record, ask.components)  # noqa: E731
        return reply(await self.whatifs.answer(request, ask, record, parts))

    async def play_on(self, request: Request) -> Response:
        """A table that goes on from any logbook."""
        async with self.queue.turn(request):
            ask = await read_struct(request, requests.PlayOn, LONGEST_BODY_BYTES)
            record = await asyncio.to_thread(read_short_record, ask.record)
            await self.rooms.warming.ready(record.header.game)

            def begin() -> Beginning:
                parts = self._components_for(record, ask.components)
                return go_on_from(record, ask.entries, same_dice=ask.dice == "record", components=parts)

            beginning = await asyncio.to_thread(begin)
        return reply(await self.rooms.play_on(ask, beginning, record.header.game, address(request.scope)), 201)

    def _components_for(self, record: Record, text: str | None) -> Components | None:
        """The components of a record: those given, or those of its digest if a table here was ever set with them."""
        if text is not None:
            return components_text(record.header.game, text)
        if record.header.components:
            try:
                open_match(record.header)
            except RollmopsError:
                stored = self.rooms.store.components_of(record.header.components[1])
                return kept_components(record.header.game, stored) if stored else None
        return None
