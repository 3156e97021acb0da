"""The batch: thousands of tables at once, numpy arrays in and out. The fast path for learning."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, OVER, Game, lowest
from rollmops.engine.errors import BadTableError, IllegalError
from rollmops.engine.stream import STREAM, stream
from rollmops.engine.table import Floats, Ints
from rollmops.gyms.arguments import whole
from rollmops.gyms.batch_loop import Bools, draw_open, first_closed, play_lanes
from rollmops.gyms.observation import Bytes, Shorts, numbers
from rollmops.gyms.simulator import Simulator, open_simulator
from rollmops.gyms.specialise import specialise

POLICY = 1 << 20
"""Key of the streams that `sample` draws from, so that they are never those of the dice."""


class Batch(NamedTuple):
    """What a step gives, a row for each lane. The arrays are the environment's own: the next step writes into them."""

    observation: Shorts  # what `seat` sees (see `BatchEnv.names`)
    mask: Bytes  # 1 for each open choice of `seat`
    seat: Bytes  # who is to choose
    reward: Floats  # each seat's share of the win where a game has ended with this step, else 0
    done: Bools  # whether a game has ended with this step; the observation is of the next game then


class BatchEnv:
    """`n` tables of a game: `reset()`, then `step(actions)` with one open choice for each lane.

    Chance happens inside. Where a game ends, its shares are the reward and the next game begins by itself. Lane i has the
    dice of `stream(seed, i)`: the same seed gives the same games for any number of threads, and the same as the single
    environments reset with that seed and `options={"lane": i}`. It can be copied and pickled: both go on alike.
    """

    def __init__(
        self,
        game: str,
        seats: int,
        n: int,
        *,
        seed: int = 0,
        threads: int = 1,
        components: Components | None = None,
        first: int | None = None,
    ) -> None:
        simulator = self.simulator = open_simulator(game, seats, n, components, first)
        self.seats, self.n, self.threads = simulator.seats, simulator.count, whole("threads", threads, 1)
        self.choices, self.names = simulator.choices, simulator.layout.names
        self.observation = np.zeros((n, simulator.layout.size), np.int16)
        self.mask = np.zeros((n, self.choices), np.int8)
        self.count = np.zeros(n, np.int16)
        self.seat = np.zeros(n, np.int8)
        self.reward = np.zeros((n, seats))
        self.done = np.zeros(n, np.bool_)
        self._seed, self._ready = whole("seed", seed), False
        self._policy = np.zeros(n, STREAM)
        bounds = np.linspace(0, n, threads + 1).astype(int)
        self._shares = [(int(low), int(high)) for low, high in pairwise(bounds)]
        self._specialise()

    def _specialise(self) -> None:
        """Compiled functions for this environment's arrays, and its threads."""
        simulator, actions = self.simulator, np.zeros(self.n, np.int64)
        self._closed = specialise(first_closed, (self.mask,), actions)
        self._draw = specialise(draw_open, (self.mask, self.count, self._policy), actions)
        self._play = self._bound(simulator, actions) if isinstance(simulator, Simulator) else self._play_thrown
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("_closed", "_draw", "_play", "_pool")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._specialise()

    @property
    def game(self) -> Game:
        """What is played."""
        return self.simulator.game

    def _bound(self, simulator: Simulator, actions: Ints) -> Callable[[Ints, int, int], None]:
        """The compiled loop over this simulator's lanes."""
        shown = np.repeat(simulator.blank, self.n)
        laid = (simulator.blank, self.seats, simulator.first, simulator.tables, simulator.rngs)
        rows, _, starts, lengths = simulator.sights
        seen = (*simulator.seals, rows, starts, lengths, shown, numbers(shown))
        told = (self.observation, self.mask, self.count, self.seat, self.reward, self.done)
        rules = (simulator.game.setup, *simulator.rules, simulator.game.result, simulator.game.sight)
        return specialise(play_lanes, (*rules, *laid, *seen, *told), actions, 0, self.n)

    def _play_thrown(self, actions: Ints, low: int, high: int) -> None:
        """The same where dice are thrown for real, all lanes' throws together."""
        simulator = self.simulator
        assert not isinstance(simulator, Simulator)
        simulator.play(actions, self.seat, self.threads)
        for i in range(low, high):
            self.done[i] = simulator.owing[i] == OVER
            self.reward[i] = simulator.share(i) if self.done[i] else 0.0
            if self.done[i]:
                simulator.begin(i)
            self._look(i)

    def _look(self, i: int) -> None:
        """Who is to choose in a lane, and what that seat sees."""
        seat = self.seat[i] = lowest(int(self.simulator.owing[i]))
        self.simulator.show(i, int(seat), self.observation[i], self.mask[i])
        self.count[i] = self.mask[i].sum()

    def reset(self, seed: int | None = None) -> Batch:
        """New games in all lanes, with the dice of this seed (or of the one given before)."""
        simulator = self.simulator
        self._seed = self._seed if seed is None else whole("seed", seed)
        simulator.seed(self._seed)
        self.reward[:] = 0
        self.done[:] = False
        for i in range(self.n):
            self._policy[i] = stream(self._seed, i, POLICY)
            simulator.begin(i)
            self._look(i)
        self._ready = True
        return self._batch()

    def step(self, actions: Ints) -> Batch:
        """One choice in each lane, and all that follows until somebody has to choose again."""
        actions = self._checked(actions)
        if self._pool is None or not isinstance(self.simulator, Simulator):
            self._play(actions, 0, self.n)
        else:
            for work in [self._pool.submit(self._play, actions, low, high) for low, high in self._shares]:
                work.result()
        return self._batch()

    def sample(self) -> Ints:
        """A random open choice for each lane, from streams of their own."""
        self._begun()
        actions = np.empty(self.n, np.int64)
        self._draw(actions)
        return actions

    def _checked(self, actions: Ints) -> Ints:
        self._begun()
        try:
            given = np.asarray(actions)
        except ValueError:
            raise BadTableError(f"actions: give one for each of {self.n} lanes, not {actions!r}") from None
        if given.shape != (self.n,):
            raise BadTableError(f"actions: give one for each of {self.n} lanes, not an array of shape {given.shape}")
        if given.dtype.kind not in "iu":
            raise BadTableError(f"actions: give whole numbers, not {given.dtype}")
        actions = np.ascontiguousarray(given, np.int64)
        lane = int(self._closed(actions))
        if lane >= 0:
            legal = ", ".join(str(choice) for choice in np.flatnonzero(self.mask[lane]))
            seat = LETTERS[self.seat[lane]]
            raise IllegalError(f"lane {lane}: choice {actions[lane]} is closed for seat {seat}; open are {legal}")
        return actions

    def _begun(self) -> None:
        if not self._ready:
            raise BadTableError("there are no games yet; call reset() first")

    def _batch(self) -> Batch:
        return Batch(self.observation, self.mask, self.seat, self.reward, self.done)

    def close(self) -> None:
        """Let the threads go; one goes on if need be."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
