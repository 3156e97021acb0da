"""How far the fitted worth of Lure is off. `python -m rollmops.minds.sharp.lure_error` measures it, and writes it into
lure.json.

What is said of a table between two rounds or in the middle of one is held against how games from that table on end when the
sharp mind plays against itself. Of every result the luck of its dice is taken off (`lure_luck.py`), which is nothing on
average: so a few games tell as much as many.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.dice import LabDice
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.engine.stream import stream
from rollmops.engine.table import Floats
from rollmops.games import game, house
from rollmops.games.lure.table import ADJUSTING, FISHED, ROLL
from rollmops.minds.sharp.lure import SECONDS, Sharp
from rollmops.minds.sharp.lure_fit import SELF_PLAY_WORK_PART
from rollmops.minds.sharp.lure_luck import Round, luck_of
from rollmops.minds.sharp.lure_worth import WEIGHTS, read_weights, shares_between

TABLES, GAMES = 40, 3
"""Tables that are looked at, and games from each: two tell what chance makes of one."""
MOST_ROUNDS = 7
"""They lie at the end of one of the first so many rounds, or in the middle of the one after it."""
HOLD_OUT_SEED = 100_000
"""From here on seeds are left to tests: nothing is measured there."""
TRIALS = 400
"""Throws of the dice of a round, as in a review."""


@dataclass(frozen=True)
class Held:
    """A table, what is said of it, and how games from there on end without their luck: a row for each."""

    table: Any
    said: Floats
    ends: Floats

    @property
    def mean(self) -> Floats:
        """What everybody has in the end on average."""
        return np.asarray(self.ends.mean(axis=0))

    @property
    def noise(self) -> Floats:
        """The square of the standard error of that."""
        return np.asarray(self.ends.var(axis=0, ddof=1) / len(self.ends))


def minds_of(box: Components, seats: int, seed: int) -> list[Sharp]:
    """The same mind at every seat; odds that one has found are known to all."""
    minds = [Sharp(game("lure"), box, seed * 8 + seat, seconds=SELF_PLAY_WORK_PART * SECONDS) for seat in range(seats)]
    for one in minds[1:]:
        one.odds = minds[0].odds
    return minds


def play(match: Match, minds: list[Sharp], dice: LabDice, stop: Callable[[Any], bool] = lambda t: False) -> bool:
    """Play on, to the end or until this holds of the table before dice or cards; whether it does."""
    while not match.over:
        if match.chance:
            if stop(match.table):
                return True
            match.roll(dice)
        else:
            for seat in match.owing:
                match.choose(seat, minds[seat].choose(match.view(seat)))
    return False


def somewhere(seats: int, seed: int) -> Match | None:
    """A game up to a table at the end of one of its first rounds, or, as often, to one in the middle of the next, when the
    first or a later seat is to roll; None where it was over before."""
    rng = np.random.default_rng([seed, seats])
    rounds, within, rolled = int(rng.integers(1, MOST_ROUNDS + 1)), bool(rng.integers(2)), int(rng.integers(seats))

    def there(t: Any) -> bool:
        if t.drawing or t.rounds <= rounds:
            return False
        return not within or bool(t.phase == ROLL and (t.rounds > rounds + 1 or int(t.roller) >= rolled))

    match = Match(game("lure"), house("lure"), Header("lure", ("sharp",) * seats, first="A"))
    return match if play(match, minds_of(house("lure"), seats, seed), LabDice(seed, seats, 0), there) else None


def held(seats: int, seed: int, games: int, said: Callable[[Any], Floats]) -> Held | None:
    """One table, and games that go on from it."""
    begun = somewhere(seats, seed)
    if begun is None:
        return None
    ends = []
    for number in range(games):
        match = Match(begun.game, begun.components, begun.header, list(begun.entries), table=begun.table)
        play(match, minds_of(begun.components, seats, seed * 1000 + number), LabDice(seed, seats, 1 + number))
        ends.append(np.array(match.shares()) - luck_of(match, since=len(begun.entries)))
    return Held(begun.table, said(begun.table), np.array(ends))


def worth_of(t: Any) -> Floats:
    """What a review says of this table: the weights between rounds, in the middle of one what its dice bring."""
    if t.phase not in (ROLL, ADJUSTING, FISHED):
        return shares_between(t, read_weights(int(t.seats)))
    shares = Round.under_way(t).shares(TRIALS, stream(1))[0]
    return np.asarray(shares / shares.sum())


def mean_square(seats: int, tables: int = TABLES, games: int = GAMES, seed: int = 1) -> tuple[float, float]:
    """The mean square of what is said is off by for so many seats, as a part of the spread p(1 − p) of what shares foretell
    and without what is the chance of so few games; and how far that itself may be off (its standard error)."""
    squares, spreads = list[float](), list[float]()
    while len(squares) < tables:
        found, seed = held(seats, seed, games, worth_of), seed + 1
        if found is not None:
            squares.append(float(((found.said - found.mean) ** 2 - found.noise).mean()))
            spreads.append(float((found.said * (1 - found.said)).mean()))
    spread = float(np.mean(spreads))
    return float(np.mean(squares)) / spread, float(np.std(squares, ddof=1) / math.sqrt(tables)) / spread


def main(words: list[str] | None = None) -> None:
    """Measure, and write what was found beside the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, nargs="*", help="only these numbers of players")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--games", type=int, default=GAMES, help="games from each table")
    given = parser.parse_args(words)
    for seats in given.seats or range(game("lure").fewest, game("lure").most + 1):
        start = time.process_time()
        square, doubt = mean_square(seats, given.tables, given.games)
        level = math.sqrt(max(0.0, square) + doubt)  # rather a little too much: few games are never sure of nothing
        kept = json.loads(WEIGHTS.read_text(encoding="utf-8"))
        kept.setdefault("levels", {})[str(seats)] = round(level, 4)
        WEIGHTS.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        effort = f"{given.tables} tables, {given.games} games from each, {time.process_time() - start:.0f} s of a processor"
        print(f"{seats} players: {level:.4f} of the spread (mean square {square:.5f} ± {doubt:.5f}); {effort}", flush=True)


if __name__ == "__main__":
    main()
