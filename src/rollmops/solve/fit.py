"""`python -m rollmops.solve.fit soles`: fit anew, by self-play, the values that the sharp mind plays by.

Every number of players is fitted by itself and kept as soon as it is done, so a run may be stopped and gone on with by
--seats. The same seed gives the same values.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path

from rollmops.games import game as find_game
from rollmops.games import house
from rollmops.solve.fitted import kept
from rollmops.solve.fitted.level import TABLES, level_of
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
    parser.add_argument("--errors", action="store_true", help="fit nothing; measure how far the values at hand are off")
    parser.add_argument("--tables", type=int, default=TABLES, help="turn starts from which games are played to measure that")
    given = parser.parse_args(words)
    game, box, made = find_game(given.game), house(given.game), search_class(given.game)
    for seats in given.seats or range(game.fewest, game.most + 1):
        before = kept.read(given.game, given.folder)
        net = before[seats].net if given.errors else made.guess(given.seed)
        search = made(game, box, seats, net, 1.0)
        search.narrow(SELF_PLAY_GRID_PART)
        if not given.errors:
            fit(search, given.games, given.seed, given.rounds, lambda text: print(text, flush=True))
        level, doubt = level_of(search, given.seed, given.tables)
        careful = math.hypot(level, doubt)  # rather a little too much: few games are never sure of nothing
        one = kept.Kept(search.net, careful, game.version, box.digest)
        path = kept.write(given.game, {**before, seats: one}, given.folder)
        print(f"{seats} players: off by {level:.4f} ± {doubt:.4f} of the spread, kept in {path.name}", flush=True)


if __name__ == "__main__":
    main()
