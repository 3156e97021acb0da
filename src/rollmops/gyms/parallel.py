"""One table as a PettingZoo environment in which agents act at the same time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.utils import EzPickle
from pettingzoo import ParallelEnv

from rollmops.engine.components import Components
from rollmops.engine.contract import seats_of
from rollmops.gyms.aec import RENDER_MODES, Seating
from rollmops.gyms.sight import Bytes

Told = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class ParallelTableEnv(Seating, ParallelEnv, EzPickle):  # type: ignore[misc]
    """A table of a game in cycles: in each, every seat that owes a choice makes one; what others send is not looked at.

    The mask of a seat that owes nothing is all zeros. A closed choice is read as the next open one, counted upwards and
    round, because this kind of environment cannot ask again. After `max_cycles` the game is truncated.
    """

    def __init__(
        self,
        name: str,
        seats: int | None = None,
        components: Components | None = None,
        first: int | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        throw: str | None = None,
    ) -> None:
        EzPickle.__init__(self, name, seats, components, first, render_mode, max_cycles, throw)
        Seating.__init__(self, name, seats, components, first, render_mode, throw)
        self.max_cycles = max_cycles
        self.cycle = 0
        self.metadata = {
            "name": f"{name}_v{self.hall.game.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": True,
            "render_fps": 1,
        }

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
        agents, hall = self.agents, self.hall
        for seat in seats_of(int(hall.owing[0])):
            self.act(seat, actions[agents[seat]])
        self.cycle += 1
        over = not hall.owing[0]
        late = not over and self.max_cycles is not None and self.cycle >= self.max_cycles
        share = hall.share(0) if over else [0.0] * hall.seats
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

    def act(self, seat: int, action: Any) -> None:
        """Make this choice, or the next open one."""
        if self.box:
            self.hall.choose_line(0, seat, self.hall.line_at(0, seat, np.asarray(action)))
            self.hall.settle([0])
            return
        mask: Bytes = self.look(seat)["action_mask"]
        open_choices = np.flatnonzero(mask)
        self.hall.choose(0, seat, int(open_choices[np.searchsorted(open_choices, int(action)) % len(open_choices)]))

    def _look_all(self) -> dict[str, Any]:
        return {agent: self.look(seat) for agent, seat in self.seat_of.items()}
