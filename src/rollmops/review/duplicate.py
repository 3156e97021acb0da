"""Duplicate: games with the same dice beside each other, and one ladder of all who played them, luck subtracted."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from rollmops.engine.errors import BadTableError
from rollmops.engine.keyed import is_keyed
from rollmops.engine.logbook import Header
from rollmops.review.structs import Review


class Score(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of one of the games: share of the win = start + luck + score (+ estimation).

    `luck` is what dice and cards brought, everybody's. `score` is the result with luck and the seat's start subtracted: what
    the others gave away less what this seat did. At a table all scores add up to nothing.
    """

    seat: str
    name: str
    points: int
    share: float
    start: float
    luck: float
    given_away: float
    score: float
    error: float | None = None  # standard error of the score; None where nothing is estimated


def scores_of(review: Review, points: Mapping[str, int]) -> tuple[Score, ...]:
    """Every seat of a reviewed game."""
    return tuple(
        Score(
            seat=letter,
            name=review.names[letter],
            points=points[letter],
            share=ledger.result,
            start=ledger.start,
            luck=ledger.own_dice + ledger.others_dice,
            given_away=-ledger.own_errors,
            score=ledger.own_errors + ledger.others_gifts,
            error=_error(ledger.error),
        )
        for letter, ledger in review.seats.items()
    )


def _error(errors: Mapping[str, float] | None) -> float | None:
    return math.hypot(errors.get("own_errors", 0.0), errors.get("others_gifts", 0.0)) if errors else None


def ladder(games: Iterable[Sequence[Score]]) -> list[tuple[int, Score]]:
    """All who played, the best score first, each with the number of the game (from 0)."""
    everybody = [(number, score) for number, scores in enumerate(games) for score in scores]
    return sorted(everybody, key=lambda one: (-one[1].score, one[0], one[1].seat))


def check_same_dice(headers: Sequence[tuple[str, Header]]) -> None:
    """Refuse (BadTableError) games, each with what it is called, that were not played with the same dice."""
    first_name, first = headers[0]
    for name, header in headers:
        if not header.commit:
            raise BadTableError(f"{name}: its dice were not promised, so nobody can say whether they are the same")
        if not is_keyed(header.options):
            raise BadTableError(
                f"{name}: its dice are not keyed by round, seat, throw and die, so other lines met other dice;"
                " only games whose header says 'option keyed' can be compared"
            )
        for what, ours, theirs in (
            ("game", first.game, header.game),
            ("number of players", len(first.seats), len(header.seats)),
            ("components", first.components, header.components),
            ("first player", first.first, header.first),
            ("commitment", first.commit, header.commit),
            ("salts", first.salts, header.salts),
        ):
            if ours != theirs:
                raise BadTableError(f"{name} was not played with the same dice as {first_name}: the {what} is another")
