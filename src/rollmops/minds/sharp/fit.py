"""`python -m rollmops.minds.sharp.fit lure`: fit the values that the sharp minds play by anew, by self-play."""

from __future__ import annotations

import argparse
from importlib import import_module

FITS = {
    "lure": "rollmops.minds.sharp.lure_fit",
}
"""Modules with a function `fit(games, seed, seats)` that plays so many games and writes the file of values; without `seats`
for every number of players."""


def main(words: list[str] | None = None) -> None:
    """Fit the values of one game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=FITS)
    parser.add_argument("--games", type=int, default=400, help="games of self-play for each number of players")
    parser.add_argument("--seats", type=int, nargs="*", help="only these numbers of players")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    import_module(FITS[given.game]).fit(given.games, given.seed, given.seats)


if __name__ == "__main__":
    main()
