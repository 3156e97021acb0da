"""The exact mind: how long a decision takes, what it gives away by its own table, and what it wins against rollout search.

python -m bench.minds_exact [--times] [--games 200] [soles] [espresso]

Times are the processor's, of every decision in whole games of the mind against itself. With three players the mind looks at
what is likely in a turn; what that gives away is measured against the whole turn.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

from bench.report import NO_MARGIN, Report
from rollmops.engine.contract import LETTERS
from rollmops.engine.dice import LabDice
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.games import game, house
from rollmops.lab.tournament import Plan, play_tournament
from rollmops.minds import mind
from rollmops.minds.loop import play
from rollmops.review import review
from rollmops.solve.asking import known

RIVAL = "rollout:2000"
GAMES = 200
REVIEWED = 20
LEAST_SHARE = 0.6
MOST_LOSS = 1e-9
TIMED = (("soles", 2), ("soles", 3), ("espresso", 2))
TIMED_GAMES = 30
MOST_MILLISECONDS = 5.0


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


def times(name: str, seats: int, games: int) -> tuple[Any, list[float]]:
    """Milliseconds of every decision of the mind against itself, and what all seats together give away in each game. The
    first game is played to warm up, and not counted."""
    rules, parts = game(name), house(name)
    exact = known(rules, parts, seats)
    assert exact is not None
    milliseconds, losses = list[float](), list[float]()
    for number in range(games + 1):
        match, lost = Match(rules, parts, Header(name, tuple(LETTERS[:seats]), first="A")), 0.0
        minds, dice = [mind("exact", rules, parts, seat) for seat in range(seats)], LabDice(7, number, 0)
        match.roll_all(dice)
        while not match.over:
            (seat,) = match.owing
            view, start = match.view(seat), time.process_time()
            words = minds[seat].choose(view)
            if number:
                milliseconds.append(1000 * (time.process_time() - start))
            if seats > 2:
                worth = exact.lines(match.table, seat)
                lost += max(value.shares[seat] for value in worth.values()) - worth[words].shares[seat]
            match.choose(seat, words)
            match.roll_all(dice)
        losses.append(lost)
    return np.array(milliseconds), losses


def add_times(told: Report) -> None:
    """How long decisions take, and with three what that costs."""
    for name, seats in TIMED:
        took, losses = times(name, seats, TIMED_GAMES)
        half, most, rarely = np.percentile(took, [50, 95, 99])
        told.figure(
            f"{name} with {seats}: a decision, {len(took)} in {TIMED_GAMES} games",
            f"{took.mean():.2f} ms on average; half are below {half:.2f} ms, 95 % below {most:.2f} ms,"
            f" 99 % below {rarely:.2f} ms, all below {took.max():.2f} ms",
        )
        told.ratio(f"{name} with {seats}: {MOST_MILLISECONDS:g} ms / 95 % of the decisions", MOST_MILLISECONDS / most, 1.0)
        if seats > 2:
            told.figure("    given away a game by all seats together", f"{np.mean(losses):.1e}, at most {max(losses):.1e}")
            gain = known(game(name), house(name), seats).gain or 0.0  # type: ignore[union-attr]
            told.ratio("    certified gain / what is given away", gain / max(float(np.mean(losses)), 1e-12), 1.0)


def report(only_times: bool = False, games: int = GAMES, names: tuple[str, ...] = ("soles", "espresso")) -> Report:
    """Measure all that is solved: times, and with two players what the mind wins."""
    told = Report("The exact mind", margin=NO_MARGIN)
    add_times(told)
    if only_times:
        return told
    for name in names:
        plan = Plan(name, house(name), 2, ("exact", RIVAL), games, 1)
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", action="store_true", help="only how long decisions take")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("names", nargs="*", default=["soles", "espresso"], metavar="GAME")
    given = parser.parse_args()
    report(given.times, given.games, tuple(given.names)).show()


if __name__ == "__main__":
    main()
