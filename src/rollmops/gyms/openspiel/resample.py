"""States that a seat cannot tell apart: what it does not know is laid anew by the game's `fill`.

OpenSpiel's IS-MCTS asks for them. Of lines that other seats have sealed already only the fact is known, so they are drawn
anew, each choice equally likely. For the other seats such a state has a past of its own: their information states carry
what they hold in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from rollmops.engine.contract import Game, seats_of
from rollmops.engine.errors import BadTableError
from rollmops.gyms.openspiel.history import History
from rollmops.gyms.openspiel.position import TOGETHER, WHO, Position

if TYPE_CHECKING:
    from rollmops.gyms.openspiel.game import SpielGame, SpielState

SEEDS = 1 << 53
"""As many as OpenSpiel's sampler, a number from 0 to 1, can tell apart."""


def resampled(state: SpielState, player: int, sampler: Any) -> SpielState:
    """A state with the same information state for this player, drawn by OpenSpiel's sampler."""
    game: SpielGame = state.rules_of.game
    if not 0 <= player < game.board.seats:
        raise BadTableError(f"player: give a seat from 0 to {game.board.seats - 1}, not {player}")
    if not game.rules.secrets or state.is_terminal():
        return state.clone()  # type: ignore[no-any-return]
    rng = np.random.default_rng(int(sampler() * SEEDS))
    course, rules = state.course, game.rules
    history = course.written()
    table = filled(rules, game.board.blank, history.table, player, rng)
    lines = tuple((letter, rules.views.seen(letter, words, player)) for letter, words in history.lines)
    notes = {seat: held(rules, table, seat) for seat in range(game.board.seats) if seat != player}
    drawn = game.state_at(Position.at(rules, table, game.board.seats), History(rules, table, lines, notes=notes))
    begun = history.begun.get(player)
    replay(drawn, course.position, begun.choices if begun else (), player, rng)
    mine, sealed = course.counts(), drawn.course.counts()
    drawn.course.before = (mine[0] - sealed[0], mine[1] - sealed[1])
    return drawn


def filled(rules: Game, blank: Any, table: Any, player: int, rng: np.random.Generator) -> Any:
    """A table that this player cannot tell from this one."""
    again = np.array([blank])
    rules.views.fill(rules.views.view(table, player), again.view(np.recarray)[0], rng)
    return again.view(np.recarray)[0]


def held(rules: Game, table: Any, seat: int) -> str:
    """What a seat knows of a table that was laid anew."""
    return msgspec.json.encode(rules.views.view(table, seat)).decode()


def replay(drawn: SpielState, before: Position, own: tuple[int, ...], player: int, rng: np.random.Generator) -> None:
    """Seats that had sealed a line have sealed another; the player makes its own choices again."""
    owing, together = int(before.marks[WHO]), int(before.marks[TOGETHER])
    for seat in seats_of(together) if together else (player,):
        for choice in own if seat == player else ():
            drawn._apply_action(choice)
        while seat != player and not owing >> seat & 1 and drawn.current_player() == seat:
            drawn._apply_action(int(rng.choice(drawn._legal_actions(seat))))
