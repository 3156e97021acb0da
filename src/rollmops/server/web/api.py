"""The HTTP side: lids of the games, new tables, and what can be asked of one: its record, proof, replay and review."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from rollmops.daily.shelf import NoDayError, TooEarlyError, read_date, today
from rollmops.engine.contract import LETTERS, NOBODY, is_seat
from rollmops.engine.errors import RollmopsError
from rollmops.engine.logbook import Record
from rollmops.games import all_games, game, house_text, rules_text
from rollmops.games.lessons import lesson_text
from rollmops.review.effort import USUAL
from rollmops.server.limits import Gate
from rollmops.server.protocol import requests
from rollmops.server.protocol.daily import Today
from rollmops.server.protocol.keys import PushKey
from rollmops.server.protocol.lids import GameInfo, Games
from rollmops.server.protocol.messages import Problem, message_encoder
from rollmops.server.protocol.words import LONGEST_BODY_BYTES, VERSION
from rollmops.server.table.archive import OldRulesError, locks_of, old_record
from rollmops.server.table.boards import board_reply, tried_on_board
from rollmops.server.table.dailies import Dailies
from rollmops.server.table.keys import opened_by
from rollmops.server.table.lessons import lesson_reply
from rollmops.server.table.problems import EarlyError, problem_of
from rollmops.server.table.pushing import Pusher
from rollmops.server.table.replays import proof_of, replay_of
from rollmops.server.table.room import Room
from rollmops.server.table.rooms import Rooms
from rollmops.server.table.thinking import levels_of
from rollmops.server.web.bodies import Answer, RefusedError, read_body, read_struct
from rollmops.server.web.deals import DealsApi
from rollmops.server.web.logbooks import LogbooksApi
from rollmops.server.web.passing import Passing
from rollmops.server.web.reckoner import ReckonedError
from rollmops.server.web.replay_queue import ReplayQueue
from rollmops.server.web.replies import bearer, reply, text_reply
from rollmops.server.web.reviews import Reviews
from rollmops.server.web.socket import address, same_origin
from rollmops.server.web.whatifs import WhatIfs

STATUS: dict[str, int] = {
    "unknown table": 404,
    "not found": 404,
    "too fast": 429,
    "too big": 413,
    "too early": 409,
    "full": 503,
    "cannot write": 503,
    "out of time": 503,
}
LONGEST_TABLE_BYTES = 150_000
START = re.compile(r"[0-9]{1,6}")


def file_name(record: Record) -> str:
    """What a logbook is called when it is downloaded."""
    return f"{record.header.game}-{record.header.date}.rollmops"


@dataclass(frozen=True)
class Services:
    """What the endpoints ask for their answers."""

    rooms: Rooms
    gate: Gate
    origins: frozenset[str]
    reviews: Reviews
    whatifs: WhatIfs
    dailies: Dailies
    pusher: Pusher
    deals: DealsApi
    passing: Passing | None = None


class Api:
    """All endpoints under /api but the socket."""

    def __init__(self, services: Services) -> None:
        self.rooms = services.rooms
        self.gate = services.gate
        self.origins = services.origins
        self.reviews = services.reviews
        self.dailies = services.dailies
        self.pusher = services.pusher
        self.deals = services.deals
        self.passing = services.passing
        self.queue = ReplayQueue(self.gate.limits.replays)
        self.logbooks = LogbooksApi(self.rooms, self.reviews, services.whatifs, self.queue)

    def routes(self) -> list[Route]:
        """What is answered, and by whom."""
        get, post = ["GET"], ["POST"]
        return [
            Route("/api/games", self._guard(self.games, free=True), methods=get),
            Route("/api/games/{name}/rules", self._guard(self.rules), methods=get),
            Route("/api/games/{name}/components", self._guard(self.components), methods=get),
            Route("/api/lessons/{name}", self._guard(self.lesson), methods=get),
            Route("/api/boards/{name}", self._guard(self.board), methods=get),
            Route("/api/push", self._guard(self.push_key), methods=get),
            Route("/api/daily", self._guard(self.what_day), methods=get),
            Route("/api/daily/{day}", self._guard(self.daily), methods=get),
            Route("/api/tables", self._guard(self.set_table), methods=post),
            Route("/api/tables/{code}", self._guard(self.table), methods=get),
            Route("/api/tables/{code}/record", self._guard(self.record), methods=get),
            Route("/api/tables/{code}/proof", self._guard(self.proof), methods=get),
            Route("/api/tables/{code}/replay", self._guard(self.replay), methods=get),
            Route("/api/tables/{code}/review", self._guard(self.review), methods=get),
            *self.logbooks.routes(self._guard),
            *self.deals.routes(self._guard, self._finished),
            Route("/api/{rest:path}", self._guard(self.nothing)),
        ]

    def _guard(self, answer: Answer, *, free: bool = False) -> Answer:
        """Errors become problems; too many requests, and pages of others, are refused."""

        async def guarded(request: Request) -> Response:
            try:
                if not same_origin(request.scope, self.origins):
                    raise RefusedError("bad message", "this page is not of this server")
                what = "tables" if request.method == "POST" else "looks"
                if not free and not self.gate.may(what, address(request.scope)):
                    raise RefusedError("too fast", "too many requests from here; wait a little and try again")
                if self.passing is not None and "code" in request.path_params:
                    request._body = await read_body(request, LONGEST_BODY_BYTES)  # kept: it may have to be passed on
                    return await self.passing.request(request, address(request.scope), answer)
                return await answer(request)
            except ClientDisconnect:  # nobody is there to hear an answer
                return Response(status_code=400)
            except RefusedError as error:
                return reply(Problem(0, error.kind, str(error)), STATUS.get(error.kind, 400))
            except RollmopsError as error:
                problem = error.problem if isinstance(error, ReckonedError) else problem_of(error)
                return reply(problem, STATUS.get(problem.kind, 400))

        return guarded

    async def nothing(self, request: Request) -> Response:
        """Any other path."""
        raise RefusedError("not found", "there is nothing here; docs/server.md lists what there is")

    async def games(self, request: Request) -> Response:
        """The lids."""
        lids = []
        for name in all_games():
            rules = game(name)
            lids.append(
                GameInfo(
                    name=name,
                    title=rules.title,
                    fewest=rules.fewest,
                    most=rules.most,
                    minutes=rules.minutes,
                    secrets=rules.secrets,
                    starter=rules.starter,
                    levels=levels_of(rules),
                    ready=self.rooms.warming.is_ready(name),
                    lesson=lesson_text(name) is not None,
                )
            )
        return reply(Games(VERSION, tuple(lids)))

    async def rules(self, request: Request) -> Response:
        """A game's rules in our own words."""
        name = game(request.path_params["name"]).name
        return text_reply(rules_text(name), "text/markdown")

    async def lesson(self, request: Request) -> Response:
        """A game's lesson, with every table of it."""
        name = game(request.path_params["name"]).name
        if lesson_text(name) is None:
            raise RefusedError("not found", f"the game '{name}' brings no lesson; its rules are at /api/games/{name}/rules")
        await self.rooms.warming.ready(name)
        async with self.queue.turn(request):
            return reply(await asyncio.to_thread(lesson_reply, name))

    async def board(self, request: Request) -> Response:
        """A small board of the rules."""
        name, query = game(request.path_params["name"]).name, request.query_params
        await self.rooms.warming.ready(name)
        async with self.queue.turn(request):
            if "tried" in query:
                return reply(await asyncio.to_thread(tried_on_board, name, query.get("record", ""), query["tried"]))
            asked = query.get("point", ""), query.get("record", ""), query.get("line", "")
            return reply(await asyncio.to_thread(board_reply, name, *asked))

    async def push_key(self, request: Request) -> Response:
        """What browsers subscribe to push notices with."""
        return reply(PushKey(await asyncio.to_thread(self.pusher.public_key)))

    async def what_day(self, _request: Request) -> Response:
        """Which day of the catch it is."""
        return reply(Today(str(today())))

    async def daily(self, request: Request) -> Response:
        """The catch of a day that has come."""
        day = read_date(request.path_params["day"])
        self.dailies.wanted.set()
        try:
            async with self.queue.turn(request):
                return reply(await asyncio.to_thread(self.dailies.tell, day))
        except NoDayError:
            raise RefusedError("not found", f"the catch of {day} is still being made; look again in a few minutes") from None
        except TooEarlyError as error:
            raise EarlyError(str(error)) from None

    async def components(self, request: Request) -> Response:
        """The component file that comes with a game."""
        return text_reply(house_text(game(request.path_params["name"]).name))

    async def set_table(self, request: Request) -> Response:
        """A new table."""
        ask = await read_struct(request, requests.NewTable, LONGEST_TABLE_BYTES)
        return reply(await self.rooms.set_table(ask, address(request.scope)), 201)

    async def table(self, request: Request) -> Response:
        """How a table stands."""
        room = await self._room(request)
        return reply(await room.read(Room.table_state))

    async def record(self, request: Request) -> Response:
        """The logbook as whoever asks may see it."""
        token = bearer(request)
        try:
            room = await self._room(request)
        except OldRulesError as old:
            seat = opened_by(token, locks_of(old.stored)) if token else None
            kept = old_record(old.stored, "*" if seat is None else LETTERS[seat])
            return text_reply(kept.text(), name=file_name(kept))

        def look(room: Room) -> Record:
            if room.sitting.match is None:
                raise EarlyError("the game has not begun; there is no logbook yet")
            seat = room.sitting.holds(token) if token else None
            return room.sitting.record(NOBODY if seat is None else seat)

        record = await room.read(look)
        return text_reply(record.text(), name=file_name(record))

    async def _finished(self, request: Request) -> Room:
        room = await self._room(request)
        if not await room.read(lambda room: room.sitting.over):
            raise EarlyError("the game is not over; until then the seed of its dice is a secret")
        return room

    async def proof(self, request: Request) -> Response:
        """Every draw of a finished game."""
        sitting = (await self._finished(request)).sitting

        def make() -> bytes:
            return message_encoder.encode(proof_of(sitting.full_record(), sitting.components))

        async with self.queue.turn(request):
            return reply(await asyncio.to_thread(make))

    async def replay(self, request: Request) -> Response:
        """A finished game, step by step."""
        sitting = (await self._finished(request)).sitting
        letter = request.query_params.get("seat", "")
        seat = LETTERS.index(letter) if letter and is_seat(letter) else NOBODY
        start = request.query_params.get("start", "0")
        if not START.fullmatch(start):
            raise RefusedError("bad message", "`start` is the number of a step")
        self.reviews.reckoner.expect(sitting.game.name)
        async with self.queue.turn(request):
            record, kept = sitting.full_record(), list(sitting.lines)
            return reply(await asyncio.to_thread(replay_of, record, sitting.components, seat, kept, int(start)))

    async def review(self, request: Request) -> Response:
        """What was luck and what was skill in a finished game."""
        sitting = (await self._finished(request)).sitting
        record = sitting.full_record()
        effort = request.query_params.get("effort", USUAL)
        return reply(await self.reviews.make(request, record, lambda: sitting.components, effort=effort))

    async def _room(self, request: Request) -> Room:
        room = await self.rooms.find(request.path_params["code"])
        if room is None:
            raise RefusedError("unknown table", "there is no such table; check the link")
        return room
