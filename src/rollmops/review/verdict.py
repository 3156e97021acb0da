"""What a decision gave away against the best line, how sure that is, and whether there was anything to decide."""

from __future__ import annotations

from dataclasses import dataclass, field

from rollmops.review.judging import Lines
from rollmops.review.structs import Kind
from rollmops.solve.doubt import Doubt, mistaken

OBVIOUS_SHARE = 0.001
"""Where all lines are worth the same within this, nothing is decided."""


@dataclass(frozen=True)
class Verdict:
    """One decision."""

    kind: Kind
    best: str | None
    loss: float
    error: float | None
    """Standard error of the loss; None where nothing is estimated."""
    errors: dict[str, float] = field(default_factory=dict)
    """The same for every line, had it been played; empty where nothing is estimated."""


def judged(lines: Lines, played: str, doubt: Doubt | None) -> Verdict:
    """The line played against the best of these."""
    worth = lines.worth
    best = max(worth, key=lambda words: (worth[words], words == played))
    loss = worth[best] - worth[played]
    if doubt is None:
        return Verdict(_kind(worth), best, loss, None)
    errors = {words: _error(lines, best, words, doubt) for words in worth}
    return Verdict(_kind(worth), best, loss, errors[played], errors)


def _error(lines: Lines, best: str, played: str, doubt: Doubt) -> float:
    """Of a loss that of the difference; where nothing seems lost another line may still be the best."""

    def between(one: str, other: str) -> float:
        if all(words in lines.values and lines.values[words].errors is None for words in (one, other)):
            return 0.0  # the game is over after either
        noise = (lines.noise.get(words, 0.0) for words in (one, other))
        turn_end = lines.ends_turn(one) != lines.ends_turn(other)
        return doubt.between(lines.worth[one], lines.worth[other], *noise, turn_end=turn_end)

    if best != played:
        return between(best, played)
    others = [words for words in lines.worth if words != best]
    return max((mistaken(lines.worth[best] - lines.worth[words], between(best, words)) for words in others), default=0.0)


def _kind(worth: dict[str, float]) -> Kind:
    if len(worth) < 2:
        return "forced"
    return "choice" if max(worth.values()) - min(worth.values()) > OBVIOUS_SHARE else "obvious"
