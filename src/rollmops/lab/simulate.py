"""Many games: who wins, how long, how many points. The same seed gives the same result for any number of processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import msgspec
import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, Game
from rollmops.engine.dice import LabDice
from rollmops.engine.errors import BadTableError
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.engine.playout import MOST_STEPS, play_games
from rollmops.engine.stream import Stream, stream
from rollmops.engine.table import Floats, Ints
from rollmops.games import game as find_game
from rollmops.lab.batches import run_batches
from rollmops.minds import mind
from rollmops.minds.loop import play

BATCH = 20_000
SMALL_BATCH = 10
"""Games in a batch: random play is compiled, minds think game by game."""
MOST_GAMES = 10**10


@dataclass(frozen=True)
class Plan:
    """What is to be simulated."""

    game: str
    components: Components
    seats: int
    minds: tuple[str, ...]
    games: int
    seed: int
    first: int | None = None  # None: drawn by lot for every game


class Mean(msgspec.Struct, frozen=True):
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float


class SeatSummary(msgspec.Struct, frozen=True):
    """How a seat fared."""

    seat: str
    mind: str
    wins: Mean
    points: Mean


class Summary(msgspec.Struct, frozen=True):
    """What came out."""

    game: str
    components: str
    games: int
    seed: int
    seats: list[SeatSummary]
    order: list[Mean]  # win shares by turn order: the starting player first
    length: Mean  # transitions in a game
    shortest: int
    longest: int

    def __str__(self) -> str:
        seats = [
            f"{one.seat} {one.mind}: wins {one.wins.mean:.1%} ({one.wins.low:.1%} to {one.wins.high:.1%}), "
            f"{one.points.mean:.1f} points"
            for one in self.seats
        ]
        length = f"{self.length.mean:.1f} dice and decisions in a game ({self.shortest} to {self.longest})"
        return "\n".join([f"{self.game}, {self.games} games, seed {self.seed}", *seats, length])


@dataclass
class Tally:
    """Sums over games; batches are added in order, so that the same seed gives the same sums."""

    games: int
    wins: Floats
    order: Floats
    points: Ints
    squares: Ints
    length: Ints  # sum, squares, shortest, longest

    @classmethod
    def empty(cls, seats: int) -> Tally:
        """Nothing played yet."""
        length = np.array([0, 0, MOST_STEPS, 0], np.int64)
        whole = np.zeros((2, seats), np.int64)
        return cls(0, np.zeros(seats), np.zeros(seats), whole[0], whole[1], length)

    def add(self, other: Tally) -> None:
        """Add another batch."""
        self.games += other.games
        self.wins += other.wins
        self.order += other.order
        self.points += other.points
        self.squares += other.squares
        self.length[:2] += other.length[:2]
        self.length[2] = min(self.length[2], other.length[2])
        self.length[3] = max(self.length[3], other.length[3])


def simulate(plan: Plan, jobs: int = 1, progress: Callable[[int], None] | None = None) -> Summary:
    """Play all games of a plan; `progress` hears how many games were finished."""
    _check(plan)
    whole = Tally.empty(plan.seats)
    for tally in _batches(plan, jobs):
        whole.add(tally)
        if progress:
            progress(tally.games)
        if whole.length[3] >= MOST_STEPS:
            raise BadTableError(
                f"a game was given up after {MOST_STEPS} dice and decisions: with the components '{plan.components.name}' "
                "random play hardly ever ends; give dice that bring more"
            )
    return _summary(plan, whole)


def _check(plan: Plan) -> None:
    if not 1 <= plan.games <= MOST_GAMES:
        raise BadTableError(f"games: give a number from 1 to {MOST_GAMES}, not {plan.games}")
    game = find_game(plan.game)
    game.open(plan.components, plan.seats, plan.first or 0)
    if len(plan.minds) != plan.seats:
        raise BadTableError(f"minds: {plan.seats} seats need one mind for all or {plan.seats}, not {len(plan.minds)}")
    for name in plan.minds:
        mind(name, game, plan.components, 0)


def _batches(plan: Plan, jobs: int) -> Iterator[Tally]:
    size = BATCH if compiled(plan) else SMALL_BATCH
    sizes = [min(size, plan.games - start) for start in range(0, plan.games, size)]
    yield from run_batches(run_batch, [(plan, number, count) for number, count in enumerate(sizes)], jobs)


def compiled(plan: Plan) -> bool:
    """Whether every seat plays at random with dice by weight, so that whole games are compiled."""
    return set(plan.minds) == {"random"} and find_game(plan.game).chance.by_weight


def run_batch(plan: Plan, number: int, count: int) -> Tally:
    """One batch with dice of its own."""
    game = find_game(plan.game)
    if compiled(plan):
        return _play_compiled(game, plan, stream(plan.seed, number), count)
    tally = Tally.empty(plan.seats)
    for place in range(count):
        first, points, share, length = _play_minds(game, plan, number * SMALL_BATCH + place)
        places = [(first + step) % plan.seats for step in range(plan.seats)]
        wins, scored = np.array(share), np.array(points)
        tally.add(Tally(1, wins, wins[places], scored, scored**2, np.array([length, length**2, length, length])))
    return tally


def _play_compiled(game: Game, plan: Plan, rng: Stream, count: int) -> Tally:
    empty = game.empty(plan.components)
    blank = np.zeros(1, empty.dtype)
    blank[0] = empty
    first = -1 if plan.first is None else plan.first
    tally = Tally.empty(plan.seats)
    play_games(
        game.setup, game.actors, game.options, game.step, game.result, game.roll_all,
        blank, plan.seats, first, game.choices, rng, count,
        tally.wins, tally.order, tally.points, tally.squares, tally.length,
    )  # fmt: skip
    tally.games = count
    return tally


def _play_minds(game: Game, plan: Plan, number: int) -> tuple[int, list[int], list[float], int]:
    """One game between minds, through the same match as at any table."""
    seeds = np.random.SeedSequence([plan.seed, number, 1]).generate_state(plan.seats + 1)
    first = plan.first if plan.first is not None else int(seeds[-1] % plan.seats)
    match = Match(game, plan.components, Header(plan.game, plan.minds, first=LETTERS[first]))
    minds = [mind(name, game, plan.components, int(seed)) for name, seed in zip(plan.minds, seeds, strict=False)]
    dice = game.chance.source(plan.components, LabDice(plan.seed, number, 0))
    play(match, minds, dice)
    points, share = game.standing(match.table, plan.seats)
    return first, points, share, match.transitions


def _summary(plan: Plan, tally: Tally) -> Summary:
    count = tally.games
    seats = [
        SeatSummary(
            LETTERS[seat],
            plan.minds[seat],
            share_interval(float(tally.wins[seat]), count),
            mean_interval(int(tally.points[seat]), int(tally.squares[seat]), count),
        )
        for seat in range(plan.seats)
    ]
    return Summary(
        plan.game,
        plan.components.name,
        count,
        plan.seed,
        seats,
        [share_interval(float(wins), count) for wins in tally.order],
        mean_interval(int(tally.length[0]), int(tally.length[1]), count),
        int(tally.length[2]),
        int(tally.length[3]),
    )


def share_interval(wins: float, games: int) -> Mean:
    """Wilson's 95 % interval; shared wins vary less than whole ones, so it errs on the wide side."""
    z = 1.959964
    p = wins / games
    centre = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * float(np.sqrt(p * (1 - p) / games + z * z / (4 * games * games)))
    return Mean(p, min(p, max(0.0, centre - half)), max(p, min(1.0, centre + half)))


def mean_interval(total: int, squares: int, games: int) -> Mean:
    """The mean with its normal 95 % interval."""
    mean = total / games
    variance = max(0.0, squares / games - mean * mean) * games / max(1, games - 1)
    half = 1.959964 * (variance / games) ** 0.5
    return Mean(mean, mean - half, mean + half)
