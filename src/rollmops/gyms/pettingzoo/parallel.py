"""One table as a PettingZoo environment in which agents act at the same time."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from rollmops.engine.contract import seats_of
from rollmops.gyms.arguments import whole
from rollmops.gyms.pettingzoo.aec import TableBase

Told = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class ParallelTableEnv(TableBase, ParallelEnv):  # type: ignore[misc]
    """A table of a game in cycles: in each, every seat that owes a choice makes one; what others send is not looked at.

    The mask of a seat that owes nothing is all zeros. A closed choice is read as the next open one, counted upwards and
    round, because this kind of environment cannot ask again. After `max_cycles` the game is truncated.
    """

    parallel = True

    def __init__(self, name: str, *, max_cycles: int | None = None, **rest: Any) -> None:
        super().__init__(name, **rest)
        self.max_cycles = None if max_cycles is None else whole("max_cycles", max_cycles, 1)
        self.cycle = 0

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """A new game. Without a seed the dice go on from the last game's."""
        self.deal(seed, options)
        self.agents = list(self.possible_agents)
        self.cycle = 0
        if self.render_mode == "human":
            self.render()
        return self._look_all(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, Any]) -> Told:
        """A choice of every seat that owes one, and all that follows until somebody has to choose."""
        self.must_play()
        agents, simulator = self.agents, self.simulator
        owing = seats_of(int(simulator.owing[0]))
        for seat, choice in [(seat, self.read(agents[seat], actions.get(agents[seat]))) for seat in owing]:
            self.act(seat, choice)
        self.cycle += 1
        over = not simulator.owing[0]
        late = not over and self.max_cycles is not None and self.cycle >= self.max_cycles
        share = simulator.share(0) if over else [0.0] * simulator.seats
        seen = self._look_all()
        if over or late:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            seen,
            dict(zip(agents, share, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, late),
            {agent: {} for agent in agents},
        )

    def act(self, seat: int, choice: Any) -> None:
        """Make this choice, or the next open one."""
        if self.box:
            self.simulator.choose_point(0, seat, choice)
            return
        open_choices: list[int] = np.flatnonzero(self.look(seat)["action_mask"]).tolist()
        self.simulator.choose(0, seat, open_choices[bisect_left(open_choices, choice) % len(open_choices)])

    def _look_all(self) -> dict[str, Any]:
        return {agent: self.look(seat) for agent, seat in self.seat_of.items()}
