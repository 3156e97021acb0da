"""Why a line is the best one: the reason against what many choose, and the figures."""

from __future__ import annotations

from rollmops.daily.decision import SEAT, Decision
from rollmops.engine.match import Match
from rollmops.review import reasons
from rollmops.review.reasons.reason import Reason
from rollmops.review.reasons.words import sentence as why


def reason_of(decision: Decision, match: Match) -> Reason:
    """What speaks for the best line, against the natural mistake."""
    return reasons.reason_of(match, SEAT, decision.best, decision.mistake)


def sentence(decision: Decision, match: Match) -> str:
    """In English: why, and what many choose instead."""
    second = list(decision.lines)[1]
    figures = f"'{decision.best}' wins {decision.lines[decision.best]:.1%}, '{second}' {decision.lines[second]:.1%}."
    many = (
        ""
        if decision.mistake == second
        else f" Many choose '{decision.mistake}': {decision.lost(decision.mistake):.1%} less."
    )
    return f"{why(reason_of(decision, match), match.names)} {figures}{many}".strip()
