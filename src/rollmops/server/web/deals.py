"""The HTTP side of shared dice: challenges and evenings. Scores are reckoned beside the tables, one game at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rollmops.engine.errors import RollmopsError
from rollmops.review.duplicate import scores_of
from rollmops.review.effort import QUICK, USUAL
from rollmops.review.structs import Review
from rollmops.server.protocol import deals as wire
from rollmops.server.store.files import StoreError
from rollmops.server.table.deals import Deals, Finished
from rollmops.server.table.room import Room
from rollmops.server.web.bodies import Answer, read_struct
from rollmops.server.web.reckoner import Reckoner
from rollmops.server.web.replies import bearer, reply
from rollmops.server.web.socket import address
from rollmops.server.web.tasks import ReviewTask

log = logging.getLogger("rollmops.server")
LONGEST_EVENING_BYTES = 150_000
SCORE_SECONDS = 120.0
"""For which one game may be looked at; longer ones are looked at quickly."""


class DealsApi:
    """Endpoints under /api/deals, and the challenge of a table."""

    def __init__(self, deals: Deals, reckoner: Reckoner) -> None:
        self.deals = deals
        self.reckoner = reckoner
        self.alone = asyncio.Semaphore(1)
        self.reckoning: dict[tuple[int, int], asyncio.Task[None]] = {}
        self.given_up: set[tuple[int, int]] = set()  # games that could not be reckoned since the start

    def routes(self, guard: Callable[[Answer], Answer], finished: Callable[[Request], Awaitable[Room]]) -> list[Route]:
        """What is answered; `guard` and `finished` are the API's own."""

        async def challenge(request: Request) -> Response:
            room = await finished(request)
            return reply(wire.DealMade(await self.deals.challenge(room.sitting)), 201)

        async def evening(request: Request) -> Response:
            ask = await read_struct(request, wire.NewEvening, LONGEST_EVENING_BYTES)
            return reply(await self.deals.evening(ask, address(request.scope)), 201)

        async def set_table(request: Request) -> Response:
            return reply(await self.deals.set_table(request.path_params["deal"]), 201)

        async def group(request: Request) -> Response:
            return reply(await self.deals.group(request.path_params["deal"], bearer(request)))

        return [
            Route("/api/tables/{code}/challenge", guard(challenge), methods=["POST"]),
            Route("/api/deals", guard(evening), methods=["POST"]),
            Route("/api/deals/{deal}", guard(self.tell), methods=["GET"]),
            Route("/api/deals/{deal}/tables", guard(set_table), methods=["POST"]),
            Route("/api/deals/{deal}/group", guard(group), methods=["GET"]),
        ]

    async def tell(self, request: Request) -> Response:
        """How a deal stands."""
        played = request.query_params.get("table", "")
        state, todo = await self.deals.tell(request.path_params["deal"], played, bearer(request))
        for game in todo:
            key = (game.deal, game.number)
            if key not in self.reckoning and key not in self.given_up:
                self.reckoning[key] = asyncio.create_task(self._reckon(key, game))
        lost = {game.number for game in todo if (game.deal, game.number) in self.given_up}
        if lost:
            tables = (
                msgspec.structs.replace(one, reckoning=one.reckoning and one.number not in lost) for one in state.tables
            )
            state = msgspec.structs.replace(state, tables=tuple(tables))
        return reply(state)

    async def _reckon(self, key: tuple[int, int], game: Finished) -> None:
        try:
            async with self.alone:
                review = await self._review(game)
            scores = {
                one.seat: wire.DealtScore(one.start, one.luck, one.given_away, one.score, one.error)
                for one in scores_of(review, game.outcome.result.points)
            }
            await self.deals.keep(game, msgspec.structs.replace(game.outcome, scores=scores, exact=review.exact))
        except StoreError:  # it has said so itself, and this is reckoned again when somebody asks
            pass
        except Exception:
            log.exception("no scores for a game with shared dice")
            self.given_up.add(key)
        finally:
            self.reckoning.pop(key, None)

    async def _review(self, game: Finished) -> Review:
        try:
            body = await self.reckoner.do(self._task(game, USUAL))
        except RollmopsError:
            body = await self.reckoner.do(self._task(game, QUICK))
        return msgspec.json.decode(body, type=Review)

    def _task(self, game: Finished, effort: str) -> ReviewTask:
        return ReviewTask(game.record, game.sitting.components, effort, SCORE_SECONDS, "closer")

    async def close(self) -> None:
        """Stop reckoning; what is not kept is reckoned again."""
        for task in list(self.reckoning.values()):
            task.cancel()
