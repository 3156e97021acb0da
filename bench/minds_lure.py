"""The sharp mind at Lure: its share of the win against rollout search, and what could be won against it at most.

python -m bench.minds_lure [--games 200] [--rival rollout:0.7s] [--gain BOX.toml]

Games come in pairs: the same dice, seats swapped; the interval is that of the pairs' means. The luck of the dice is
subtracted (`rollmops.minds.sharp.lure_luck`), and the raw share is told too. `rollout:0.7s` thinks for that long by the
processor's clock, so that a busy machine does not make it weaker. The gain is that of best responses to the mind in a Lure
small enough for OpenSpiel to go through whole.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pyspiel
from open_spiel.python.policy import TabularPolicy, python_policy_to_pyspiel_policy

import rollmops.gyms.openspiel  # noqa: F401 - makes OpenSpiel know our games
from bench.report import NO_MARGIN, Report
from rollmops.engine.dice import LabDice
from rollmops.engine.lines import read_line
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.engine.table import Floats
from rollmops.games import components, game, house
from rollmops.lab.ladder import mean_of_strata
from rollmops.minds import mind
from rollmops.minds.effort import Clock, Effort
from rollmops.minds.rollout import Rollout
from rollmops.minds.sharp.lure import Sharp
from rollmops.minds.sharp.lure_luck import luck_of

SMALL = Path(__file__).parent.parent / "examples" / "small_lure.toml"
TWO_DICE = Path(__file__).parent.parent / "tests" / "minds" / "two_dice.toml"
GAMES, RIVAL = 200, "rollout:0.7s"
LEAST_SHARE, MOST_GAIN = 0.6, 0.01


class ProcessorClock(Clock):
    """The time for a decision, by what the processor did for it."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.begin = time.process_time()

    def past(self, part: float = 1.0) -> bool:
        return time.process_time() - self.begin > part * self.seconds


class ProcessorEffort(Effort):
    """Effort by the processor's clock."""

    def clock(self) -> Clock:
        return ProcessorClock(float(self.seconds or 0))


def sitting(name: str, seed: int) -> Any:
    """A mind at the table."""
    lure, box = game("lure"), house("lure")
    word, _, strength = name.partition(":")
    if word == "sharp":
        return Sharp(lure, box, seed, seconds=float(strength[:-1]) if strength else None)
    if strength.endswith("s"):
        return Rollout(lure, box, seed, ProcessorEffort(seconds=float(strength[:-1])))
    return mind(name, lure, box, seed)


def play(names: tuple[str, str], seed: int, thought: dict[str, list[float]]) -> tuple[float, float]:
    """One game: seat A's share of the win, and how much of it was the luck of the dice. Notes how long each mind thought."""
    match = Match(game("lure"), house("lure"), Header("lure", names, first="A"))
    minds = [sitting(name, 2 * seed + seat) for seat, name in enumerate(names)]
    dice = LabDice(seed, 0, 0)
    match.roll_all(dice)
    while not match.over:
        for seat in match.owing:
            view, start = match.view(seat), time.process_time()
            line = minds[seat].choose(view)
            thought.setdefault(names[seat], []).append(time.process_time() - start)
            match.choose(seat, line)
        match.roll_all(dice)
    return match.shares()[0], luck_of(match)[0]


def duel(mine: str, rival: str, pairs: int, seed: int, thought: dict[str, list[float]], told: bool = False) -> Floats:
    """Of each pair of games the mean share of the win, as it was and less its luck."""
    shares = np.zeros((0, 2))
    for number in range(seed, seed + pairs):
        (won, luck), (lost, ill) = play((mine, rival), number, thought), play((rival, mine), number, thought)
        shares = np.vstack([shares, [[(won + 1 - lost) / 2, (won - luck + 1 - lost + ill) / 2]]])
        if told:
            print(f"{len(shares)} pairs: {spell(shares[:, 0])}, less luck {spell(shares[:, 1])}", flush=True)
    return shares


def spell(shares: Floats) -> str:
    """A mean with its interval."""
    return f"{shares.mean():.1%} ± {half(shares):.1%}"


def half(shares: Floats) -> float:
    """Half of the 95 % interval of a mean, by Student's t."""
    return min(1.0, mean_of_strata([np.asarray(shares)])[1])


def gain(box: Path, seed: int = 1) -> float:
    """What best responses win beyond the mind's own policy, for each of two players on average."""
    lure = game("lure")
    params = {"components": str(box)}
    tree, parts = pyspiel.load_game("python_rollmops_lure", params), components("lure", box)
    policy, thoughts = TabularPolicy(tree), dict[bytes, Any]()
    for number, state in enumerate(policy.states):
        course, seat = state.course, state.current_player()
        begun = course.written().begun.get(seat)
        chosen = list(begun.choices) if begun else []
        table = course.position.table()
        view = msgspec.structs.replace(lure.views.view(table, seat), chosen=())
        if (key := msgspec.json.encode(view)) not in thoughts:
            thoughts[key] = Sharp(lure, parts, seed).think(view)
        thought = thoughts[key]
        row = np.zeros(policy.action_probability_array.shape[1])
        for words, chance in zip(thought.lines, thought.chances, strict=True):
            line = read_line(lure, table, seat, words)
            if line[: len(chosen)] == chosen:
                row[line[len(chosen)]] += chance
        legal = policy.legal_actions_mask[number]
        policy.action_probability_array[number] = row / row.sum() if row.sum() else legal / legal.sum()
    cached = pyspiel.convert_to_cached_tree(tree)
    return float(pyspiel.nash_conv(cached, python_policy_to_pyspiel_policy(policy))) / 2


def report(games: int = GAMES, rival: str = RIVAL, told: bool = False) -> Report:
    """Both targets, in one run."""
    table, thought = Report("Lure: the sharp mind", ("numpy", "numba", "open_spiel"), NO_MARGIN), dict[str, list[float]]()
    play(("sharp", rival), 0, {})  # compiled
    shares = duel("sharp", rival, games // 2, 1, thought, told)
    low = float(shares[:, 1].mean()) - half(shares[:, 1])
    found = gain(SMALL)
    table.figure(f"share of the win against {rival}, {2 * len(shares)} games", spell(shares[:, 0]))
    table.figure("the same less the luck of the dice", spell(shares[:, 1]))
    for name, seconds in thought.items():
        table.figure(f"{name}: processor time a decision", f"{np.mean(seconds):.2f} s, at most {np.max(seconds):.2f} s")
    table.figure("best-response gain in the small Lure", f"{found:.4f}")
    table.figure(f"the same with two dice each ({TWO_DICE.name})", f"{gain(TWO_DICE):.4f}")
    table.ratio(f"lower end of the share / {LEAST_SHARE:.0%}", low / LEAST_SHARE, 1)
    table.ratio(f"{MOST_GAIN} / best-response gain", MOST_GAIN / max(found, 1e-9), 1)
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--rival", default=RIVAL)
    parser.add_argument("--gain", type=Path, help="only the gain in the box of this component file")
    given = parser.parse_args()
    if given.gain:
        print(f"{given.gain.name}: best-response gain {gain(given.gain):.4f}")
    else:
        report(given.games, given.rival, told=True).show()


if __name__ == "__main__":
    main()
