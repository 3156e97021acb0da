"""Whether margins are true: figures of a review held against what is known better, in units of their standard errors.

The law: of all figures of a kind about 95 in 100 lie within their margin (1.96 standard errors), the mean square of z is
near one (below it where an error is rather too large than too small), and none is further off than chance allows.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from rollmops.engine.logbook import Record
from rollmops.review import Review, review
from rollmops.solve import Valuer

MARGIN = 1.96
ENOUGH = 30
"""Of fewer figures nobody can say how many should lie inside."""
FURTHEST = 6.0
"""Of some thousand figures, which share what they are off by game by game, none is further off (in standard errors)."""
COLUMNS = ("start", "own_dice", "others_dice", "own_errors", "others_gifts", "estimation")


@dataclass
class Held:
    """Figures of each kind: what each is off by, in standard errors."""

    z: dict[str, list[float]] = field(default_factory=dict)

    def add(self, kind: str, said: float, truth: float, error: float, doubt: float = 0.0) -> None:
        """A figure, what it should be, its standard error and that of the truth."""
        wide = float(np.hypot(error, doubt))
        if wide:
            self.z.setdefault(kind, []).append((said - truth) / wide)
        else:
            assert abs(said - truth) < 1e-9, f"{kind}: {said} is told without an error, and {truth} is right"

    def tell(self, what: str) -> None:
        """A line for each kind of figure."""
        for kind, found in self.z.items():
            z = np.array(found)
            inside, square, most = (np.abs(z) <= MARGIN).mean(), (z**2).mean(), np.abs(z).max()
            print(f"{what}, {kind}: {len(z)} figures, {inside:.1%} inside, mean square {square:.2f}, furthest {most:.1f}")

    def check(self, what: str, inside: float, square: float) -> None:
        """At least so many lie inside their margins (where there are enough to say so), and the mean square of z is at most
        this."""
        self.tell(what)
        for kind, found in self.z.items():
            z = np.array(found)
            if len(z) >= ENOUGH:
                assert (np.abs(z) <= MARGIN).mean() >= inside, f"{what}, {kind}: too few inside their margins"
            assert (z**2).mean() <= square, f"{what}, {kind}: errors are too small"
            assert np.abs(z).max() < FURTHEST, f"{what}, {kind}: one is far off"


def hold(held: Held, found: Review, truth: Review) -> None:
    """All figures of a review against those of an exact one: chances, luck, losses, columns."""
    for step, known in zip(found.entries, truth.entries, strict=True):
        for seat, share in step.after.items():
            held.add("chances", share, known.after[seat], (step.after_error or {}).get(seat, 0.0))
        if step.kind in ("choice", "obvious") and step.loss and known.loss is not None:
            held.add("losses", step.loss, known.loss, step.error or 0.0)
        for words, worth in (step.lines or {}).items():
            if words in (known.lines or {}):
                held.add("lines", worth, (known.lines or {})[words], (step.line_errors or {}).get(words, 0.0))
    for seat, told in found.seats.items():
        for column in COLUMNS:
            held.add(column, getattr(told, column), getattr(truth.seats[seat], column), (told.error or {}).get(column, 0.0))
        rating = truth.seats[seat].rating
        held.add("given away", told.rating.given_away, rating.given_away, told.rating.error or 0.0)


def both(record: Record, values: Valuer, effort: str) -> tuple[Review, Review]:
    """The review by a valuer that has to estimate, as if nobody knew better, and the exact one."""
    found, truth = review(record, effort=effort, values=values), review(record)
    assert truth.exact
    assert not found.exact
    return found, truth
