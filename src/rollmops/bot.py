"""A mind by its name, which plays any match."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from rollmops.engine.contract import LETTERS, is_seat
from rollmops.engine.errors import BadTableError, NotYourTurnError
from rollmops.engine.logbook import shown
from rollmops.engine.match import Match as EngineMatch

if TYPE_CHECKING:
    from rollmops.minds import Mind
    from rollmops.minds.aim import Trial
    from rollmops.minds.rollout import Opinion


class Bot:
    """A mind by its name, for any game: `random`, `rollout`, `rollout:500`, `rollout:1.5s`. See `mind`."""

    def __init__(self, name: str, seed: int | None = None) -> None:
        self.name = name
        self.seed = secrets.randbits(62) if seed is None else seed
        self._minds: dict[tuple[str, str], Mind] = {}

    def mind_for(self, match: EngineMatch) -> Mind:
        """The mind that plays this match's game: it sees views, and chooses words."""
        from rollmops.minds import mind as make

        key = (match.game.name, match.components.digest)
        if key not in self._minds:
            self._minds[key] = make(self.name, match.game, match.components, self.seed)
        return self._minds[key]

    def choose(self, match: EngineMatch, seat: str | None = None) -> str:
        """The line it plays for the seat that owes a choice; it looks at that seat's view alone.

        Raises NotYourTurnError where nobody (or not that seat) owes one, BadTableError for an unknown name.
        """
        return self.mind_for(match).choose(owing_view(match, seat))

    def weigh(self, match: EngineMatch, seat: str | None = None) -> list[Opinion | Trial]:
        """What it thinks of every line, best first. Raises BadTableError where this mind has no opinions (`random`)."""
        mind: Any = self.mind_for(match)
        if not hasattr(mind, "weigh"):
            raise BadTableError(f"the mind '{self.name}' has no opinions; ask rollout")
        return list(mind.weigh(owing_view(match, seat)))

    def __repr__(self) -> str:
        return f"<Bot {self.name}>"


def owing_view(match: EngineMatch, seat: str | None) -> Any:
    """What the seat that owes a choice sees; `seat` says whose, where several do. Raises NotYourTurnError."""
    if not match.owing:
        raise NotYourTurnError("nobody owes a choice now: roll first, or the game is over")
    if seat is None:
        return match.view(match.owing[0])
    if not is_seat(seat, match.seats) or LETTERS.index(seat) not in match.owing:
        owing = ", ".join(LETTERS[place] for place in match.owing)
        raise NotYourTurnError(f"seat {shown(seat)} owes no choice now; {owing} does")
    return match.view(LETTERS.index(seat))
