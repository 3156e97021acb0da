"""Why, in Roll for Soles: what a roll risks, and from whom to take."""

from __future__ import annotations

from rollmops.engine.contract import LETTERS
from rollmops.engine.match import Match
from rollmops.review.outcomes import outcomes
from rollmops.review.reasons.reason import Reason, after


def reason(match: Match, seat: int, best: str, other: str) -> Reason:
    """The facts behind the best line."""
    if best in ("again", "secure"):
        found = outcomes(match.game, after(match, seat, "again"))
        risk = None if found is None else sum(chance for chance, table in found if int(table.turn) != seat)
        return Reason("dare" if best == "again" else "stop", other, chance=risk, count=int(match.table.net))
    whom = best.split()[-1]
    if whom != "middle":
        return Reason("rob", other, whom=whom)
    supplies = match.table.supply[: match.seats].tolist()
    richest = max((one for one in range(match.seats) if one != seat), key=lambda one: supplies[one])
    return Reason("spare", other, whom=LETTERS[richest])
