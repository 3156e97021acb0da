"""What a seat may know, in OpenSpiel's form: strings and tensors, all of it, or the public or the private part alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pyspiel

from rollmops.engine.contract import NOBODY
from rollmops.engine.errors import BadTableError
from rollmops.gyms.encoding import Encoding, encode_one
from rollmops.gyms.observation import layout
from rollmops.gyms.specialise import specialise

if TYPE_CHECKING:
    from rollmops.gyms.openspiel.game import SpielGame, SpielState


class Observer:
    """What a seat may know.

    With perfect recall the string is the logbook as that seat has seen it, and the tensor is what it sees now, normalised
    (see docs/observations.md), and how far the game is: a function of the information state, but older lines are not in it.
    Without, the string is the view and the tensor the raw numbers of the table, or the normalised ones.
    """

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
        # The numbers of a game of secrets are those that a seat sees: there are none for watchers.
        bare = not self.public or (self.watching and (self.recall or game.rules.sight is not None))
        self.encoding = Encoding(game.name, game.board.seats, game.box) if game.encodes(recall=self.recall) else None
        size = layout(game.name).size if self.encoding is None else self.encoding.size + int(self.recall)
        self.tensor = np.zeros(0 if bare else size, np.float32)
        self.dict = {} if bare else {"table": self.tensor}
        if self.encoding is not None and self.dict:
            codes = self.encoding.codes()
            self._encode = specialise(encode_one, (codes,), game.board.seen, 0, self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """The numbers that this seat sees (see `rollmops.gyms.observation`), if there are any."""
        if not self.dict:
            return
        raw = self.game.board.look(state.course.position, self.seat(player))
        if self.encoding is None:
            self.tensor[:] = raw
            return
        self._encode(raw, max(0, self.seat(player)), self.tensor)
        if self.recall:
            self.tensor[-1] = state.counts()[0] / self.game.max_length

    def string_from(self, state: SpielState, player: int) -> str:
        """With perfect recall the logbook as this seat has seen it, else its view of the table."""
        history, seat, see = state.course.written(), self.seat(player), self.game.rules.views.view
        if self.recall:
            return history.known(seat)
        view = see(history.seen(seat), seat)
        if not self.public:
            open_to_all = msgspec.to_builtins(see(history.seen(NOBODY), NOBODY))
            view = {name: value for name, value in msgspec.to_builtins(view).items() if value != open_to_all[name]}
        return msgspec.json.encode(view).decode()

    def seat(self, player: int) -> int:
        """Whose eyes these are."""
        if not 0 <= player < self.game.board.seats:
            raise BadTableError(f"player: give a seat from 0 to {self.game.board.seats - 1}, not {player}")
        return NOBODY if self.watching else player
