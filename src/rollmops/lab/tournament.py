"""Minds against each other: every pairing with the same dice, seats rotated through all places, luck subtracted.

At a table of two a pairing plays every deal of dice twice, each mind once in the first seat. At a larger table one mind sits
alone among seats of the other, once in every place; then the other way round. What a deal brings is one observation: its
games share their dice and are not independent. The same seed gives the same bytes for any number of processes.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import msgspec
import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS
from rollmops.engine.dice import LabDice
from rollmops.engine.errors import BadTableError
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.games import game as find_game
from rollmops.lab.batches import run_batches
from rollmops.lab.ladder import Standing, standings, surely_decided
from rollmops.minds import mind
from rollmops.minds.loop import ForfeitError, play
from rollmops.review.luck import Luck, luck_finder

DEALS_PER_ROUND = 8
"""Deals that every pairing plays before anybody looks whether it is decided."""
MOST_GAMES = 10**7


@dataclass(frozen=True)
class Plan:
    """What is to be played."""

    game: str
    components: Components
    seats: int
    minds: tuple[str, ...]
    games: int  # of each pairing at the most
    seed: int
    until_sure: bool = False

    @property
    def pairings(self) -> list[tuple[int, int]]:
        """Who sits alone among whom, as places in `minds`; at a table of two it is the same either way."""
        places = range(len(self.minds))
        return list(itertools.combinations(places, 2) if self.seats == 2 else itertools.permutations(places, 2))

    @property
    def deals(self) -> int:
        """How many deals each pairing plays at the most; a deal is played once from every place."""
        return -(-self.games // self.seats)


class Deal(msgspec.Struct, frozen=True, array_like=True):
    """What one deal of a pairing brought: for each place of the mind that sits alone, every seat's share, luck, points."""

    pairing: int
    number: int
    shares: list[list[float]]
    luck: list[list[float]] | None
    points: list[list[int]]
    forfeits: list[str]

    def raw(self) -> float:
        """The mean share of the mind that sits alone."""
        return sum(row[place] for place, row in enumerate(self.shares)) / len(self.shares)

    def fair(self) -> float:
        """The same with the luck of the dice subtracted, where it is known."""
        if self.luck is None:
            return self.raw()
        return self.raw() - sum(row[place] for place, row in enumerate(self.luck)) / len(self.luck)


class Tournament(msgspec.Struct, frozen=True):
    """What came out."""

    game: str
    components: str
    seats: int
    games: int
    seed: int
    luck_subtracted: bool
    minds: list[Standing]
    pairings: list[Standing]
    forfeits: list[str]


def play_tournament(
    plan: Plan,
    jobs: int = 1,
    *,
    known: Iterable[Deal] = (),
    keep: Callable[[Deal], None] | None = None,
    progress: Callable[[int], None] | None = None,
    cluster: str | None = None,
) -> tuple[Tournament, list[Deal]]:
    """Play every pairing; `known` deals are not played again, `keep` hears of every new one in order. The work is done in
    so many processes, or by the workers of the Dask cluster at this address.

    Raises BadTableError where the plan makes no sense.
    """
    check(plan)
    done = {(deal.pairing, deal.number): deal for deal in known}
    table: list[list[Deal]] = [[] for _ in plan.pairings]
    for first in range(0, plan.deals, DEALS_PER_ROUND):
        numbers = range(first, min(first + DEALS_PER_ROUND, plan.deals))
        playing = [pairing for pairing, deals in enumerate(table) if not (plan.until_sure and _decided(plan, deals))]
        wanted = [(pairing, number) for pairing in playing for number in numbers]
        fresh = _fresh([key for key in wanted if key not in done], plan, jobs, cluster)
        for key in wanted:
            if key not in done:
                done[key] = next(fresh)
                if keep:
                    keep(done[key])
            table[key[0]].append(done[key])
            if progress:
                progress(plan.seats)
    deals = [deal for row in table for deal in row]
    return _outcome(plan, table), deals


def check(plan: Plan) -> None:
    """Refuse a plan that makes no sense."""
    if not 1 <= plan.games <= MOST_GAMES:
        raise BadTableError(f"games: give a number from 1 to {MOST_GAMES}, not {plan.games}")
    if len(plan.minds) < 2 or len(set(plan.minds)) != len(plan.minds):
        raise BadTableError("minds: name at least two, each once")
    game = find_game(plan.game)
    game.open(plan.components, plan.seats)
    for name in plan.minds:
        mind(name, game, plan.components, 0)


def _decided(plan: Plan, deals: list[Deal]) -> bool:
    return surely_decided([deal.fair() for deal in deals], 1 / plan.seats)


def _fresh(keys: list[tuple[int, int]], plan: Plan, jobs: int, cluster: str | None) -> Iterator[Deal]:
    return run_batches(play_deal, [(plan, pairing, number) for pairing, number in keys], jobs, cluster)


def so_far(plan: Plan, deals: Iterable[Deal]) -> Tournament | None:
    """What deals of a tournament that was stopped tell; nothing before every pairing has played one."""
    table: list[list[Deal]] = [[] for _ in plan.pairings]
    for deal in deals:
        table[deal.pairing].append(deal)
    return _outcome(plan, table) if all(table) else None


def play_deal(plan: Plan, pairing: int, number: int) -> Deal:
    """One deal of dice, played with the mind that sits alone in every place."""
    alone, others = plan.pairings[pairing]
    luck = luck_finder(find_game(plan.game), plan.components, plan.seats)
    games = [_play(plan, alone, others, place, (pairing, number), luck) for place in range(plan.seats)]
    return Deal(
        pairing,
        number,
        [one.shares for one in games],
        None if luck is None else [one.luck for one in games],
        [one.points for one in games],
        [one.forfeit for one in games if one.forfeit],
    )


@dataclass
class _Played:
    shares: list[float]
    luck: list[float]
    points: list[int]
    forfeit: str = ""


def _play(plan: Plan, alone: int, others: int, place: int, key: tuple[int, int], luck: Luck | None) -> _Played:
    game, (pairing, number) = find_game(plan.game), key
    names = tuple(plan.minds[alone if seat == place else others] for seat in range(plan.seats))
    seeds = np.random.SeedSequence([plan.seed, number, 1, pairing, place]).generate_state(plan.seats)
    minds = [mind(name, game, plan.components, int(seed)) for name, seed in zip(names, seeds, strict=True)]
    match = Match(game, plan.components, Header(plan.game, names, first=LETTERS[0] if game.starter else None))
    try:
        play(match, minds, game.chance.source(plan.components, LabDice(plan.seed, number, 0)))
    except ForfeitError as error:
        return _forfeit(plan, names, error)
    return _Played(match.shares(), [0.0] * plan.seats if luck is None else luck(match), match.points())


def _forfeit(plan: Plan, names: tuple[str, ...], error: ForfeitError) -> _Played:
    """A mind that fails or chooses what it may not has lost this game; the others share it."""
    shares = [0.0 if seat == error.seat else 1 / (plan.seats - 1) for seat in range(plan.seats)]
    return _Played(shares, [0.0] * plan.seats, [0] * plan.seats, f"{names[error.seat]} forfeits a game: {error}"[:300])


def _outcome(plan: Plan, table: list[list[Deal]]) -> Tournament:
    raw = [np.array([deal.raw() for deal in deals]) for deals in table]
    fair = [np.array([deal.fair() for deal in deals]) for deals in table]
    minds, pairings = standings(plan.minds, plan.pairings, plan.seats, fair, raw)
    deals = [deal for row in table for deal in row]
    said = sorted({text for deal in deals for text in deal.forfeits})
    return Tournament(
        plan.game,
        plan.components.name,
        plan.seats,
        sum(len(deal.shares) for deal in deals),
        plan.seed,
        all(deal.luck is not None for deal in deals),
        minds,
        pairings,
        said,
    )


def rows(plan: Plan, deals: list[Deal]) -> Iterator[list[object]]:
    """Every game as a row, a heading first."""
    seats = LETTERS[: plan.seats]
    yield ["pairing", "deal", "place", *(f"{what} {seat}" for what in ("mind", "share", "luck", "points") for seat in seats)]
    for deal in deals:
        alone, others = plan.pairings[deal.pairing]
        for place, shares in enumerate(deal.shares):
            names = [plan.minds[alone if seat == place else others] for seat in range(plan.seats)]
            luck: list[object] = [""] * plan.seats if deal.luck is None else list(deal.luck[place])
            who = f"{plan.minds[alone]} / {plan.minds[others]}"
            yield [who, deal.number, seats[place], *names, *shares, *luck, *deal.points[place]]
