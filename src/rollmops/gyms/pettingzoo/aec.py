"""One table as a PettingZoo environment in which agents choose one after the other."""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import AECEnv

from rollmops.gyms.pettingzoo.table import ILLEGAL_REWARD, TableBase, closed_message
from rollmops.gyms.simulator import CLOSED


def first_of(who: int) -> int:
    """The first of these seats; cheaper from Python than the compiled way."""
    return (who & -who).bit_length() - 1


class TableEnv(TableBase, AECEnv):  # type: ignore[misc]
    """A table of a game: the seats that owe a choice are selected, in seat order where they choose at the same time.

    Choices made at the same time are sealed: no observation but the chooser's own changes until the last has come.
    Rewards are the shares of the win at the end, 0 before. After `max_steps` choices a game is truncated: all rewards are 0,
    and `infos` tell how it stood. The checks that PettingZoo's wrappers make are made here, where they cost less: a closed
    choice ends the game with -1 for the chooser, a step without a reset is refused.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. Without a seed the dice go on from the last game's."""
        who = self.deal(seed, options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._ended, self._ahead = False, None
        self.agent_selection = self.possible_agents[first_of(who)]
        if self.render_mode == "human":
            self.render()

    _ahead: tuple[str, Any] | None = None
    """What the selected agent sees, from the step before; given once, since it is the asker's own."""

    def observe(self, agent: str) -> Any:
        """What this agent sees, and its open choices."""
        if self._ahead is not None and self._ahead[0] == agent:
            seen, self._ahead = self._ahead[1], None
            return seen
        return self.look(self.seat_of[agent])

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the selected agent sees, its reward since it last chose, whether it has ended or was cut short, and why."""
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        outcome = (self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], self.infos[agent])
        return seen, *outcome

    def step(self, action: Any) -> None:
        """The selected agent's choice, and all that follows until somebody has to choose."""
        if not self.agents:
            self.must_play()
        agent = self.agent_selection
        if self._ended:
            self._was_dead_step(action)
            return
        # A box wants a point even of a plain number, so that it is refused.
        plain = type(action) is int and not self.box
        who = self.act(self.seat_of[agent], action if plain else self.read(agent, action))
        self.steps += 1
        self._cumulative_rewards[agent] = 0.0
        if who <= 0:
            self._end(agent, closed=who == CLOSED)
        elif self.steps == self.max_steps:
            self._truncate(first_of(who))
        else:
            self.agent_selection = self.possible_agents[first_of(who)]
        if self.render_mode == "human":
            self.render()

    def act(self, seat: int, choice: Any) -> int:
        """Make this choice; returns who owes one then, or CLOSED."""
        self._ahead = None
        simulator = self.simulator
        if self.box:
            return int(simulator.choose_point(0, seat, choice))
        if not 0 <= choice < simulator.choices:
            return CLOSED
        raw, mask = self.raw_room.copy(), self.mask_room.copy()
        who: int = simulator.turn(0, seat, choice, raw, mask)
        if who > 0:
            chooser = (who & -who).bit_length() - 1
            plain = self.encoding is None
            seen = {"observation": raw, "action_mask": mask} if plain else self.encoded(chooser, raw, mask)
            self._ahead = (self.possible_agents[chooser], seen)
        return who

    def _end(self, agent: str, *, closed: bool) -> None:
        """Shares of the win; who made a closed choice loses and nobody wins, as PettingZoo's own games have it."""
        if closed:
            self.rewards[agent] = ILLEGAL_REWARD
            self.infos[agent] = {"closed": closed_message(np.flatnonzero(self.observe(agent)["action_mask"]).tolist())}
        else:
            self.rewards = dict(zip(self.agents, self.simulator.share(0), strict=True))
        self._ended = True
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def _truncate(self, seat: int) -> None:
        """The game is cut short, with nothing won; whoever would have chosen is asked first to leave."""
        self._ended = True
        self.truncations = dict.fromkeys(self.agents, True)
        standing = self.standing()
        self.infos = {agent: {"standing": standing[agent]} for agent in self.agents}
        self.agent_selection = self.possible_agents[seat]
