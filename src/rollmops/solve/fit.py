"""`python -m rollmops.solve.fit soles`: fit anew, by self-play, the values that the sharp mind plays by.

Every number of players is fitted by itself and kept as soon as it is done, so a run may be stopped and gone on with by
--seats. The same seed gives the same values.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from rollmops.games import game as find_game
from rollmops.games import house
from rollmops.solve.fitted import kept
from rollmops.solve.fitted.searches import SEARCHES, search_class
from rollmops.solve.fitted.selfplay import GAMES, ROUNDS, fit

SELF_PLAY_GRID_PART = 0.1875
"""Self-play searches grids of this part of the usual size: it wants many turns."""


def main(words: list[str] | None = None) -> None:
    """Fit the values of one game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=SEARCHES)
    parser.add_argument("--seats", type=int, nargs="*", help="numbers of players (all of them)")
    parser.add_argument("--games", type=int, default=GAMES, help="games of self-play in each round")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=kept.HERE, help="where the file is written")
    given = parser.parse_args(words)
    game, box, made = find_game(given.game), house(given.game), search_class(given.game)
    for seats in given.seats or range(game.fewest, game.most + 1):
        search = made(game, box, seats, made.guess(given.seed), 1.0)
        search.narrow(SELF_PLAY_GRID_PART)
        fitted = fit(search, given.games, given.seed, given.rounds, lambda text: print(text, flush=True))
        one = kept.Kept(fitted.net, fitted.error, game.version, box.digest)
        path = kept.write(given.game, {**kept.read(given.game, given.folder), seats: one}, given.folder)
        print(f"{seats} players: standard error {fitted.error:.4f}, kept in {path.name}", flush=True)


if __name__ == "__main__":
    main()
