"""Plans of tables: what people ask for, checked and completed, as the store keeps it."""

from __future__ import annotations

import datetime

from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, Game
from rollmops.engine.dice import new_seed
from rollmops.engine.errors import BadTableError
from rollmops.engine.keyed import is_keyed
from rollmops.engine.logbook import clean_name
from rollmops.games import game, house
from rollmops.games.beginning import Beginning
from rollmops.minds.levels import bot_names
from rollmops.server.protocol import requests
from rollmops.server.store.events import Clock, Plan, SeatPlan, Start
from rollmops.server.table.hours import zone_of
from rollmops.server.table.keys import lock_of, new_code
from rollmops.server.table.sitting import COLOURS, Sitting
from rollmops.server.table.thinking import check_level


def new_plan(ask: requests.NewTable, tokens: list[str], components: Components, beginning: Beginning | None) -> Plan:
    """A new table, which may go on from a record; a token for each seat, empty for those of bots."""
    rules = game(ask.game)
    return Plan(
        code=new_code(),
        game=rules.name,
        version=rules.version,
        seats=plan_seats(ask, tokens),
        first=beginning.first or "A" if beginning else ask.first,
        odds=ask.odds,
        components=(components.name, components.digest),
        seed=(beginning.seed if beginning else "") or new_seed(),
        date=today_text(),
        start=_start(beginning) if beginning else None,
        hand=ask.dice == "hand",
        clock=_clock(ask.clock),
        keyed=_keyed(ask, beginning),
    )


def next_plan(sitting: Sitting, ask: requests.NextGame) -> tuple[Plan, Components]:
    """A table for the same people, and what it is played with; in a rematch the seat after the last starter begins."""
    old, rules = sitting.plan, game(ask.game or sitting.plan.game)
    _check_count(rules, len(old.seats))
    first = ask.first
    if first is None and rules.name == old.game and rules.starter:
        last = sitting.running().header.first or "A"
        first = LETTERS[(LETTERS.index(last) + 1) % len(old.seats)]  # type: ignore[assignment]
    _check_first(first, len(old.seats))
    components = sitting.components if rules.name == old.game else house(rules.name)
    plan = Plan(
        code=new_code(),
        game=rules.name,
        version=rules.version,
        seats=tuple(SeatPlan(seat.plan.kind, seat.plan.level, seat.name, seat.colour, seat.lock) for seat in sitting.seats),
        first=first,
        odds=old.odds,
        hand=old.hand,
        clock=old.clock,
        keyed=not old.hand,
        components=old.components if rules.name == old.game else (components.name, components.digest),
        seed=new_seed(),
        date=today_text(),
    )
    return plan, components


def today_text() -> str:
    """This day, as a header says it."""
    return datetime.datetime.now(datetime.UTC).date().isoformat()


def _clock(ask: requests.NewClock | None) -> Clock | None:
    if ask is None:
        return None
    if ask.opens >= ask.closes:
        raise BadTableError(f"playing hours from {ask.opens} to {ask.closes} o'clock are none; they end after they begin")
    zone_of(ask.zone)
    return Clock(ask.seconds, check_level(ask.level), ask.zone, ask.opens, ask.closes)


def _keyed(ask: requests.NewTable, beginning: Beginning | None) -> bool:
    """Whether the dice are keyed: all new ones are, and those of a record that go on if they were."""
    if beginning is not None and beginning.seed:
        return is_keyed(beginning.options)
    return ask.dice != "hand"


def _start(beginning: Beginning) -> Start:
    entries = tuple(str(entry) for entry in beginning.entries)
    return Start(entries, beginning.options, beginning.salts, beginning.drawn, beginning.arena)


def check_seats(rules: Game, ask: requests.NewTable) -> None:
    """Refuse (BadTableError) seats at which this game cannot be played."""
    _check_count(rules, len(ask.seats))
    _check_first(ask.first, len(ask.seats))
    if all(seat.kind == "bot" for seat in ask.seats):
        raise BadTableError("somebody must sit down: not every seat can be a bot's")
    wished = [seat.colour for seat in ask.seats if seat.colour]
    twice = next((colour for place, colour in enumerate(wished) if colour in wished[:place]), None)
    if twice:
        raise BadTableError(f"two seats cannot both be {twice}; choose another colour for one of them")


def _check_count(rules: Game, seats: int) -> None:
    if not rules.fewest <= seats <= rules.most:
        raise BadTableError(f"{rules.title} is for {rules.fewest} to {rules.most} players, not {seats}")


def _check_first(first: str | None, seats: int) -> None:
    if first and LETTERS.index(first) >= seats:
        raise BadTableError(f"seat {first} cannot begin: there are {seats} seats")


def plan_seats(ask: requests.NewTable, tokens: list[str]) -> tuple[SeatPlan, ...]:
    """Colours as wished, else the next free one; bots without a name get one."""
    wished = {seat.colour for seat in ask.seats}
    colours = [colour for colour in COLOURS if colour not in wished]
    taken = [clean_name(seat.name) for seat in ask.seats]
    plans = []
    for seat, token in zip(ask.seats, tokens, strict=True):
        colour = seat.colour or colours.pop(0)
        level = check_level(seat.level) if seat.kind == "bot" else ""
        name = clean_name(seat.name)
        if seat.kind == "bot" and not name:
            (name,) = bot_names([level], taken)
            taken.append(name)
        plans.append(SeatPlan(seat.kind, level, name, colour, lock_of(token) if token else ""))
    return tuple(plans)
