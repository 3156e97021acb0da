"""How a state came about: its position, who is next, and the moves, of which words are made only when asked for."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from rollmops.engine.contract import CHANCE, OVER
from rollmops.games import game as find_game
from rollmops.gyms.openspiel.history import History
from rollmops.gyms.openspiel.position import Position

TERMINAL_PLAYER, CHANCE_PLAYER = int(pyspiel.PlayerId.TERMINAL), int(pyspiel.PlayerId.CHANCE)


def player_of(who: int) -> int:
    """OpenSpiel's number for the first of those who owe a choice, for chance or for the end."""
    if who == OVER:
        return TERMINAL_PLAYER
    return CHANCE_PLAYER if who == CHANCE else (who & -who).bit_length() - 1


PLAYERS = [player_of(who) for who in range(2 * CHANCE)]


class Course:
    """What a state of ours keeps, all in one place, because OpenSpiel copies attribute by attribute.

    A move is one number, `16 * choice + player + 1` (chance is -1): a search makes millions, and numbers are not collected.
    """

    __slots__ = (
        "arrays",
        "before",
        "bits",
        "counted",
        "decisions",
        "history",
        "moves",
        "player",
        "position",
        "recorded",
        "start",
    )

    def __init__(self, position: Position, bits: int, player: int, start: History) -> None:
        self.position, self.arrays, self.bits, self.player = position, position.arrays, bits, player
        self.moves: list[int] = []
        self.decisions = self.counted = 0  # decisions among the moves that are counted
        self.before = (0, 0)  # decisions and chances before the start
        self.start = self.history = start
        self.recorded = 0

    def __deepcopy__(self, memo: Any) -> Course:
        twin = Course(self.position.copy(), self.bits, self.player, self.start)
        twin.moves, twin.history, twin.recorded = self.moves.copy(), self.history, self.recorded
        twin.decisions, twin.counted, twin.before = self.decisions, self.counted, self.before
        return twin

    def __reduce__(self) -> Any:
        start = self.start
        begun = (start.game.name, np.array([start.table]), start.lines, start.notes)
        return _course, (begun, self.position.arrays, self.bits, self.player, self.moves, self.before)

    def written(self) -> History:
        """The history up to now."""
        while self.recorded < len(self.moves):
            self.history = self.history.add(*seat_and_choice(self.moves[self.recorded]))
            self.recorded += 1
        return self.history

    def counts(self) -> tuple[int, int]:
        """How many decisions and how many choices of chance led here."""
        for move in self.moves[self.counted :]:
            self.decisions += move & SEAT_MASK > 0
        self.counted = len(self.moves)
        decisions, chances = self.before
        return decisions + self.decisions, chances + self.counted - self.decisions


SEAT_MASK = 15
"""The bits of a move that say whose it is."""


def seat_and_choice(move: int) -> tuple[int, int]:
    """Whose move this is, NOBODY for chance, and which."""
    return (move & SEAT_MASK) - 1, move >> 4


def _course(begun: Any, arrays: Any, bits: int, player: int, moves: list[int], before: tuple[int, int]) -> Course:
    """A course that was serialised."""
    name, start, lines, notes = begun
    history = History(find_game(name), start.view(np.recarray)[0], lines, notes=notes)
    course = Course(Position(*arrays), bits, player, history)
    course.moves, course.before = moves, before
    return course
