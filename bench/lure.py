"""Random playouts of Lure against OpenSpiel's C++ rollouts of pig, and exact odds of the largest cast."""

from __future__ import annotations

from bench.peers import pig_rollouts
from bench.report import Report, cpu_seconds, race, rate
from rollmops.games import house
from rollmops.lab.odds.lure import cast_odds
from rollmops.lab.simulate import Plan, simulate

GAMES = 20_000
LARGEST = "cast 5 d12 d20" + 8 * " adjust"
ASKED = "cast 3 d12 x5"
FISH = ("roach", "carp", "eel")


def transitions(seats: int) -> float:
    """Transitions a second of random play through the public lab."""
    plan = Plan("lure", house("lure"), seats, ("random",) * seats, GAMES, 1)
    length = simulate(plan).length.mean

    def play() -> int:
        simulate(plan)
        return GAMES

    return rate(play) * length


def milliseconds(cast: str) -> float:
    """Processor time of the odds of a cast, once warm; the best of a few."""
    cast_odds(house("lure"), cast, FISH)
    return min(cpu_seconds(lambda: cast_odds(house("lure"), cast, FISH)) for _ in range(10)) * 1000


def report() -> Report:
    """The figures of the issue, in one run."""
    table = Report("Lure: random playouts, one core, and exact odds", ("numpy", "numba", "open_spiel"))
    two, five, rollouts = race(lambda: transitions(2), lambda: transitions(5), pig_rollouts)
    asked, largest = milliseconds(ASKED), milliseconds(LARGEST)
    table.figure("lure, two players: transitions a second", f"{two / 1e6:,.1f} million")
    table.figure("lure, five players: transitions a second", f"{five / 1e6:,.1f} million")
    table.figure("pig, OpenSpiel's C++ rollouts: transitions a second", f"{rollouts / 1e6:,.1f} million")
    table.figure(f"odds of '{ASKED}' for three fish", f"{asked:.1f} ms")
    table.figure("odds of all seven dice with eight adjust lures", f"{largest:.1f} ms")
    table.ratio("two players / OpenSpiel's C++ rollouts", two / rollouts, 1)
    table.ratio("five players / OpenSpiel's C++ rollouts", five / rollouts, 1)
    table.ratio("100 ms / odds of the largest cast", 100 / largest, 1)
    return table
