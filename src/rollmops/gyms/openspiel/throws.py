"""Games of real throws for OpenSpiel: a decision is a line of the menu, and chance is a sample of throws.

Nobody knows the odds of a throw, so OpenSpiel files the game as sampled, and each chance node has `samples` equally
likely outcomes, each a throw with a seed of its own, drawn from the stream of `seed`, the node's place in the game and
the outcome's number. A history tells the whole state that way (OpenSpiel keeps no generator's state for games in
Python, which its own sampled games need for serialisation).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rollmops.arena.dice import ThrownDice
from rollmops.engine.components import Components
from rollmops.engine.contract import NOBODY, Game
from rollmops.engine.dice import LabDice
from rollmops.engine.lines import legal_lines
from rollmops.engine.table import copy
from rollmops.gyms.arguments import whole
from rollmops.gyms.observation import Shorts, layout, numbers, read_row
from rollmops.gyms.openspiel.course import CHANCE_PLAYER, player_of
from rollmops.gyms.openspiel.game import SpielGame, SpielState
from rollmops.gyms.openspiel.position import WHO, Position
from rollmops.gyms.throw_simulator import MENU_LINES


class ThrowBoard:
    """What all positions of the game share, with the face of `Board`."""

    def __init__(self, game: Game, box: Components, seats: int, first: int, seed: int, samples: int) -> None:
        self.game, self.seats, self.weights = game, seats, np.zeros(0, np.int64)
        self.seed, self.odds = seed, [(number, 1 / samples) for number in range(samples)]
        self.dice = ThrownDice(box, LabDice(seed))
        self.wide, self.blank = False, game.empty(box)
        self.start = Position.at(game, game.open(box, seats, first), seats)
        self.seen: Shorts = np.zeros(layout(game.name).size, np.int16)

    def bits(self, position: Position) -> int:
        """Choices are lines here; see `lines`."""
        return 0

    def throw(self, position: Position, place: int, outcome: int) -> list[int]:
        """The rest line of one outcome of chance at this place in the game."""
        self.dice.dice = LabDice(self.seed, place, outcome)
        return self.dice.roll(self.game, copy(position.table()))

    def lines(self, position: Position, seat: int) -> list[list[int]]:
        """The menu of a seat."""
        return legal_lines(self.game, position.table(), seat, MENU_LINES)

    def look(self, position: Position, seat: int) -> Shorts:
        """What a seat sees there; the array is used again."""
        places = layout(self.game.name)
        read_row(numbers(position.tables)[0], seat, places.starts, places.lengths, self.seen)
        return self.seen


class ThrowGame(SpielGame):
    """A game of real throws as OpenSpiel sees it."""

    def sizes(self) -> tuple[int, int]:
        """Lines of the menu, and throws of the sample."""
        whole("seed", self.given["seed"])
        return MENU_LINES, whole("samples", self.given["samples"], 1)

    def prepare(self, box: Components, seats: int, given: dict[str, Any]) -> None:
        """Get the arena ready."""
        self.board = ThrowBoard(self.rules, box, seats, int(given["first"]), int(given["seed"]), int(given["samples"]))

    def new_initial_state(self) -> SpielState:
        """The laid table."""
        return ThrowState(self)


class ThrowState(SpielState):
    """A table of a game of real throws."""

    def _legal_actions(self, player: int) -> list[int]:
        if player == CHANCE_PLAYER:
            return list(range(len(self.rules_of.game.board.odds)))
        return list(range(len(self.rules_of.game.board.lines(self.course.position, player))))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The throws of the sample, all equally likely."""
        return list(self.rules_of.game.board.odds)

    def _apply_action(self, action: int) -> None:
        course, board = self.course, self.rules_of.game.board
        table = course.position.table()
        lines = [] if course.player < 0 else board.lines(course.position, course.player)
        if not 0 <= action < len(board.odds if course.player == CHANCE_PLAYER else lines):
            self.refuse(action)
        if course.player == CHANCE_PLAYER:
            seat, line = NOBODY, board.throw(course.position, len(course.moves), action)
        else:
            seat, line = course.player, lines[action]
        for choice in line:
            board.game.step(table, seat, choice)
            course.moves.append((choice << 4) + seat + 1)
        decisions, chances = course.before
        course.before = (decisions + 1, chances) if seat != NOBODY else (decisions, chances + 1)
        course.position.marks[WHO] = board.game.actors(table)
        course.player = player_of(int(course.position.marks[WHO]))
        self.end_if_too_long()

    def counts(self) -> tuple[int, int]:
        """How many lines and how many throws led here; a line is several moves."""
        return self.course.before

    def _action_to_string(self, player: int, action: int) -> str:
        board, table = self.rules_of.game.board, self.course.position.table()
        if player == CHANCE_PLAYER:
            return f"{board.game.words.verbs(table, NOBODY)[0]} #{action}"
        return str(board.game.words.spell(table, player, board.lines(self.course.position, player)[action]))
