"""Rolling Dice: throws against the bare engine, threads, fairness, and a tournament of the aiming mind."""

from __future__ import annotations

import os
import time

import mujoco
import numpy as np

from bench.report import Report
from rollmops.arena import Arena, Gesture, Map, Request
from rollmops.arena.flight import LONGEST_STEPS, STEPS_A_LOOK
from rollmops.arena.hand import Chance, release
from rollmops.arena.scene import HOUSE_FEEL, model_text
from rollmops.games import house
from rollmops.lab.dice_fairness import fairness
from rollmops.lab.simulate import Plan, simulate

HAND = ("A1", "A2", "A3", "A4")
GESTURE = Gesture(0, 0, 140, 50, 50)
THROWS = 150
ROUNDS = 5
DICE = int(os.environ.get("ROLLMOPS_FAIR", "200000"))
GAMES = int(os.environ.get("ROLLMOPS_GAMES", "30"))


class Bare:
    """The same scene and the same throws by a plain loop over the engine: step until all dice sleep."""

    def __init__(self, floe: Map) -> None:
        self.floe = floe
        self.model = mujoco.MjModel.from_xml_string(model_text(floe, HOUSE_FEEL, len(HAND)))
        self.data = mujoco.MjData(self.model)

    def throw(self, seed: int) -> None:
        poses, motions = release(self.floe, GESTURE, len(HAND), Chance(seed))
        mujoco.mj_resetData(self.model, self.data)
        self.data.qpos[:] = poses.ravel()
        self.data.qvel[:] = motions.ravel()
        for _ in range(LONGEST_STEPS // STEPS_A_LOOK):
            mujoco.mj_step(self.model, self.data, nstep=STEPS_A_LOOK)
            if np.all(self.data.tree_asleep >= 0):
                return


def speeds(floe: Map) -> tuple[float, float]:
    """Throws a second of processor time, bare and through the public API, turn by turn; the best of a few rounds."""
    bare, arena = Bare(floe), Arena(floe)
    best = [0.0, 0.0]
    for number in range(ROUNDS):
        seeds = range(number * THROWS, (number + 1) * THROWS)
        start = time.process_time()
        for seed in seeds:
            bare.throw(seed)
        middle = time.process_time()
        for seed in seeds:
            arena.throw((), HAND, GESTURE, seed)
        end = time.process_time()
        best = [max(best[0], THROWS / (middle - start)), max(best[1], THROWS / (end - middle))]
    return best[0], best[1]


def threads(floe: Map) -> tuple[float, float]:
    """Throws a second by the clock in a batch, by one thread and by two."""
    arena = Arena(floe)
    best = [0.0, 0.0]
    for number in range(ROUNDS):
        requests = [Request((), HAND, GESTURE, number * 1000 + seed) for seed in range(2 * THROWS)]
        for count in (1, 2):
            start = time.perf_counter()
            arena.throws(requests, threads=count)
            best[count - 1] = max(best[count - 1], len(requests) / (time.perf_counter() - start))
    return best[0], best[1]


def report() -> Report:
    """The figures of issue and docs, in one run."""
    table = Report("Rolling Dice: real throws", ("mujoco-core", "numpy", "numba"))
    floe = Map.read(house("floe").facts)
    bare, ours = speeds(floe)
    table.figure("bare engine loop: throws of four dice a second, one core", f"{bare:.0f}")
    table.figure("rollmops.arena.throw: throws a second, one core", f"{ours:.0f}")
    one, two = threads(floe)
    table.figure("throws a second in a batch: one thread, two threads", f"{one:.0f}, {two:.0f}")
    fair = fairness(floe, DICE, threads=2)
    counts = " ".join(f"{number}:{count}" for number, count in enumerate(fair.counts, 1))
    table.figure(f"numbers of {sum(fair.counts)} dice, random gestures", counts)
    table.figure("chi-square (5 degrees of freedom), p", f"{fair.chi_square:.2f}, {fair.p_value:.3f}")
    start = time.perf_counter()
    wins = simulate(Plan("floe", house("floe"), 2, ("rollout:1.2s", "random"), GAMES, 1), jobs=2).seats[0].wins
    minutes = (time.perf_counter() - start) / 60
    shown = f"{wins.mean:.1%} ({wins.low:.1%} – {wins.high:.1%}) of {GAMES} games in {minutes:.0f} min"
    table.figure("rollout:1.2s against random, two players", shown)
    table.ratio("our throws / bare engine's throws", ours / bare, 0.8)
    table.ratio("two threads / one thread", two / one, 1.7)
    table.ratio("p-value of fair dice / 0.001", fair.p_value / 0.001, 1)
    table.ratio("share of games won against random / 0.85", wins.mean / 0.85, 1)
    return table
