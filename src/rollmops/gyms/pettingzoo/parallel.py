"""One table as a PettingZoo environment in which agents act at the same time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from rollmops.engine.contract import seats_of
from rollmops.gyms.pettingzoo.table import ILLEGAL_REWARD, TableBase, closed_message

Outcome = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class ParallelTableEnv(TableBase, ParallelEnv):  # type: ignore[misc]
    """A table of a game in cycles: in each, every seat that owes a choice makes one; what others send is not looked at.

    `infos` say who owes one; the mask of a seat that owes nothing is all ones. A closed choice ends the game with -1 for
    whoever made it, as in the other kind; if one is missing, the whole cycle is refused and nothing happens. After
    `max_steps` cycles the game is truncated: all rewards are 0, and `infos` tell how it stood.
    """

    parallel = True

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """A new game. Without a seed the dice go on from the last game's."""
        self.deal(seed, options)
        self.agents = list(self.possible_agents)
        if self.render_mode == "human":
            self.render()
        return self._look_all(), self._infos()

    def step(self, actions: Mapping[str, Any]) -> Outcome:
        """A choice of every seat that owes one, and all that follows until somebody has to choose."""
        self.must_play()
        agents, simulator = self.agents, self.simulator
        owing = seats_of(int(simulator.owing[0]))
        choices = {seat: self.read(agents[seat], actions.get(agents[seat])) for seat in owing}
        closed = {} if self.box else {seat: message for seat in owing if (message := self._closed(seat, choices[seat]))}
        if not closed:
            for seat, choice in choices.items():
                (simulator.choose_point if self.box else simulator.choose)(0, seat, choice)
        self.steps += 1
        over = bool(closed) or not simulator.owing[0]
        late = not over and self.steps == self.max_steps
        rewards = dict.fromkeys(agents, 0.0)
        infos = self._infos()
        if closed:
            for seat, message in closed.items():
                rewards[agents[seat]], infos[agents[seat]] = ILLEGAL_REWARD, {"closed": message}
        elif over:
            rewards = dict(zip(agents, simulator.share(0), strict=True))
        elif late:
            infos = {agent: {"standing": share} for agent, share in self.standing().items()}
        seen = self._look_all()
        if over or late:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, late), infos

    def _closed(self, seat: int, choice: int) -> str:
        """What was open, if this choice is not."""
        open_choices: list[int] = np.flatnonzero(self.look(seat)["action_mask"]).tolist()
        return "" if choice in open_choices else closed_message(open_choices)

    def _look_all(self) -> dict[str, Any]:
        return {agent: self.look(seat) for agent, seat in self.seat_of.items()}

    def _infos(self) -> dict[str, dict[str, Any]]:
        """Who owes a choice."""
        owing = int(self.simulator.owing[0])
        return {agent: {"owes": bool(owing >> seat & 1)} for agent, seat in self.seat_of.items()}
