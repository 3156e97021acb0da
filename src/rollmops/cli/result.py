"""The end of a game in a sentence, for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rollmops.engine.contract import LETTERS

if TYPE_CHECKING:
    from rollmops.engine.match import Match


def result_in_words(match: Match) -> str:
    """Who has won, or who is to move."""
    points = ", ".join(f"{name} {p}" for name, p in zip(match.names, match.points(), strict=True))
    if not match.over:
        owing = " and ".join(match.names[LETTERS.index(letter) % match.seats] for letter in match.acting()) or "a card"
        return f"The game is not over; next: {owing}. Points so far: {points}."
    winners = [match.names[LETTERS.index(letter)] for letter in match.winners()]
    said = f"{winners[0]} wins" if len(winners) == 1 else f"{' and '.join(winners)} share the win"
    return f"{said}. Points: {points}."
