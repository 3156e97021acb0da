"""Random play of Espresso Fishing, against OpenSpiel's C++ rollouts of pig; and how long the exact odds of a turn take."""

from __future__ import annotations

from bench.peers import pig_rollouts
from bench.report import Report, race, rate
from rollmops.games import house
from rollmops.lab.odds.espresso import Turn, turn_odds
from rollmops.lab.simulate import Plan, simulate

GAMES = 2_000
MOST_MILLISECONDS = 50


def transitions(seats: int) -> float:
    """Transitions a second of random games through the public lab."""
    plan = Plan("espresso", house("espresso"), seats, ("random",) * seats, GAMES, 1)
    return rate(lambda: round(simulate(plan).length.mean * GAMES))


def odds_seconds() -> float:
    """Seconds for the odds of a turn with all five dice still to be rolled once more: 32 sets and the best of them."""
    turn = Turn(("wave", "wave", "empty", "hook", "hook"))

    def once() -> int:
        turn_odds(house("espresso"), turn)
        return 1

    return 1 / rate(once)


def report() -> Report:
    """The figures of the issue, in one run."""
    table = Report("Espresso Fishing: random play, one core", ("numpy", "numba", "open_spiel"))
    two, five, rollouts = race(lambda: transitions(2), lambda: transitions(5), pig_rollouts)
    ours = {2: two, 5: five}
    seconds = odds_seconds()
    for seats, speed in ours.items():
        table.figure(f"espresso with {seats} players, our lab: transitions a second", f"{speed / 1e6:,.1f} million")
    table.figure("pig, OpenSpiel's C++ rollouts: transitions a second", f"{rollouts / 1e6:,.1f} million")
    table.figure("exact odds of a turn, all five dice open", f"{seconds * 1000:.1f} ms")
    table.ratio("our transitions / OpenSpiel's C++ rollouts", min(ours.values()) / rollouts, 2)
    table.ratio(f"{MOST_MILLISECONDS} ms / time of the odds", MOST_MILLISECONDS / 1000 / seconds, 1)
    return table
