"""What a review says in English."""

from __future__ import annotations

from rollmops.review.moments import margin
from rollmops.review.structs import Moment, Rating, Review

COLUMNS = {
    "start": "at the start",
    "own_dice": "own dice",
    "others_dice": "the others' dice",
    "own_errors": "own errors",
    "others_gifts": "the others' gifts",
    "estimation": "estimation",
    "result": "result",
}


def rating_words(rating: Rating) -> str:
    """How well somebody decided, in a sentence."""
    count = "1 real decision" if rating.decisions == 1 else f"{rating.decisions} real decisions"
    given = f"gave away {rating.given_away:.1%}{margin(rating.error)} in {count}"
    return f"{given}: {rating.band}" if rating.band else f"{given}, too few to say how well"


def held_words(found: Review, moment: Moment) -> str:
    """What the others held when it happened; empty where nothing is secret."""
    held = found.entries[moment.entry].held
    if not held:
        return ""
    each = [f"{found.names[seat]} held {', '.join(things) or 'nothing'}" for seat, things in held.items()]
    return f"Nobody could know it: {'; '.join(each)}."


def how_known(found: Review) -> str:
    """Where the figures come from."""
    if not found.exact:
        return "Figures are estimates, with 95 % margins; what they do not agree about among themselves is 'estimation'."
    if found.gain:
        gain = f"nobody could gain more than {found.gain:.2%} of a win by playing otherwise"
        return f"Figures are certified: {gain}; what that leaves open, line by line, is 'estimation'."
    return "Figures are exact."
