"""The games for OpenSpiel. Importing `rollmops.gyms.openspiel` registers them: `python_rollmops_soles` and so on.

Parameters: `players`, `first` (the starting seat), `components` (the path of a component file, or its text; empty: the
house's), `observation` (what `observation_tensor` has: raw or flat), `max_length` (decisions after which a game ends as
it stands; 0: the usual number). Every die and card is a chance node with its exact odds; choices made at the same time
are made one after the other and sealed. Returns are the shares of the win, which sum to 1. An information state is the
logbook as that seat has seen it.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pyspiel

from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, Game
from rollmops.engine.errors import BadTableError, IllegalError
from rollmops.games import components, components_text, house
from rollmops.games import game as find_game
from rollmops.gyms.arguments import table_for, whole
from rollmops.gyms.fields import FIELDS
from rollmops.gyms.lengths import length_for, shares_of
from rollmops.gyms.openspiel.course import CHANCE_PLAYER, PLAYERS, TERMINAL_PLAYER, Course
from rollmops.gyms.openspiel.history import History
from rollmops.gyms.openspiel.observer import Observer
from rollmops.gyms.openspiel.position import WHO, WHO_BITS, WHO_MASK, Board, Position
from rollmops.gyms.openspiel.resample import resampled

PREFIX = "python_rollmops_"
SAMPLED_THROWS = 64
"""Throws that stand for the chance of a real one."""
CHANCES_A_DECISION = 16
"""Dice and cards that a game may have for each decision it may have before it ends as it stands; random play has three."""


def parameters(game: Game) -> dict[str, Any]:
    """The parameters of a game with their usual values."""
    usual = {"players": game.fewest, "first": 0, "components": "", "observation": "raw", "max_length": 0}
    return usual | ({} if game.chance.by_weight else {"seed": 0, "samples": SAMPLED_THROWS})


@cache
def game_type(name: str) -> Any:
    """How OpenSpiel files this game."""
    game, kind = find_game(name), pyspiel.GameType
    secret = kind.Information.IMPERFECT_INFORMATION if game.secrets else kind.Information.PERFECT_INFORMATION
    modes = kind.ChanceMode
    return kind(
        short_name=PREFIX + name,
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if game.chance.by_weight else modes.SAMPLED_STOCHASTIC,
        information=secret,
        utility=kind.Utility.CONSTANT_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.most,
        min_num_players=game.fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=name in FIELDS,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters(game),
    )


def box_of(name: str, given: str) -> Components:
    """The components at this path, or in this text of a file; the house's for none."""
    if not given:
        return house(name)
    return components_text(name, given) if "\n" in given else components(name, Path(given))


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours as OpenSpiel sees it."""

    name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = self.rules = find_game(self.name)
        given = self.given = parameters(game) | (params or {})
        self.box = box_of(self.name, str(given["components"]))
        seats, _ = table_for(game, given["players"], given["first"])
        if given["observation"] not in ("raw", "flat") or (given["observation"] == "flat" and self.name not in FIELDS):
            raise BadTableError(f"observation: raw, or flat where ranges are told; not {given['observation']!r}")
        self.max_length = length_for(self.name, whole("max_length", given["max_length"]) or None)
        self.max_chances = CHANCES_A_DECISION * self.max_length
        actions, outcomes = self.sizes()
        info = pyspiel.GameInfo(
            num_distinct_actions=actions,
            max_chance_outcomes=outcomes,
            num_players=seats,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=self.max_length,
        )
        super().__init__(game_type(self.name), info, params or {})
        self.prepare(self.box, seats, given)
        self.count_from = self.max_length
        """Moves that a game can have without being too long."""
        self.lists: dict[int, list[int]] = {}
        self.odds: dict[bytes, list[tuple[int, float]]] = {}

    def __reduce__(self) -> Any:
        return loaded, (self.name, self.given)

    def max_chance_nodes_in_history(self) -> int:
        """Dice and cards after which a game ends as it stands."""
        return self.max_chances

    def sizes(self) -> tuple[int, int]:
        """How many actions and outcomes of chance there can be."""
        return self.rules.choices, self.rules.choices

    def prepare(self, box: Components, seats: int, given: dict[str, Any]) -> None:
        """Get ready to play."""
        self.board: Any = Board(self.rules, self.rules.empty(box), seats, int(given["first"]))

    def new_initial_state(self) -> SpielState:
        """The laid table."""
        return SpielState(self)

    def state_at(self, position: Position, start: History) -> SpielState:
        """A state whose game begins at this position, whatever came before."""
        state = self.new_initial_state()
        bits = 0 if not position.marks[WHO] else self.board.bits(position)
        state.course = Course(position, bits, PLAYERS[int(position.marks[WHO])], start)
        return state

    def encodes(self, *, recall: bool) -> bool:
        """Whether tensors are normalised: of information states always, of observations on demand."""
        return self.name in FIELDS and (recall or self.given["observation"] == "flat")

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a seat may know: with perfect recall the logbook, else the table."""
        if params:
            raise BadTableError(f"observers of {PREFIX}{self.name} have no parameters, not {params}")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    def odds_of(self, position: Position) -> list[tuple[int, float]]:
        """The open choices of chance with their exact odds; the list is the caller's own."""
        board = self.board
        weights = board.weights if board.weighed is position else board.weigh(position)
        key = weights.tobytes()
        if key not in self.odds:
            total = int(weights.sum())
            self.odds[key] = [(int(choice), int(weights[choice]) / total) for choice in np.flatnonzero(weights)]
        return self.odds[key].copy()

    def list_of(self, bits: int, position: Position) -> list[int]:
        """The open choices of whoever is next, ascending; the list is the caller's own."""
        if self.board.wide:
            return [int(choice) for choice in np.flatnonzero(self.board.weigh(position))]
        if bits not in self.lists:
            self.lists[bits] = [choice for choice in range(self.rules.choices) if bits >> choice & 1]
        return self.lists[bits].copy()


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A table as OpenSpiel plays it. What Python asks is answered in Python: the way through C++ and back takes longer."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.rules_of = Shared(game)
        board = game.board
        position = board.start.copy()
        start = History(game.rules, board.start.table())
        bits = 0 if not position.marks[WHO] else board.bits(position)
        self.course = Course(position, bits, PLAYERS[int(position.marks[WHO])], start)

    def __reduce__(self) -> Any:
        return restored, (self.rules_of.game, self.serialize())

    def current_player(self) -> int:
        """Who is next: a seat, chance, or the end."""
        return self.course.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.course.player == TERMINAL_PLAYER

    def is_chance_node(self) -> bool:
        """Whether a die or a card is next."""
        return self.course.player == CHANCE_PLAYER

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The open choices of whoever is next; none for any other player."""
        course = self.course
        if course.player == TERMINAL_PLAYER or (player is not None and player != course.player):
            return []
        return self._legal_actions(course.player)

    def _legal_actions(self, player: int) -> list[int]:
        course = self.course
        return self.rules_of.game.list_of(course.bits, course.position)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The open faces or cards with their exact odds."""
        return self.rules_of.game.odds_of(self.course.position)

    def _apply_action(self, action: int) -> None:
        course, game = self.course, self.rules_of.game
        board, player = game.board, course.player
        if board.wide:
            self.check_wide(action)
        elif action < 0 or not course.bits >> action & 1:
            self.refuse(action)
        course.moves.append((action << 4) + player + 1)  # OpenSpiel's number for chance is ours for nobody
        code = board.advance(*course.arrays, player, action)
        board.weighed = course.position
        course.bits = code >> WHO_BITS
        course.player = PLAYERS[code & WHO_MASK]
        if len(course.moves) >= game.count_from:
            self.end_if_too_long()

    def check_wide(self, action: int) -> None:
        """Refuse a closed choice where there are more than bits of a number."""
        board, course = self.rules_of.game.board, self.course
        known = course.player != TERMINAL_PLAYER and 0 <= action < board.game.choices
        if not known or not board.weigh(course.position)[action]:
            self.refuse(action)

    def end_if_too_long(self) -> None:
        """A game of too many decisions, or dice and cards, ends as it stands."""
        game, (decisions, chances) = self.rules_of.game, self.counts()
        if decisions >= game.max_length or chances >= game.max_chances:
            self.course.player, self.course.bits = TERMINAL_PLAYER, 0

    def counts(self) -> tuple[int, int]:
        """How many decisions and how many choices of chance led here."""
        return self.course.counts()

    def refuse(self, action: int) -> NoReturn:
        """Say what was open instead."""
        if self.is_terminal():
            raise IllegalError(f"choice {action}: the game is over")
        who = "chance" if self.is_chance_node() else f"seat {LETTERS[self.course.player]}"
        raise IllegalError(f"choice {action} is closed for {who}; open are {', '.join(map(str, self.legal_actions()))}")

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A state that this player cannot tell from this one: what it does not know is drawn anew from what is possible."""
        return resampled(self, player, sampler)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.course.written().line(player).words(self.rules_of.game.rules, action)

    def returns(self) -> list[float]:
        """Each seat's share of the win once it is over."""
        board = self.rules_of.game.board
        if self.course.player != TERMINAL_PLAYER:
            return [0.0] * int(board.seats)
        return shares_of(board.game.standing(self.course.position.table(), board.seats).shares)

    def __str__(self) -> str:
        history = self.course.written()
        lines = [f"{letter} {words}" for letter, words in history.lines]
        lines += [f"{line.letter(history.game)} {line.words(history.game)} …" for line in history.begun.values()]
        return "\n".join(lines)


class Shared:
    """A state's way to its game that copies and pickles as what it is: the same game."""

    __slots__ = ("game",)

    def __init__(self, game: SpielGame) -> None:
        self.game = game

    def __deepcopy__(self, memo: Any) -> Shared:
        return self

    def __reduce__(self) -> Any:
        return _shared, (self.game.name, self.game.given)


def _shared(name: str, given: dict[str, Any]) -> Shared:
    return Shared(loaded(name, given))


def loaded(name: str, given: dict[str, Any]) -> Any:
    """A game that was pickled, in a process whose OpenSpiel may not know our games yet."""
    import_module("rollmops.gyms.openspiel")
    return pyspiel.load_game(PREFIX + name, given)


def restored(game: SpielGame, written: str) -> Any:
    """A state that was pickled."""
    return game.deserialize_state(written)


def register(name: str, kind: type[SpielGame] = SpielGame) -> None:
    """Make OpenSpiel know this game."""
    if PREFIX + name not in pyspiel.registered_names():
        pyspiel.register_game(game_type(name), type(f"{name.title()}Game", (kind,), {"name": name}))
