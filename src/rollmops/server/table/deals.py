"""Deals: the same dice at several tables. A challenge ("beat my game") begins with a finished table, an evening with one
table for each group. Nobody is told a code that leads to the dice before having played: the seed is in every table's plan,
and each table reveals it when its own game is over.
"""

from __future__ import annotations

import asyncio
import base64
import hmac
import time
from functools import partial

import msgspec

from rollmops.engine.contract import LETTERS, NOBODY
from rollmops.engine.dice import commitment, house_salt, new_seed
from rollmops.engine.errors import BadTableError, RollmopsError
from rollmops.engine.keyed import KeyedDice, keyed_options
from rollmops.engine.logbook import Record, clean_name
from rollmops.games import components_text, game, house
from rollmops.games.records import HOUSE, salt_options
from rollmops.server.protocol import deals as wire
from rollmops.server.protocol.keys import SeatKey, TableMade
from rollmops.server.protocol.messages import Result
from rollmops.server.store.deals import DealtRow, StoredDeal, add_deal, add_dealt, keep_outcome, read_deal
from rollmops.server.store.events import DealPlan, Group, Plan, SeatPlan, Start
from rollmops.server.store.store import new_room
from rollmops.server.table.keys import CODE, lock_of, new_code, new_token, opened_by
from rollmops.server.table.plans import check_seats, plan_seats, today_text
from rollmops.server.table.problems import UnknownDealError
from rollmops.server.table.rooms import Rooms
from rollmops.server.table.sitting import Sitting
from rollmops.server.table.updates import result_of, state_of

DICE, DEALT = "dice", "dealt"
"""`option dice dealt`: other tables have the same dice; the salts are those of the first of them."""
MOST_TABLES = 100
"""Of one challenge."""
LOOK_AGAIN_SECONDS = 3.0
"""A table of which the store was asked is not read again before."""


class Outcome(msgspec.Struct, frozen=True):
    """How a table ended, as it is kept."""

    names: dict[str, str]
    people: tuple[str, ...]
    entries: int
    result: Result
    exact: bool = True
    scores: dict[str, wire.DealtScore] | None = None


outcome_decoder = msgspec.json.Decoder(Outcome)


class Finished(msgspec.Struct, frozen=True):
    """A game that is over and whose scores are to be reckoned."""

    deal: int
    number: int
    outcome: Outcome
    record: Record
    sitting: Sitting


class Deals:
    """Makes deals, sets their tables, tells how they stand."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.store = rooms.store
        self.read: dict[str, tuple[float, Sitting | None]] = {}  # tables that are not awake here, and when

    async def challenge(self, sitting: Sitting) -> str:
        """The code under which others may play this finished game with its dice; the same whenever it is asked for."""
        plan = sitting.plan
        if plan.same:
            return plan.same
        if plan.hand or not plan.keyed or plan.start is not None:
            raise BadTableError(
                "this game cannot be played again with the same dice: they were thrown by hand, began in another game, or"
                " are older than keyed dice"
            )
        header = sitting.running().header
        deal = DealPlan(
            code=new_code(),
            game=plan.game,
            version=plan.version,
            seats=tuple(
                SeatPlan(seat.plan.kind, seat.plan.level, seat.name if seat.plan.kind == "bot" else "", seat.colour, "")
                for seat in sitting.seats
            ),
            first=header.first or "A",
            odds=plan.odds,
            components=plan.components,
            seed=plan.seed,
            salts=dict(header.salts),
            options=header.options | {DICE: DEALT},
            date=plan.date,
            source=plan.code,
        )
        return str(await self.store.do(add_deal, plan=deal, tables=[{"room": {"code": plan.code}}]))

    async def evening(self, ask: wire.NewEvening, address: str = "") -> wire.DealMade:
        """A table for each group, all with the same dice, which nobody has seen: all salts are the house's."""
        rules, table = game(ask.table.game), ask.table
        if table.dice == "hand":
            raise BadTableError("with dice thrown by hand no two tables have the same; leave `dice` out")
        rules.chance.maker()  # raises MissingExtraError where dice cannot be thrown here
        check_seats(rules, table)
        parts = house(rules.name)
        if table.components is not None:
            parts = await asyncio.to_thread(components_text, rules.name, table.components)
            await self.rooms.count_box(parts, address)
        self.store.check_space()
        seed, letters = new_seed(), LETTERS[: len(table.seats)]
        salts = {letter: house_salt(seed, letter) for letter in letters}
        lot = {"first": "lot"} if table.first is None and rules.starter else {}
        host = new_token()
        deal = DealPlan(
            code=new_code(),
            game=rules.name,
            version=rules.version,
            seats=plan_seats(table, [""] * len(table.seats)),
            first=table.first or (LETTERS[KeyedDice(seed, salts).lot(len(salts))] if rules.starter else "A"),
            odds=table.odds,
            components=(parts.name, parts.digest),
            seed=seed,
            salts=salts,
            options=lot | keyed_options() | salt_options(dict.fromkeys(letters, HOUSE)) | {DICE: DEALT},
            date=today_text(),
            host=lock_of(host),
            groups=tuple(
                Group(clean_name(name) or f"Table {number}", new_token()) for number, name in enumerate(ask.groups, 1)
            ),
        )
        await self.rooms.warming.ready(deal.game)
        tables = []
        for group in deal.groups:
            plan = _table(deal, [group_token(group, letter) for letter in letters])
            tables.append(new_room(plan, parts.digest, parts.text()))
        await self.store.do(add_deal, plan=deal, tables=tables)
        return wire.DealMade(deal.code, host)

    async def set_table(self, code: str) -> TableMade:
        """Another table of a challenge, for whoever has its link."""
        found = await self._find(code)
        deal = found.plan
        self.store.check_space()
        if not deal.source:
            raise BadTableError("the tables of an evening are set by its host; ask for your group's link")
        if len(found.tables) >= MOST_TABLES:
            raise BadTableError(f"this game was played {MOST_TABLES} times; challenge somebody with another one")
        if game(deal.game).version != deal.version:
            raise BadTableError("the rules have changed since this game was played; challenge somebody with a newer one")
        ours, digest = house(deal.game), deal.components[1]
        text = ours.text() if ours.digest == digest else await asyncio.to_thread(self.store.components_of, digest)
        if not text:
            raise BadTableError("the component file of this game is no longer here; challenge somebody with a newer game")
        tokens = [new_token() for _ in deal.seats]
        plan = _table(deal, tokens)
        await self.rooms.warming.ready(deal.game)
        await self.store.do(add_dealt, deal=found.id, **new_room(plan, digest, text))
        return TableMade(plan.code, _keys(deal, tokens))

    async def group(self, code: str, secret: str) -> wire.GroupTable:
        """The table of the group that has this secret, and its keys."""
        found = await self._find(code)
        place = opened_by(secret, [lock_of(group.secret) for group in found.plan.groups])
        if place is None:
            raise UnknownDealError("there is no such group; ask your host for its link again")
        group = found.plan.groups[place]
        tokens = [group_token(group, letter) for letter in LETTERS[: len(found.plan.seats)]]
        return wire.GroupTable(found.tables[place].room, group.name, found.plan.game, _keys(found.plan, tokens))

    async def tell(self, code: str, played: str = "", host: str = "") -> tuple[wire.DealState, list[Finished]]:
        """How a deal stands, and the games whose scores are still to be reckoned.

        `played` is the code of a table of this deal: whoever has played there may look at the others. Codes, with which
        anybody could look, are told to nobody else before all have played.
        """
        found = await self._find(code)
        deal, is_host = found.plan, bool(host) and opened_by(host, [found.plan.host]) is not None
        tables, todo, exact = [], list[Finished](), True
        for row in found.tables:
            kept = None if row.outcome is None else outcome_decoder.decode(row.outcome)
            table, finished = await self._table(found, row, kept)
            if finished is not None:
                todo.append(finished)
            exact = exact and (kept is None or kept.exact)
            secret = deal.groups[row.number - 1].secret if is_host and row.number <= len(deal.groups) else ""
            tables.append((row.room, msgspec.structs.replace(table, secret=secret)))
        over = {room for room, table in tables if table.state in ("over", "gone")}
        may_look = played in over or (bool(deal.groups) and len(over) == len(tables))
        shown = tuple(
            msgspec.structs.replace(table, code=room) if may_look and table.state == "over" else table
            for room, table in tables
        )
        state = wire.DealState(
            code=deal.code,
            kind="evening" if deal.groups else "challenge",
            game=deal.game,
            title=game(deal.game).title,
            seats=tuple(
                wire.DealSeat(LETTERS[place], seat.kind, seat.name, seat.level)  # type: ignore[arg-type]
                for place, seat in enumerate(deal.seats)
            ),
            first=deal.first if game(deal.game).starter else None,
            commit=commitment(deal.seed),
            date=deal.date,
            exact=exact,
            tables=shown,
        )
        return state, todo

    async def keep(self, finished: Finished, outcome: Outcome) -> None:
        """Keep how a table ended, with its scores."""
        kept = msgspec.json.encode(outcome)
        await self.store.do(keep_outcome, deal=finished.deal, number=finished.number, outcome=kept)

    async def _find(self, code: str) -> StoredDeal:
        found = None
        if CODE.match(code):
            found = await asyncio.to_thread(self.store.ask, partial(read_deal, code=code))
        if found is None:
            raise UnknownDealError("there is no such challenge or evening; check the link")
        return found

    async def _table(
        self, found: StoredDeal, row: DealtRow, kept: Outcome | None
    ) -> tuple[wire.DealtTable, Finished | None]:
        deal = found.plan
        name = deal.groups[row.number - 1].name if row.number <= len(deal.groups) else ""
        if kept is not None:
            table = wire.DealtTable(
                row.number, name, "over", kept.entries, kept.people, kept.names, kept.result, kept.scores
            )
            return table, None
        sitting = await self._sitting(row.room)
        if sitting is None:
            return wire.DealtTable(row.number, name, "gone", 0, (), {}), None
        names = dict(zip(LETTERS, sitting.names(), strict=False))
        people = tuple(seat.name for seat in sitting.seats if seat.plan.kind != "bot" and seat.sat and seat.name)
        match = sitting.match
        if not sitting.over or match is None:
            return wire.DealtTable(row.number, name, state_of(sitting), len(sitting.lines), people, names), None
        result = result_of(match)
        outcome = Outcome(names, people, len(sitting.lines), result)
        finished = Finished(found.id, row.number, outcome, sitting.record(NOBODY), sitting)
        return wire.DealtTable(row.number, name, "over", outcome.entries, people, names, result, reckoning=True), finished

    async def _sitting(self, code: str) -> Sitting | None:
        """A table as it lies: our own room's, or as the store has it, whoever owns it."""
        room = self.rooms.rooms.get(code)
        if room is not None and not room.failed:
            return room.sitting
        now = time.monotonic()
        self.read = {one: known for one, known in self.read.items() if now - known[0] < LOOK_AGAIN_SECONDS}
        if code in self.read:
            return self.read[code][1]
        try:
            found, _ = await self.rooms.read_again(code)
        except RollmopsError:  # forgotten, or of older rules
            found = None
        self.read[code] = now, found
        return found


def group_token(group: Group, letter: str) -> str:
    """The secret of a seat at a group's table; the group's own secret makes it, so that its link is enough."""
    made = hmac.digest(group.secret.encode(), f"seat {letter}".encode(), "sha256")
    return base64.urlsafe_b64encode(made[:24]).decode()


def _table(deal: DealPlan, tokens: list[str]) -> Plan:
    """A table of this deal, with these keys."""
    seats = tuple(
        msgspec.structs.replace(seat, lock="" if seat.kind == "bot" else lock_of(token))
        for seat, token in zip(deal.seats, tokens, strict=True)
    )
    return Plan(
        code=new_code(),
        game=deal.game,
        version=deal.version,
        seats=seats,
        first=deal.first,
        odds=deal.odds,
        components=deal.components,
        seed=deal.seed,
        date=today_text(),
        start=Start((), deal.options, deal.salts),
        keyed=True,
        same=deal.code,
    )


def _keys(deal: DealPlan, tokens: list[str]) -> tuple[SeatKey, ...]:
    return tuple(
        SeatKey(LETTERS[place], seat.kind, token)  # type: ignore[arg-type]  # one of the eight letters
        for place, (seat, token) in enumerate(zip(deal.seats, tokens, strict=True))
        if seat.kind != "bot"
    )
