"""Many games: who wins, how long, how many points. The same seed gives the same games for any number of processes, on any
cluster, stopped and gone on with or not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
from rollmops.games import game as find_game
from rollmops.lab.batches import run_batches
from rollmops.lab.checkpoint import Checkpoint, State, unbroken
from rollmops.lab.rows import RowFile, open_rows
from rollmops.lab.summary import Games, Summary, Tally, summarise
from rollmops.minds import mind
from rollmops.minds.levels import LEVELS
from rollmops.minds.loop import play

BATCH_GAMES = 20_000
"""Games in a batch of random play, which is compiled; minds think game by game, and each is a batch."""
MOST_GAMES = 10**10
LONGEST_GAME = 20_000
"""Dice and decisions after which a game is given up: five times the longest of a million random games (Espresso)."""
WARMING_LINES = 8
"""Lines that minds play to have their rules compiled, before other processes want them too."""


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
    longest: int = LONGEST_GAME

    @property
    def batch(self) -> int:
        """Games in a batch."""
        return BATCH_GAMES if compiled(self) else 1

    @property
    def batches(self) -> int:
        """How many batches there are."""
        return -(-self.games // self.batch)

    def key(self) -> str:
        """What must agree for games to be the same."""
        facts = [self.game, self.components.digest, self.seats, self.minds, self.games, self.seed, self.first, self.longest]
        return msgspec.json.encode([find_game(self.game).version, *facts]).decode()


class Batch(msgspec.Struct, frozen=True):
    """What came of a batch; the games themselves only where somebody writes them down."""

    tally: Tally
    games: Games | None


class Simulation:
    """A plan that is carried out: `run` it, whole or until Ctrl-C; `summary` tells what there is so far.

    `rows` is a file for every game, `checkpoint` one to go on from with `resume`. Raises BadTableError where the plan makes
    no sense or the files do not belong to it.
    """

    def __init__(
        self,
        plan: Plan,
        *,
        jobs: int = 1,
        cluster: str | None = None,
        rows: Path | None = None,
        checkpoint: Path | None = None,
        resume: bool = False,
    ) -> None:
        check(plan)
        if resume and checkpoint is None:
            raise BadTableError("resume goes on with a file: name it as the checkpoint")
        self.plan, self.jobs, self.cluster = plan, jobs, cluster
        self.state = State(plan.key(), 0, Tally.empty(plan.seats), 0)
        self.checkpoint = None if checkpoint is None else Checkpoint(checkpoint)
        if self.checkpoint is not None and resume:
            self.state = self.checkpoint.read(plan.key())
        elif self.checkpoint is not None:
            self.checkpoint.begin(self.state)
        self.rows: RowFile | None = None
        if rows is not None:
            if resume and not self.state.rows:
                raise BadTableError(f"{rows}: this simulation was begun without rows; go on without, or begin anew")
            self.rows = open_rows(rows, plan.seats, self.state.rows if resume else None)

    def run(self, progress: Callable[[int], None] | None = None) -> None:
        """Play what has not been played; `progress` hears of games as they are done, of those from the checkpoint first."""
        state = self.state
        if progress:
            progress(state.tally.games + state.tally.given_up)
        try:
            for batch in self._play():
                with unbroken():
                    self._count(batch)
                if progress:
                    progress(batch.tally.games + batch.tally.given_up)
        finally:
            with unbroken():
                self._close()

    def _count(self, batch: Batch) -> None:
        state = self.state
        if self.rows is not None and batch.games is not None:
            self.rows.add(state.batches * self.plan.batch, batch.games)
            state.rows = self.rows.length()
        state.tally.add(batch.tally)
        state.batches += 1
        if self.checkpoint is not None:
            self.checkpoint.keep(state)

    def _play(self) -> Iterator[Batch]:
        plan = self.plan
        todo = range(self.state.batches, plan.batches)
        if len(todo) > 1 and (self.jobs > 1 and self.cluster is None):
            warm(plan)
        wanted = self.rows is not None
        arguments = [(plan, number, min(plan.batch, plan.games - number * plan.batch), wanted) for number in todo]
        return run_batches(run_batch, arguments, self.jobs, self.cluster)

    def _close(self) -> None:
        if self.checkpoint is not None:
            self.checkpoint.write(self.state)
        if self.rows is not None:
            self.rows.close()

    def summary(self) -> Summary:
        """What came out so far. Raises BadTableError where no game has ended."""
        plan, tally = self.plan, self.state.tally
        if tally.given_up and not tally.games:
            raise BadTableError(
                f"no game ended: {tally.given_up} were given up after {plan.longest} dice and decisions; with the "
                f"components '{plan.components.name}' these minds hardly ever come to an end; give dice that bring more"
            )
        if not tally.games:
            raise BadTableError("no game has ended yet")
        return summarise(
            tally,
            game=plan.game,
            components=plan.components.name,
            minds=plan.minds,
            wanted=plan.games,
            seed=plan.seed,
            repeats=not any(by_the_clock(name, plan.game) for name in plan.minds),
            longest=plan.longest,
        )


def simulate(
    plan: Plan,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    **files: Any,
) -> Summary:
    """Play all games of a plan; `progress` hears how many games were finished, the rest is what Simulation takes."""
    simulation = Simulation(plan, jobs=jobs, **files)
    simulation.run(progress)
    return simulation.summary()


def check(plan: Plan) -> None:
    """Refuse a plan that makes no sense."""
    if not 1 <= plan.games <= MOST_GAMES:
        raise BadTableError(f"games: give a number from 1 to {MOST_GAMES}, not {plan.games}")
    if not 1 <= plan.longest < MOST_STEPS:
        raise BadTableError(f"longest: give a number from 1 to {MOST_STEPS - 1}, not {plan.longest}")
    game = find_game(plan.game)
    game.open(plan.components, plan.seats, plan.first or 0)
    if len(plan.minds) != plan.seats:
        raise BadTableError(f"minds: {plan.seats} seats need one mind for all or {plan.seats}, not {len(plan.minds)}")
    for name in plan.minds:
        mind(name, game, plan.components, 0)


def compiled(plan: Plan) -> bool:
    """Whether every seat plays at random with dice by weight, so that whole games are compiled."""
    return set(plan.minds) == {"random"} and find_game(plan.game).chance.by_weight


def by_the_clock(name: str, game: str) -> bool:
    """Whether this mind stops thinking after so many seconds, so that it never thinks the same twice."""
    from rollmops.minds import has_sharp

    name = LEVELS[name].mind if name in LEVELS else name
    if name == "master":
        return not has_sharp(find_game(game))
    word, _, strength = name.partition(":")
    return word == "rollout" and strength.endswith("s")


def warm(plan: Plan) -> None:
    """Have everything compiled that this plan needs, so that its processes find it in the cache."""
    if compiled(plan):
        run_batch(plan, 0, 1, False)
        return
    game = find_game(plan.game)
    match, minds, dice = _seated(game, plan, 0)
    play(match, minds, dice, most_lines=WARMING_LINES)


def run_batch(plan: Plan, number: int, count: int, rows: bool = False) -> Batch:
    """One batch with dice of its own."""
    game = find_game(plan.game)
    if compiled(plan):
        games = _play_compiled(game, plan, stream(plan.seed, number), count)
    else:
        games = _play_minds(game, plan, number)
    return Batch(Tally.of(games), games if rows else None)


def _play_compiled(game: Game, plan: Plan, rng: Stream, count: int) -> Games:
    empty = game.empty(plan.components)
    blank = np.zeros(1, empty.dtype)
    blank[0] = empty
    first = -1 if plan.first is None else plan.first
    firsts, lengths = np.zeros((2, count), np.int64)
    points, shares = np.zeros((count, plan.seats), np.int64), np.zeros((count, plan.seats))
    play_games(
        game.setup, game.actors, game.options, game.step, game.result, game.roll_all,
        blank, first, game.choices, rng, firsts, lengths, points, shares,
    )  # fmt: skip
    return Games(firsts, lengths, points, shares, lengths <= plan.longest)


class _TooLongError(Exception):
    """A game goes on and on."""


def _play_minds(game: Game, plan: Plan, number: int) -> Games:
    """One game between minds, through the same match as at any table."""
    match, minds, dice = _seated(game, plan, number)

    def look(seat: int, view: object) -> None:
        if match.transitions >= plan.longest:
            raise _TooLongError

    try:
        play(match, minds, dice, watch=look)
        ended = match.transitions <= plan.longest
    except _TooLongError:
        ended = False
    points, share = game.standing(match.table, plan.seats) if ended else ([0] * plan.seats, [0.0] * plan.seats)
    first = LETTERS.index(match.header.first or LETTERS[0])
    return Games(np.array([first]), np.array([match.transitions]), np.array([points]), np.array([share]), np.array([ended]))


def _seated(game: Game, plan: Plan, number: int) -> tuple[Match, list[Any], Any]:
    """A new match, its minds and its dice."""
    seeds = np.random.SeedSequence([plan.seed, number, 1]).generate_state(plan.seats + 1)
    first = plan.first if plan.first is not None else int(seeds[-1] % plan.seats)
    match = Match(game, plan.components, Header(plan.game, plan.minds, first=LETTERS[first]))
    minds = [mind(name, game, plan.components, int(seed)) for name, seed in zip(plan.minds, seeds, strict=False)]
    return match, minds, game.chance.source(plan.components, LabDice(plan.seed, number, 0))
