"""Does a temper cost a bot anything? Each plays against the same mind without one, on the same dice, seats changed:
`python -m bench.temper [GAMES]`."""

from __future__ import annotations

import math
import sys

from rollmops.engine.dice import LabDice
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.games import game, house
from rollmops.minds import mind
from rollmops.minds.loop import play
from rollmops.minds.temper import STEADY, TEMPERS, Temper, tempered

LEVEL = "rollout:40"


def share(name: str, temper: Temper, games: int) -> float:
    """The share of the win of the mind with a temper, of so many games on each side of the table."""
    rules, parts, won = game(name), house(name), 0.0
    for seed in range(games):
        for seat in (0, 1):
            match = Match(rules, parts, Header(name, ("Ann", "Ben"), first="A" if rules.starter else None))
            minds = [mind(LEVEL, rules, parts, 2 * seed + one) for one in (0, 1)]
            minds[seat] = tempered(minds[seat], temper)
            play(match, minds, rules.chance.source(parts, LabDice(seed)))
            won += match.shares()[seat]
    return won / (2 * games)


def main() -> None:
    """Print a line for each game and temper."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    for name in ("soles", "espresso"):
        for temper in TEMPERS:
            if temper != STEADY:
                margin = 1.96 * math.sqrt(0.25 / (2 * games))
                print(f"{name} {temper}: {share(name, temper, games):.1%} ± {margin:.1%} of {2 * games} games", flush=True)


if __name__ == "__main__":
    main()
