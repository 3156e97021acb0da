"""Is the first player ahead? A hundred thousand random games, and what the starting player's share is.

python examples/first_player.py [--games 100000]
"""

from __future__ import annotations

import argparse

from rollmops.games import house
from rollmops.lab.simulate import Plan, simulate


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    games = parser.parse_args(words).games
    for seats in (2, 4, 8):
        plan = Plan("soles", house("soles"), seats, ("random",) * seats, games, seed=1)
        summary = simulate(plan)
        first = summary.order[0]
        span = f"{first.low:.2%} to {first.high:.2%}"
        print(f"{seats} players: the first wins {first.mean:.2%} ({span}); fair is {1 / seats:.2%}")


if __name__ == "__main__":
    main()
