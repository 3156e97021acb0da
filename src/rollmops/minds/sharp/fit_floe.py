"""`python -m rollmops.minds.sharp.fit_floe`: make what the sharp mind of the floe knows anew, by throws and by self-play.

About half an hour of one core; with `--keep-library` only the worth is fitted again, with `--seats 2` only that of two.
"""

from __future__ import annotations

import argparse

from rollmops.minds.sharp.floe_fit import GAMES, fit, fit_errors


def main(words: list[str] | None = None) -> None:
    """Read the options and fit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="games of self-play in the last generation of two players")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seats", type=int, nargs="+", choices=range(2, 7), default=list(range(2, 7)))
    parser.add_argument("--keep-library", action="store_true", help="throw nothing; fit the worth on the library at hand")
    parser.add_argument("--errors", action="store_true", help="fit nothing; measure how far the nets at hand are off")
    given = parser.parse_args(words)
    if given.errors:
        fit_errors(given.seed, given.seats)
        return
    fit(given.games, given.seed, given.seats, anew=not given.keep_library)


if __name__ == "__main__":
    main()
