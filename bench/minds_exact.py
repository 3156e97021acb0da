"""The exact mind against rollout search, two players: what it wins, and what it gives away by its own table (nothing)."""

from __future__ import annotations

from bench.report import Report
from rollmops.engine.dice import LabDice
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.games import game, house
from rollmops.lab.tournament import Plan, play_tournament
from rollmops.minds import mind
from rollmops.minds.loop import play
from rollmops.review import review

RIVAL = "rollout:2000"
GAMES = 200
REVIEWED = 20
LEAST_SHARE = 0.6
MOST_LOSS = 1e-9


def given_away(name: str) -> float:
    """The most that the exact mind gave away in any of some games, by its own table."""
    rules, parts = game(name), house(name)
    losses = []
    for number in range(REVIEWED):
        match = Match(rules, parts, Header(name, ("exact", "other"), first="AB"[number % 2]))
        minds = [mind("exact", rules, parts, number), mind("rollout:20", rules, parts, number)]
        play(match, minds, rules.chance.source(parts, LabDice(number)))
        losses.append(review(match.record()).seats["A"].rating.given_away)
    return max(losses)


def report() -> Report:
    """Measure Roll for Soles and Espresso Fishing with two."""
    told = Report("The exact mind, two players")
    for name in ("soles", "espresso"):
        plan = Plan(name, house(name), 2, ("exact", RIVAL), GAMES, 1)
        pairing = play_tournament(plan, jobs=2)[0].pairings[0]
        told.figure(
            f"{name}: exact against {RIVAL}, {pairing.deals * 2} games",
            f"{pairing.share:.1%} ({pairing.low or 0:.1%} to {pairing.high or 1:.1%}), luck subtracted",
        )
        if pairing.raw is not None:
            told.figure("    as played", f"{pairing.raw.share:.1%} ({pairing.raw.low:.1%} to {pairing.raw.high:.1%})")
        told.ratio(f"{name}: won, lower end", pairing.low or 0.0, LEAST_SHARE)
        loss = given_away(name)
        told.figure(f"{name}: the most given away in {REVIEWED} games by its own table", f"{loss:.1e}")
        told.ratio(f"{name}: gives nothing away", float(loss < MOST_LOSS), 1.0)
    return told
