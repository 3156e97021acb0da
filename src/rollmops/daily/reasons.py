"""Why a line is the best one: facts that a page or the terminal puts into a sentence."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rollmops.daily.decision import SEAT, Decision
from rollmops.engine.contract import LETTERS
from rollmops.engine.lines import read_line
from rollmops.engine.match import Match
from rollmops.engine.table import copy
from rollmops.review.outcomes import outcomes

Kind = Literal["dare", "stop", "rob", "spare", "plain"]
"""Rolling on is worth the risk · it is not · soles are taken from whoever is ahead · and are not · no more is known."""


class Reason(Struct, frozen=True):
    """`risk`: how often the next roll ends the turn with nothing; `net`: soles that are lost then; `whom`: a letter."""

    kind: Kind
    risk: float | None = None
    net: int | None = None
    whom: str | None = None


def reason_of(decision: Decision, match: Match) -> Reason:
    """The facts behind the best line."""
    if decision.game != "soles":
        return Reason("plain")
    best = decision.best
    if best in ("again", "secure"):
        kind: Kind = "dare" if best == "again" else "stop"
        return Reason(kind, _risk(match, "again"), int(match.table.net))
    supplies = match.table.supply[: match.seats].tolist()
    others = [seat for seat in range(match.seats) if seat != SEAT]
    richest = max(others, key=lambda seat: supplies[seat])
    kind = "spare" if best.split()[-1] == "middle" else "rob"
    return Reason(kind, whom=best.split()[-1] if kind == "rob" else LETTERS[richest])


def _risk(match: Match, line: str) -> float | None:
    """How often the roll after this line ends the turn with nothing."""
    rules, after = match.game, copy(match.table)
    for choice in read_line(rules, match.table, SEAT, line):
        rules.step(after, SEAT, choice)
    found = outcomes(rules, after)
    return None if found is None else sum(chance for chance, table in found if int(table.turn) != SEAT)


def sentence(decision: Decision, match: Match) -> str:
    """In English: why, and what many choose instead."""
    reason, names = reason_of(decision, match), match.names
    second = list(decision.lines)[1]
    figures = f"'{decision.best}' wins {decision.lines[decision.best]:.1%}, '{second}' {decision.lines[second]:.1%}."
    why = {
        "dare": f"The next roll goes wrong only {reason.risk or 0:.0%} of the time, with {reason.net} in the net: dare it.",
        "stop": f"The next roll goes wrong {reason.risk or 0:.0%} of the time, and {reason.net} would slip away: enough.",
        "rob": f"What is taken from {names[LETTERS.index(reason.whom or 'A')]} counts twice: you have it, and they do not.",
        "spare": "From the middle, for the end comes nearer when it runs empty.",
        "plain": "",
    }[reason.kind]
    many = (
        ""
        if decision.mistake == second
        else f" Many choose '{decision.mistake}': {decision.lost(decision.mistake):.1%} less."
    )
    return f"{why} {figures}{many}".strip()
