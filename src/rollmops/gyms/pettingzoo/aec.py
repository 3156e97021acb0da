"""One table as a PettingZoo environment in which agents choose one after the other."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from rollmops.engine.components import Components
from rollmops.engine.contract import NOBODY
from rollmops.engine.errors import BadTableError
from rollmops.games import game as find_game
from rollmops.gyms.arguments import point, whole
from rollmops.gyms.observation import Bytes, Shorts
from rollmops.gyms.render import picture, text
from rollmops.gyms.simulator import CLOSED, open_simulator

RENDER_MODES = ("ansi", "rgb_array", "human")
THROWS = ("menu", "box")
"""How a real throw is chosen: a line of the menu, or a point in a box (see `rollmops.gyms.throw_simulator`)."""
BOX = 5
"""Numbers of such a point: a line has at most so many choices."""
ILLEGAL = -1.0
"""The reward of an agent that makes a closed choice."""


def first_of(who: int) -> int:
    """The first of these seats; cheaper from Python than the compiled way."""
    return (who & -who).bit_length() - 1


def seen_space(size: int) -> Any:
    """So many numbers of 16 bits."""
    return spaces.Box(np.iinfo(np.int16).min, np.iinfo(np.int16).max, (size,), np.int16)


class TableBase:
    """What both kinds of PettingZoo environment share: a simulator with one table, its agents, spaces, dice, pictures."""

    parallel = False

    def __init__(
        self,
        name: str,
        seats: int | None = None,
        components: Components | None = None,
        first: int | None = None,
        render_mode: str | None = None,
        throw: str | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadTableError(f"render_mode: there are {', '.join(RENDER_MODES)}, not {render_mode!r}")
        game = find_game(name)
        if throw is not None and (game.chance.by_weight or throw not in THROWS):
            raise BadTableError(f"throw: {' or '.join(THROWS)}, for games of real throws; not {throw!r} for {game.title}")
        self.simulator: Any = open_simulator(name, game.fewest if seats is None else seats, 1, components, first)
        self.box = throw == "box"
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.simulator.seats)]
        self.agents: list[str] = []
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self._observations() for agent in self.possible_agents}
        self.action_spaces = {agent: self._actions() for agent in self.possible_agents}
        self.state_space = seen_space(self.simulator.layout.size - 1)
        self.metadata = {
            "name": f"{name}_v{game.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": self.parallel,
            "render_fps": 1,
        }
        self._seeded = False

    def _observations(self) -> Any:
        """The numbers a seat sees and, where choices are numbered, 1 for each open one."""
        seen = seen_space(self.simulator.layout.size)
        if self.box:
            return seen
        return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (self.simulator.choices,), np.int8)})

    def _actions(self) -> Any:
        if self.box:
            return spaces.Box(-1.0, 1.0, (BOX,), np.float32)
        return spaces.Discrete(self.simulator.choices)

    def observation_space(self, agent: str) -> Any:
        """What this agent's observations look like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of this agent's choices."""
        return self.action_spaces[agent]

    def must_play(self) -> None:
        """Refuse a step where no game is on."""
        if not self.agents:
            raise BadTableError("there is no game at this table; call reset() first")

    def deal(self, seed: int | None, options: dict[str, Any] | None) -> int:
        """A new game; with a seed, fresh dice of that seed and of `options["lane"]`; returns who owes a choice."""
        if seed is not None or not self._seeded:
            lane = whole("lane", (options or {}).get("lane", 0))
            self.simulator.seed(
                int(np.random.SeedSequence().generate_state(1)[0]) if seed is None else whole("seed", seed), lane
            )
            self._seeded = True
        return int(self.simulator.begin(0))

    def read(self, agent: str, action: Any) -> Any:
        """An action as the simulator wants it, a number or a point; what is neither is refused before anything happens."""
        if self.box:
            return point(agent, action, BOX)
        try:
            return index(action)
        except TypeError:
            meant = "the number of an open choice (None only once its game has ended)"
            raise BadTableError(f"{agent}: give {meant}, not {action!r}") from None

    def look(self, seat: int) -> Any:
        """What a seat sees now."""
        out: Shorts = np.empty(self.simulator.layout.size, np.int16)
        mask: Bytes = np.empty(self.simulator.choices, np.int8)
        self.simulator.show(0, seat, out, mask)
        return out if self.box else {"observation": out, "action_mask": mask}

    def state(self) -> Shorts:
        """All numbers of the table, secrets included, for training that may know them."""
        out: Shorts = np.empty(self.simulator.layout.size, np.int16)
        self.simulator.read(0, out)
        return out[1:]

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as a watcher may see it: text, pixels, or printed."""
        if self.render_mode is None:
            return None
        t = self.simulator.table(0, NOBODY)
        if self.render_mode == "rgb_array":
            return picture(self.simulator.game, t, self.simulator.seats)
        shown = text(self.simulator.game, t)
        if self.render_mode == "ansi":
            return shown
        print(shown, end="\n\n")
        return None

    def close(self) -> None:
        """Nothing is held open."""


class TableEnv(TableBase, AECEnv):  # type: ignore[misc]
    """A table of a game: the seats that owe a choice are selected, in seat order where they choose at the same time.

    Choices made at the same time are sealed: no observation but the chooser's own changes until the last has come.
    Rewards are the shares of the win at the end, 0 before. The checks that PettingZoo's wrappers make are made here, where
    they cost less: a closed choice ends the game with -1 for the chooser, a step without a reset is refused.
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
        self.agent_selection = self.possible_agents[first_of(who)]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Any:
        """What this agent sees, and its open choices (none if it owes no choice)."""
        return self.look(self.seat_of[agent])

    def step(self, action: Any) -> None:
        """The selected agent's choice, and all that follows until somebody has to choose."""
        self.must_play()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        who = self.act(self.seat_of[agent], self.read(agent, action))
        self._cumulative_rewards[agent] = 0.0
        if who > 0:
            self.agent_selection = self.possible_agents[first_of(who)]
        else:
            self._end(agent, closed=who == CLOSED)
        if self.render_mode == "human":
            self.render()

    def act(self, seat: int, choice: Any) -> int:
        """Make this choice; returns who owes one then, or CLOSED."""
        if self.box:
            return int(self.simulator.choose_point(0, seat, choice))
        return int(self.simulator.try_choose(0, seat, choice)) if 0 <= choice < self.simulator.choices else CLOSED

    def _end(self, agent: str, *, closed: bool) -> None:
        """Shares of the win; who made a closed choice loses and nobody wins, as PettingZoo's own games have it."""
        if closed:
            self.rewards[agent] = ILLEGAL
            legal = ", ".join(str(choice) for choice in np.flatnonzero(self.observe(agent)["action_mask"]))
            self.infos[agent] = {"closed": f"the choice was closed; open were {legal}"}
        else:
            self.rewards = dict(zip(self.agents, self.simulator.share(0), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]
