"""What both kinds of PettingZoo environment share: one table, its agents, spaces, dice, length and pictures."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, NOBODY, seats_of
from rollmops.engine.errors import BadTableError
from rollmops.games import game as find_game
from rollmops.gyms.arguments import point, whole
from rollmops.gyms.encoding import Encoding, encode_one, encoding_for
from rollmops.gyms.fields import FIELDS
from rollmops.gyms.lengths import length_for, shares_of
from rollmops.gyms.observation import Bytes, Shorts
from rollmops.gyms.render import picture, text
from rollmops.gyms.simulator import open_simulator
from rollmops.gyms.specialise import specialise

RENDER_MODES = ("ansi", "rgb_array", "human")
THROWS = ("menu", "box")
"""How a real throw is chosen: a line of the menu, or a point in a box (see `rollmops.gyms.throw_simulator`)."""
POINT_SIZE = 5
"""Numbers of such a point: a line has at most so many choices."""
ILLEGAL_REWARD = -1.0
"""The reward of an agent that makes a closed choice."""
MOST_NAMES = 40
"""Open choices that `render` names."""


def closed_message(choices: list[int]) -> str:
    """What `infos` say to an agent that has made a closed choice."""
    return f"the choice was closed; open were {', '.join(map(str, choices))}"


class TableBase:
    """One table of a game.

    `seats` (the fewest), `components` (what `rollmops.games.components` reads), `first` (None: by lot), `render_mode`,
    `throw` (on the floe: menu or box), `observation` (raw, flat or dict), `max_steps`: choices, or cycles of a parallel
    environment, after which a game is truncated (None: the usual length, 0: never). `max_cycles` is PettingZoo's word.
    """

    parallel = False

    def __init__(
        self,
        name: str,
        seats: int | None = None,
        components: Components | None = None,
        first: int | None = None,
        render_mode: str | None = None,
        throw: str | None = None,
        observation: str = "raw",
        max_steps: int | None = None,
        max_cycles: int | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadTableError(f"render_mode: there are {', '.join(RENDER_MODES)}, not {render_mode!r}")
        game = find_game(name)
        if throw is not None and (game.chance.by_weight or throw not in THROWS):
            raise BadTableError(f"throw: {' or '.join(THROWS)}, for games of real throws; not {throw!r} for {game.title}")
        if max_cycles is not None:
            if max_steps is not None:
                raise BadTableError("max_cycles and max_steps are the same here; give one of them")
            max_steps = whole("max_cycles", max_cycles, 1)
        self.simulator: Any = open_simulator(name, game.fewest if seats is None else seats, 1, components, first)
        self.box, self.max_steps, self.steps = throw == "box", length_for(name, max_steps), 0
        self.kind = observation
        self.encoding = encoding_for(observation, name, self.simulator.seats, components)
        self._ranges = Encoding(name, self.simulator.seats, components) if name in FIELDS else None
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.simulator.seats)]
        self.agents: list[str] = []
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self._observations() for agent in self.possible_agents}
        self.action_spaces = {agent: self._actions() for agent in self.possible_agents}
        self.state_space = self._table_space(NOBODY)
        self.metadata = {
            "name": f"{name}_v{game.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": self.parallel,
            "render_fps": 1,
        }
        self._seeded = False
        self.raw_room: Shorts = np.zeros(self.simulator.layout.size, np.int16)
        self.mask_room: Bytes = np.zeros(self.simulator.choices, np.int8)
        self._specialise()

    def _specialise(self) -> None:
        """The compiled function that encodes an observation."""
        if self.encoding is not None:
            codes = self.encoding.codes(1)
            raw: Shorts = np.zeros(self.simulator.layout.size, np.int16)
            self._encode: Any = specialise(encode_one, (codes,), raw, 0, codes.out[0])

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_encode"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._specialise()

    def _table_space(self, seat: int) -> Any:
        """The raw numbers of a table, in the ranges that they have; without the first, which says who looks, for nobody."""
        size = self.simulator.layout.size - int(seat == NOBODY)
        limits = np.iinfo(np.int16)
        if self._ranges is None or (seat == NOBODY and self.simulator.game.secrets):
            return spaces.Box(limits.min, limits.max, (size,), np.int16)  # secrets have ranges of their own
        low, high = (bound[-size:] for bound in self._ranges.raw_bounds)
        return spaces.Box(low, high, (size,), np.int16)

    def _observations(self) -> Any:
        """What a seat sees and, where choices are numbered, 1 for each open one."""
        seen = self._table_space(0)
        if self.encoding is not None:
            low, high = self.encoding.bounds
            seen = spaces.Box(low, high, low.shape, np.float32)
            if self.kind == "dict":
                cut = [(name, low[where], high[where]) for name, where in self.encoding.slices.items()]
                seen = spaces.Dict({name: spaces.Box(lo, hi, lo.shape, np.float32) for name, lo, hi in cut})
        if self.box:
            return seen
        return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (self.simulator.choices,), np.int8)})

    def _actions(self) -> Any:
        if self.box:
            return spaces.Box(-1.0, 1.0, (POINT_SIZE,), np.float32)
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
            drawn = int(np.random.SeedSequence().generate_state(1)[0]) if seed is None else whole("seed", seed)
            self.simulator.seed(drawn, lane)
            self._seeded = True
        self.steps = 0
        return int(self.simulator.begin(0))

    def read(self, agent: str, action: Any) -> Any:
        """An action as the simulator wants it, a number or a point; what is neither is refused before anything happens."""
        if self.box:
            return point(agent, action, POINT_SIZE)
        try:
            return index(action)
        except TypeError:
            meant = "the number of an open choice (None only once its game has ended)"
            raise BadTableError(f"{agent}: give {meant}, not {action!r}") from None

    def look(self, seat: int) -> Any:
        """What a seat sees now, and its open choices; if it owes none, all, for nothing that it sends is looked at."""
        raw: Shorts = np.empty(self.simulator.layout.size, np.int16)
        mask: Bytes = np.empty(self.simulator.choices, np.int8)
        self.simulator.show(0, seat, raw, mask)
        return self.encoded(seat, raw, mask)

    def encoded(self, seat: int, raw: Shorts, mask: Bytes) -> Any:
        """An observation of these raw numbers and open choices, of the kind that was asked for."""
        seen: Any = raw
        if self.encoding is not None:
            seen = np.empty(self.encoding.size, np.float32)
            self._encode(raw, seat, seen)
            if self.kind == "dict":
                seen = self.encoding.cut(seen)
        return seen if self.box else {"observation": seen, "action_mask": mask}

    def action_names(self, agent: str | None = None) -> dict[int, str]:
        """The open choices of this agent (of whoever owes one) in the words of the record; none for one that owes none."""
        owing = seats_of(int(self.simulator.owing[0]))
        seat = self.seat_of[agent] if agent is not None else owing[0] if owing else NOBODY
        if seat not in owing or self.box or not self.agents:
            return {}
        mask: Bytes = np.empty(self.simulator.choices, np.int8)
        self.simulator.show(0, seat, np.empty(self.simulator.layout.size, np.int16), mask)
        return dict(self.simulator.action_names(0, seat, np.flatnonzero(mask).tolist()))

    def state(self) -> Shorts:
        """All numbers of the table, secrets included, for training that may know them."""
        out: Shorts = np.empty(self.simulator.layout.size, np.int16)
        self.simulator.read(0, out)
        return out[1:]

    def standing(self) -> dict[str, Any]:
        """For `infos` when a game is truncated: the shares of the win as they stood."""
        return dict(zip(self.possible_agents, shares_of(self.simulator.share(0)), strict=True))

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as a watcher may see it: in words, as pixels, or printed."""
        if self.render_mode is None:
            return None
        t = self.simulator.table(0, NOBODY)
        if self.render_mode == "rgb_array":
            return picture(self.simulator.game, t, self.simulator.seats)
        shown = "\n".join([text(self.simulator.game, t), *self._asked()])
        if self.render_mode == "ansi":
            return shown
        print(shown, end="\n\n")
        return None

    def _asked(self) -> list[str]:
        """Who owes a choice and, where nothing is secret, between what."""
        if not self.agents or not self.simulator.owing[0]:
            return []
        owing = seats_of(int(self.simulator.owing[0]))
        who = ", ".join(LETTERS[seat] for seat in owing)
        names = [] if self.simulator.game.secrets else list(self.action_names().values())
        more = [f"… and {len(names) - MOST_NAMES} more"] if len(names) > MOST_NAMES else []
        return [f"to choose: {who}" + (f" ({', '.join(names[:MOST_NAMES] + more)})" if names else "")]

    def close(self) -> None:
        """Nothing is held open."""
