"""The sharp mind at Roll for Soles and Espresso Fishing: one among rollouts, and what it loses where the game is solved.

python -m bench.minds_turns [soles] [espresso] [--games 200] [--rival rollout:2000] [--losses 100]

One `sharp` sits once in every place of a deal of dice among three rivals; the interval is that of the deals' means, with the
luck of the dice subtracted by fitted values (which is zero on average); the raw figure stands beside it. Its loss
is that of a table of exact values, where there is one: what its lines gave away in a game against itself.
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
from rollmops.lab.ladder import mean_of_strata
from rollmops.minds import mind
from rollmops.minds.loop import play
from rollmops.solve.asking import known
from rollmops.solve.fitted.luck import luck_of
from rollmops.solve.fitted.searches import search_of

SEATS, GAMES, RIVAL = 4, 200, "rollout:2000"
LEAST_FAIR, MOST_LOSS = 1.2, 0.01
LOSSES = {"soles": (2, 3), "espresso": (2,)}
LOSS_GAMES = 100


def half(figures: list[float]) -> float:
    """Half of the 95 % interval of a mean, by Student's t."""
    return min(1.0, mean_of_strata([np.asarray(figures)])[1])


def among(name: str, rival: str, games: int, seed: int = 1, told: bool = False) -> tuple[list[float], list[float]]:
    """The mean share of one sharp mind among rivals in each deal of dice: with the luck of the dice subtracted, and raw."""
    rules, box = game(name), house(name)
    search = search_of(rules, box, SEATS)
    fair, raw = list[float](), list[float]()
    for number in range(-(-games // SEATS)):
        shares, luck = 0.0, 0.0
        for place in range(SEATS):
            names = tuple("sharp" if seat == place else rival for seat in range(SEATS))
            minds = [mind(one, rules, box, SEATS * number + seat) for seat, one in enumerate(names)]
            match = Match(rules, box, Header(name, names, first="A"))
            play(match, minds, LabDice(seed, number, 0))
            shares += match.shares()[place] / SEATS
            luck += float(luck_of(match, search)[place]) / SEATS
        raw.append(shares)
        fair.append(shares - luck)
        if told:
            print(
                f"{name}: {SEATS * len(raw)} games: {np.mean(fair):.3f} ± {half(fair):.3f},"
                f" raw {np.mean(raw):.3f} ± {half(raw):.3f}",
                flush=True,
            )
    return fair, raw


def losses(name: str, seats: int, games: int, thought: list[float]) -> list[float] | None:
    """What a sharp mind's lines give away in each game against itself, by exact values; None where there are none."""
    rules, box = game(name), house(name)
    exact = known(rules, box, seats)
    if exact is None:
        return None
    minds: list[Any] = [mind("sharp", rules, box, seat) for seat in range(seats)]
    found = []
    for number in range(games):
        match, lost = Match(rules, box, Header(name, tuple(LETTERS[:seats]), first="A")), 0.0
        dice = LabDice(5, number, 0)
        match.roll_all(dice)
        while not match.over:
            (seat,) = match.owing
            view, start = match.view(seat), time.process_time()
            words = minds[seat].choose(view)
            thought.append(time.process_time() - start)
            worth = exact.lines(match.table, seat)
            lost += max(value.shares[seat] for value in worth.values()) - worth[words].shares[seat]
            match.choose(seat, words)
            match.roll_all(dice)
        found.append(lost / seats)
    return found


def report(
    games: int = GAMES,
    rival: str = RIVAL,
    names: tuple[str, ...] = ("soles", "espresso"),
    told: bool = False,
    loss_games: int = LOSS_GAMES,
) -> Report:
    """All targets, in one run."""
    table = Report("Soles and Espresso: the sharp mind", margin=NO_MARGIN)
    for name in names:
        title = game(name).title
        for seats in LOSSES[name] if loss_games else ():
            thought = list[float]()
            lost = losses(name, seats, loss_games, thought)
            if lost is None:
                table.figure(f"{title} with {seats}: loss a game", "no table of values here: rollmops solve makes one")
                continue
            table.figure(
                f"{title} with {seats}: loss a game, {len(lost)} games against itself",
                f"{np.mean(lost):.2%} ± {half(lost):.2%}; {1000 * np.mean(thought):.1f} ms a decision, at most"
                f" {1000 * np.max(thought):.0f} ms",
            )
            upper = float(np.mean(lost)) + half(lost)
            table.ratio(f"{title} with {seats}: {MOST_LOSS:.0%} / upper end of the loss", MOST_LOSS / max(upper, 1e-9), 1)
        shares, raw = among(name, rival, games, told=told)
        fair = SEATS * float(np.mean(shares))
        low = SEATS * (float(np.mean(shares)) - half(shares))
        what = f"{title} with {SEATS}: one sharp among {rival}"
        table.figure(
            f"{what}, {SEATS * len(shares)} games",
            f"{np.mean(shares):.1%} ± {half(shares):.1%} of the wins (raw {np.mean(raw):.1%} ± {half(raw):.1%}),"
            f" {fair:.2f} fair shares",
        )
        table.ratio(f"{what}: lower end, in fair shares", low, LEAST_FAIR)
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games_to_play", nargs="*", default=["soles", "espresso"], metavar="GAME")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--rival", default=RIVAL)
    parser.add_argument("--losses", type=int, default=LOSS_GAMES, help="games that show what is lost where a game is solved")
    given = parser.parse_args()
    report(given.games, given.rival, tuple(given.games_to_play), told=True, loss_games=given.losses).show()


if __name__ == "__main__":
    main()
