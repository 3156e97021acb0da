"""The games for OpenSpiel. Importing `rollmops.gyms.openspiel` registers them: `python_rollmops_soles` and so on.

Parameters: `players`, `first` (the starting seat), `components` (the path of a component file; empty: the house's). Every
die and card is a chance node with its exact odds; choices made at the same time are made one after the other and sealed.
Returns are the shares of the win, which sum to 1. An information state is the logbook as that seat has seen it.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import msgspec
import numpy as np
import pyspiel

from rollmops.engine.components import Components
from rollmops.engine.contract import CHANCE, LETTERS, NOBODY, OVER, Game
from rollmops.engine.errors import BadTableError, IllegalError
from rollmops.games import components, house
from rollmops.games import game as find_game
from rollmops.gyms.arguments import table_for
from rollmops.gyms.observation import layout
from rollmops.gyms.openspiel.history import History
from rollmops.gyms.openspiel.position import MOST_BITS, WHO, Board, Position

PREFIX = "python_rollmops_"
SAMPLES = 64
"""Throws that stand for the chance of a real one."""
MOST_DECISIONS = 10_000
"""A bound for OpenSpiel's sake: games have no longest course, but random ones end long before."""
TERMINAL_PLAYER, CHANCE_PLAYER = int(pyspiel.PlayerId.TERMINAL), int(pyspiel.PlayerId.CHANCE)


def parameters(game: Game) -> dict[str, Any]:
    """The parameters of a game with their usual values."""
    return {"players": game.fewest, "first": 0, "components": ""} | (
        {} if game.chance.by_weight else {"seed": 0, "samples": SAMPLES}
    )


@cache
def game_type(name: str) -> Any:
    """How OpenSpiel files this game."""
    game, kind = find_game(name), pyspiel.GameType
    secret = kind.Information.IMPERFECT_INFORMATION if game.secrets else kind.Information.PERFECT_INFORMATION
    return kind(
        short_name=PREFIX + name,
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=secret,
        utility=kind.Utility.CONSTANT_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.most,
        min_num_players=game.fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters(game),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours as OpenSpiel sees it."""

    name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = self.rules = find_game(self.name)
        given = self.given = parameters(game) | (params or {})
        path = given["components"]
        box = components(self.name, Path(path)) if path else house(self.name)
        seats, _ = table_for(game, given["players"], given["first"])
        actions, outcomes = self.sizes()
        info = pyspiel.GameInfo(
            num_distinct_actions=actions,
            max_chance_outcomes=outcomes,
            num_players=seats,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=MOST_DECISIONS,
        )
        super().__init__(game_type(self.name), info, params or {})
        self.prepare(box, seats, given)
        self.lists: dict[int, list[int]] = {}
        self.odds: dict[bytes, list[tuple[int, float]]] = {}

    def __reduce__(self) -> Any:
        return loaded, (self.name, self.given)

    def sizes(self) -> tuple[int, int]:
        """How many actions and outcomes of chance there can be."""
        return self.rules.choices, self.rules.choices

    def prepare(self, box: Components, seats: int, given: dict[str, Any]) -> None:
        """Get ready to play."""
        self.board: Any = Board(self.rules, self.rules.empty(box), seats, int(given["first"]))

    def new_initial_state(self) -> SpielState:
        """The laid table."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a seat may know: with perfect recall the logbook, else the table."""
        if params:
            raise BadTableError(f"observers of {PREFIX}{self.name} have no parameters, not {params}")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    def odds_of(self, position: Position) -> list[tuple[int, float]]:
        """The open choices of chance with their exact odds; the list is the caller's own."""
        weights = self.board.chances(position)
        key = weights.tobytes()
        if key not in self.odds:
            total = int(weights.sum())
            self.odds[key] = [(int(choice), int(weights[choice]) / total) for choice in np.flatnonzero(weights)]
        return self.odds[key].copy()

    def list_of(self, bits: int, position: Position) -> list[int]:
        """The open choices of a seat, ascending."""
        if self.rules.choices > MOST_BITS:
            return [int(choice) for choice in np.flatnonzero(self.board.chances(position))]
        if bits not in self.lists:
            self.lists[bits] = [choice for choice in range(self.rules.choices) if bits >> choice & 1]
        return self.lists[bits]

    def is_open(self, action: int, bits: int, position: Position) -> bool:
        """Whether whoever is next may choose this; compiled code believes what it is told."""
        if not 0 <= action < self.rules.choices:
            return False
        if self.rules.choices > MOST_BITS:
            return position.marks[WHO] != OVER and bool(self.board.chances(position)[action])
        return bool(bits >> action & 1)


class Course:
    """How a state came about: position, who is next, and the moves, of which words are made only when asked for."""

    __slots__ = ("bits", "history", "moves", "player", "position", "start", "told")

    def __init__(self, position: Position, bits: int, player: int, start: History) -> None:
        self.position, self.bits, self.player = position, bits, player
        self.moves: list[tuple[int, int]] = []
        self.start = self.history = start
        self.told = 0

    def __deepcopy__(self, memo: Any) -> Course:
        twin = Course(self.position.copy(), self.bits, self.player, self.start)
        twin.moves, twin.history, twin.told = self.moves.copy(), self.history, self.told
        return twin

    def __reduce__(self) -> Any:
        begun = (self.start.game.name, np.array([self.start.table]))
        return _course, (*begun, self.position.arrays, self.bits, self.player, self.moves)

    def written(self) -> History:
        """The history up to now."""
        while self.told < len(self.moves):
            self.history = self.history.add(*self.moves[self.told])
            self.told += 1
        return self.history


def _course(name: str, start: Any, arrays: Any, bits: int, player: int, moves: list[tuple[int, int]]) -> Course:
    """A course that was serialised."""
    course = Course(Position(*arrays), bits, player, History(find_game(name), start.view(np.recarray)[0]))
    course.moves = moves
    return course


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A table as OpenSpiel plays it. All its own data is in `course`, because OpenSpiel copies attribute by attribute."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        board = game.board
        position = board.start.copy()
        bits = board.open_bits(*position.arrays[:2], position.marks, board.weights)
        self.course = Course(position, bits, player_of(int(position.marks[0])), History(game.rules, board.start.table()))

    def __reduce__(self) -> Any:
        return restored, (pyspiel.serialize_game_and_state(self.get_game(), self),)

    def current_player(self) -> int:
        """Who is next: a seat, chance, or the end."""
        return self.course.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.course.player == TERMINAL_PLAYER

    def _legal_actions(self, player: int) -> list[int]:
        return self.get_game().list_of(self.course.bits, self.course.position)  # type: ignore[no-any-return]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The open faces or cards with their exact odds."""
        return self.get_game().odds_of(self.course.position)  # type: ignore[no-any-return]

    def _apply_action(self, action: int) -> None:
        course, game = self.course, self.get_game()
        if not game.is_open(action, course.bits, course.position):
            self.refuse(action)
        seat = NOBODY if course.player == CHANCE_PLAYER else course.player
        course.moves.append((seat, action))
        who, course.bits = game.board.advance(*course.position.arrays, seat, action)
        course.player = _PLAYERS[who]

    def refuse(self, action: int) -> NoReturn:
        """Say what was open instead."""
        if self.is_terminal():
            raise IllegalError(f"choice {action}: the game is over")
        who = "chance" if self.is_chance_node() else f"seat {LETTERS[self.course.player]}"
        raise IllegalError(f"choice {action} is closed for {who}; open are {', '.join(map(str, self.legal_actions()))}")

    def _action_to_string(self, player: int, action: int) -> str:
        seat = NOBODY if player == CHANCE_PLAYER else player
        return self.course.written().line(seat).words(self.get_game().rules, action)

    def returns(self) -> list[float]:
        """Each seat's share of the win once it is over."""
        board = self.get_game().board
        if self.course.player != TERMINAL_PLAYER:
            return [0.0] * int(board.seats)
        share: list[float] = board.game.standing(self.course.position.table(), board.seats)[1]
        return share

    def __str__(self) -> str:
        history = self.course.written()
        lines = [f"{letter} {words}" for letter, words in history.lines]
        lines += [f"{line.letter(history.game)} {line.words(history.game)} …" for line in history.begun.values()]
        return "\n".join(lines)


class Observer:
    """What a seat may know, in OpenSpiel's form: all of it, or the public or the private part alone."""

    def __init__(self, game: SpielGame, kind: Any) -> None:
        private, kinds = kind.private_info, pyspiel.PrivateInfoType
        self.game, self.recall, self.public = game, bool(kind.perfect_recall), bool(kind.public_info)
        self.watching = private == kinds.NONE
        if private == kinds.ALL_PLAYERS and game.rules.secrets:
            raise BadTableError("private_info: observers tell what one seat knows, or nobody; not what all players know")
        if not self.public and (self.recall or self.watching):
            raise BadTableError(
                "public_info: only what one seat alone knows is told without it, and not with perfect_recall"
            )
        # A logbook has no fixed length, and the numbers of a game of secrets are those that a seat sees.
        bare = self.recall or not self.public or (self.watching and game.rules.sight is not None)
        self.tensor = np.zeros(0 if bare else layout(game.name).size, np.float32)
        self.dict = {} if bare else {"table": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """The numbers that this seat sees (see `rollmops.gyms.observation`), if there are any."""
        if self.dict:
            self.tensor[:] = self.game.board.look(state.course.position, self.seat(player))

    def string_from(self, state: SpielState, player: int) -> str:
        """With perfect recall the logbook as this seat has seen it, else its view of the table."""
        history, seat, see = state.course.written(), self.seat(player), self.game.rules.views.view
        if self.recall:
            return history.known(seat)
        view = see(history.seen(seat), seat)
        if not self.public:
            open_to_all = msgspec.to_builtins(see(history.seen(NOBODY), NOBODY))
            view = {name: told for name, told in msgspec.to_builtins(view).items() if told != open_to_all[name]}
        return msgspec.json.encode(view).decode()

    def seat(self, player: int) -> int:
        """Whose eyes these are."""
        if not 0 <= player < self.game.board.seats:
            raise BadTableError(f"player: give a seat from 0 to {self.game.board.seats - 1}, not {player}")
        return NOBODY if self.watching else player


def player_of(who: int) -> int:
    """OpenSpiel's number for the first of those who owe a choice, for chance or for the end."""
    if who == OVER:
        return TERMINAL_PLAYER
    return CHANCE_PLAYER if who == CHANCE else (who & -who).bit_length() - 1


_PLAYERS = {who: player_of(who) for who in range(CHANCE + 1)}


def loaded(name: str, given: dict[str, Any]) -> Any:
    """A game that was pickled, in a process whose OpenSpiel may not know our games yet."""
    import_module("rollmops.gyms.openspiel")
    return pyspiel.load_game(PREFIX + name, given)


def restored(written: str) -> Any:
    """A state that was pickled, likewise."""
    import_module("rollmops.gyms.openspiel")
    return pyspiel.deserialize_game_and_state(written)[1]


def register(name: str, kind: type[SpielGame] = SpielGame) -> None:
    """Make OpenSpiel know this game."""
    if PREFIX + name not in pyspiel.registered_names():
        pyspiel.register_game(game_type(name), type(f"{name.title()}Game", (kind,), {"name": name}))
