"""How far the fitted worth of Lure is off. `python -m rollmops.minds.sharp.lure_error` measures it, and writes it into
lure.json.

What the weights say of a table between two rounds is held against how games from that table on end when the sharp mind plays
against itself. Of every result the luck of its dice is taken off (`lure_luck.py`), which is nothing on average: so a few
games tell as much as many.
"""

from __future__ import annotations

import argparse
import json
import math
import time

import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.dice import LabDice
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.engine.table import Floats
from rollmops.games import game, house
from rollmops.minds.sharp.lure import SECONDS, Sharp
from rollmops.minds.sharp.lure_fit import SELF_PLAY_WORK_PART
from rollmops.minds.sharp.lure_luck import luck_of
from rollmops.minds.sharp.lure_worth import WEIGHTS, read_weights, shares_between

TABLES, GAMES = 20, 16
"""Tables that are looked at, and games from each."""
MOST_ROUNDS = 7
"""They lie at the end of one of the first so many rounds."""


def minds_of(box: Components, seats: int, seed: int) -> list[Sharp]:
    """The same mind at every seat; odds that one has found are known to all."""
    minds = [Sharp(game("lure"), box, seed * 8 + seat, seconds=SELF_PLAY_WORK_PART * SECONDS) for seat in range(seats)]
    for one in minds[1:]:
        one.odds = minds[0].odds
    return minds


def play(match: Match, minds: list[Sharp], dice: LabDice, rounds: int | None = None) -> bool:
    """Play on, to the end or until so many rounds are over and the first fish of the next is due; whether it is."""
    while not match.over:
        if match.chance:
            if rounds is not None and match.table.rounds > rounds and not match.table.drawing:
                return True
            match.roll(dice)
        else:
            for seat in match.owing:
                match.choose(seat, minds[seat].choose(match.view(seat)))
    return False


def off_by(seats: int, seed: int, games: int) -> tuple[Floats, Floats] | None:
    """Of one table: for each seat the square of what the weights are off by there, without the part that is the luck of so
    few games, and the spread p(1 − p) of what its share p foretells; None where the game was over before."""
    lure, box = game("lure"), house("lure")
    begun = Match(lure, box, Header("lure", ("sharp",) * seats, first="A"))
    rounds = int(np.random.default_rng([seed, seats]).integers(1, MOST_ROUNDS + 1))
    if not play(begun, minds_of(box, seats, seed), LabDice(seed, seats, 0), rounds):
        return None
    ends = []
    for number in range(games):
        match = Match(lure, box, begun.header, list(begun.entries), table=begun.table)
        play(match, minds_of(box, seats, seed * 1000 + number), LabDice(seed, seats, 1 + number))
        ends.append(np.array(match.shares()) - luck_of(match, since=len(begun.entries)))
    luck = np.var(ends, axis=0, ddof=1) / games
    said = shares_between(begun.table, read_weights(seats))
    return np.asarray((said - np.mean(ends, axis=0)) ** 2 - luck), said * (1 - said)


def mean_square(seats: int, tables: int = TABLES, games: int = GAMES, seed: int = 1) -> tuple[float, float]:
    """The mean square of what the weights are off by for so many seats, as a part of the spread of their shares, and how far
    that itself may be off (its standard error)."""
    squares, spreads = list[float](), list[float]()
    while len(squares) < tables:
        found, seed = off_by(seats, seed, games), seed + 1
        if found is not None:
            squares.append(float(found[0].mean()))
            spreads.append(float(found[1].mean()))
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
        told = f"{given.tables} tables, {given.games} games from each, {time.process_time() - start:.0f} s of a processor"
        print(f"{seats} players: {level:.4f} of the spread (mean square {square:.5f} ± {doubt:.5f}); {told}", flush=True)


if __name__ == "__main__":
    main()
