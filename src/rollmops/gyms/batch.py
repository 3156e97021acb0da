"""The batch: thousands of tables at once, numpy arrays in and out. The fast path for learning."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, OVER, Game, lowest
from rollmops.engine.errors import BadTableError, IllegalError
from rollmops.engine.stream import STREAM
from rollmops.engine.table import Ints
from rollmops.gyms.arguments import whole
from rollmops.gyms.batch_loop import begin_lanes, draw_open, encode_lanes, first_closed, play_lanes
from rollmops.gyms.buffers import aligned
from rollmops.gyms.encoding import NO_CODES, encoding_for
from rollmops.gyms.lane_seeds import lane_seeds
from rollmops.gyms.lanes import BLOCK_LANES, Bools, Limits, Outputs, Scratch, Singles
from rollmops.gyms.lengths import length_for
from rollmops.gyms.observation import Bytes, Shorts, numbers
from rollmops.gyms.simulator import Simulator, open_simulator
from rollmops.gyms.specialise import specialise
from rollmops.gyms.workers import BEGIN, DRAW, PLAY, Batching, Workers

POLICY_KEY = 1 << 20
"""Key of the streams that `sample` draws from, so that they are never those of the dice."""
SAME_STEP, NEXT_STEP = "same_step", "next_step"


class Batch(NamedTuple):
    """What a step gives, a row for each lane. The arrays are the environment's own: the next step writes into them."""

    observation: Any  # what `seat` sees (see `BatchEnv.names`); with observation="dict" a dict of arrays
    mask: Bytes  # 1 for each open choice of `seat`
    seat: Bytes  # who is to choose
    reward: Singles  # each seat's share of the win where a game has ended with this step, else 0
    terminated: Bools  # whether a game has ended with this step
    truncated: Bools  # whether one was cut short after `max_steps` choices
    done: Bools  # either
    final_obs: Any  # where one has: its last observation
    final_seat: Bytes  # and whose that is: the last to choose, or the next if it was cut short


class BatchEnv:
    """`n` tables of a game: `reset()`, then `step(actions)` with one open choice for each lane.

    Chance happens inside. Where a game ends, its shares are the reward, and the next game begins by itself: in the same
    step (`autoreset="same_step"`: observation, mask and seat are the next game's, `final_obs` is the last one's) or in the
    one after (`"next_step"`: observation is the last one's, every choice is open, and the next action is not looked at).
    Lane i has the dice of `stream(seed, i)`: the same seed gives the same games for any number of threads, and the same as
    the single environments reset with that seed and `options={"lane": i}`. It can be copied and pickled: both go on alike.
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
        max_steps: int | None = None,
        autoreset: str = SAME_STEP,
        observation: str = "raw",
    ) -> None:
        simulator = self.simulator = open_simulator(game, seats, n, components, first)
        self.seats, self.n, self.threads = simulator.seats, simulator.count, whole("threads", threads, 1)
        if autoreset not in (SAME_STEP, NEXT_STEP):
            raise BadTableError(f"autoreset: {SAME_STEP} or {NEXT_STEP}, not {autoreset!r}")
        self.autoreset, self.max_steps = autoreset, length_for(game, max_steps)
        self.kind, self.encoding = observation, encoding_for(observation, game, self.seats, components)
        self.choices = simulator.choices
        self._seed, self._ready, self._now = whole("seed", seed), False, 0
        self._policy = np.zeros(n, STREAM)
        self._make()

    def _make(self) -> None:
        """Arrays, compiled functions for them, and threads."""
        simulator, n, size = self.simulator, self.n, self.simulator.layout.size
        self.outputs = Outputs(
            raw=aligned((n, size), np.int16),
            mask=aligned((n, self.choices), np.int8),
            open_count=aligned(n, np.int16),
            seat=aligned(n, np.int8),
            reward=aligned((n, self.seats), np.float32),
            terminated=aligned(n, np.bool_),
            truncated=aligned(n, np.bool_),
            done=aligned(n, np.bool_),
            final_raw=aligned((n, size), np.int16),
            final_seat=aligned(n, np.int8),
            deadline=aligned(n, np.int64),
            soonest=aligned(-(-n // BLOCK_LANES), np.int64),
        )
        self._codes = self._final_codes = NO_CODES
        if self.encoding is not None:
            columns = self.encoding.size
            self._codes = self.encoding.codes(out=aligned((n, columns), np.float32))
            self._final_codes = self._codes._replace(out=aligned((n, columns), np.float32))
        actions, outputs, work = aligned(n, np.int64), self.outputs, None
        self._actions = actions  # where the threads find them
        self._closed = specialise(first_closed, (outputs.mask,), actions)
        self._draw = specialise(draw_open, (outputs.mask, outputs.open_count, self._policy), actions, 0, n)
        if isinstance(simulator, Simulator):
            shown = np.repeat(simulator.blank, n)
            sights = simulator.sights._replace(shown=shown, shown_rows=numbers(shown))
            codes = (self._codes, self._final_codes)
            limits = Limits(self.max_steps, self.autoreset == SAME_STEP)
            scratch = Scratch.of(n, self.choices, self.seats)
            common = (simulator.rules, simulator.start, simulator.lanes, sights, limits, scratch, outputs)
            self._play: Any = specialise(play_lanes, (*common, *codes), actions, 0, 0, n)
            self._begin: Any = specialise(begin_lanes, (*common, self._codes), 0, n)
            work = Batching(*common, *codes, self._policy, actions)
        else:
            self._encode = specialise(encode_lanes, (self._codes, outputs.raw, outputs.seat), 0, n)
            self._encode_final = specialise(encode_lanes, (self._final_codes, outputs.final_raw, outputs.final_seat), 0, n)
        self._workers = Workers(n, self.threads, work)
        batch = Batch(
            self._codes.out if self.encoding else outputs.raw, outputs.mask, outputs.seat, outputs.reward,
            outputs.terminated, outputs.truncated, outputs.done,
            self._final_codes.out if self.encoding else outputs.final_raw, outputs.final_seat,
        )  # fmt: skip
        if self.encoding is not None and self.kind == "dict":
            cut = self.encoding.cut
            batch = batch._replace(observation=cut(batch.observation), final_obs=cut(batch.final_obs))
        self._batch = batch

    def __getstate__(self) -> dict[str, Any]:
        made = ("_closed", "_draw", "_encode", "_encode_final", "_play", "_begin", "_workers", "_batch", "_actions")
        return {name: value for name, value in vars(self).items() if name not in made}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        outputs, flat, final_flat = self.outputs, self._codes.out, self._final_codes.out
        self._make()
        mine: list[Any] = [*self.outputs, self._codes.out, self._final_codes.out]
        for ours, theirs in zip(mine, (*outputs, flat, final_flat), strict=True):
            ours[...] = theirs

    @property
    def game(self) -> Game:
        """What is played."""
        return self.simulator.game

    @property
    def names(self) -> tuple[str, ...]:
        """What the numbers of a raw observation are."""
        return self.simulator.layout.names

    @property
    def fields(self) -> dict[str, slice]:
        """Which columns of a flat observation each field has."""
        return {} if self.encoding is None else self.encoding.slices

    observation = property(lambda self: self._batch.observation, doc="What the seat to choose sees, a row for each lane.")
    mask = property(lambda self: self.outputs.mask, doc="1 for each of its open choices.")
    seat = property(lambda self: self.outputs.seat, doc="Who is to choose.")
    reward = property(lambda self: self.outputs.reward, doc="Shares of the win where a game has just ended.")
    done = property(lambda self: self.outputs.done, doc="Whether a game has just ended or was cut short.")

    def action_names(self, lane: int = 0) -> dict[int, str]:
        """The open choices of the seat to choose in this lane, in the words of the record."""
        self._begun()
        return self.simulator.action_names(lane, int(self.seat[lane]), np.flatnonzero(self.mask[lane]).tolist())

    def _play_thrown(self, actions: Ints) -> None:
        """A step where dice are thrown for real, all lanes' throws together."""
        simulator, outputs = self.simulator, self.outputs
        assert not isinstance(simulator, Simulator)
        fresh = [i for i in range(self.n) if outputs.done[i] and self.autoreset == NEXT_STEP]
        for name in ("terminated", "truncated", "done", "reward"):
            getattr(outputs, name)[...] = 0
        for i in fresh:
            simulator.begin(i)
        others = [i for i in range(self.n) if i not in fresh]
        simulator.play(others, actions, outputs.seat, self.threads)
        outputs.deadline[fresh] = self._now + self.max_steps
        for i in range(self.n):
            if simulator.owing[i] == OVER or (self.max_steps and self._now >= outputs.deadline[i]):
                self._end_thrown(i)
            if not outputs.done[i] or self.autoreset == SAME_STEP:
                self._look(i)

    def _end_thrown(self, i: int) -> None:
        simulator, outputs, over = self.simulator, self.outputs, self.simulator.owing[i] == OVER
        outputs.done[i] = True
        outputs.terminated[i], outputs.truncated[i] = over, not over
        if over:
            outputs.reward[i] = simulator.share(i)
        outputs.final_seat[i] = outputs.seat[i] if over else lowest(int(simulator.owing[i]))
        simulator.show(i, int(outputs.final_seat[i]), outputs.final_raw[i], outputs.mask[i])
        outputs.mask[i], outputs.open_count[i] = 1, self.choices
        outputs.raw[i], outputs.seat[i] = outputs.final_raw[i], outputs.final_seat[i]
        if self.autoreset == SAME_STEP:
            simulator.begin(i)
            outputs.deadline[i] = self._now + self.max_steps

    def _look(self, i: int) -> None:
        """Who is to choose in a lane, and what that seat sees."""
        outputs = self.outputs
        seat = outputs.seat[i] = lowest(int(self.simulator.owing[i]))
        self.simulator.show(i, int(seat), outputs.raw[i], outputs.mask[i])
        outputs.open_count[i] = outputs.mask[i].sum()

    def reset(self, seed: int | None = None) -> Batch:
        """New games in all lanes, with the dice of this seed (or of the one given before)."""
        simulator, outputs = self.simulator, self.outputs
        self._seed = self._seed if seed is None else whole("seed", seed)
        simulator.seed(self._seed)
        self._now = 0
        self._policy["state"] = lane_seeds(self._seed, np.arange(self.n, dtype=np.uint32), POLICY_KEY)
        for cleared in (outputs.reward, outputs.terminated, outputs.truncated, outputs.done):
            cleared[...] = 0
        if isinstance(simulator, Simulator):
            self._workers.run(BEGIN, 0, self._begin)
        else:
            for i in range(self.n):
                simulator.begin(i)
                self._look(i)
            outputs.deadline[:] = self.max_steps
            self._encode(0, self.n)
        self._ready = True
        return self._batch

    def step(self, actions: Ints) -> Batch:
        """One choice in each lane, and all that follows until somebody has to choose again."""
        actions = self._checked(actions)
        self._now += 1
        if isinstance(self.simulator, Simulator):
            if not self._workers.alone:
                self._actions[:] = actions
            self._workers.run(PLAY, self._now, self._play, actions, self._now)
        else:
            self._play_thrown(actions)
            self._encode(0, self.n)
            self._encode_final(0, self.n)
        return self._batch

    def sample(self) -> Ints:
        """A random open choice for each lane, from streams of their own."""
        self._begun()
        actions = np.empty(self.n, np.int64) if self._workers.alone else self._actions
        self._workers.run(DRAW, 0, self._draw, actions)
        return actions if self._workers.alone else actions.copy()

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

    def close(self) -> None:
        """Let the threads go; one goes on if need be."""
        self._workers.close()


__all__ = ["NEXT_STEP", "SAME_STEP", "Batch", "BatchEnv", "Shorts"]
