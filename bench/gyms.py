"""The environments against their peers: pgx and PettingZoo's tictactoe (in .venv-bench), OpenSpiel's Python kuhn_poker."""

from __future__ import annotations

import json
import random
import subprocess
import time
from pathlib import Path
from typing import Any

import pyspiel
from open_spiel.python.games import kuhn_poker  # noqa: F401 - registers the game

import rollmops.gyms.openspiel  # noqa: F401 - registers ours
from bench.apart.gym_peers import zoo_rate
from bench.report import Report, race, rate
from rollmops.gyms import BatchEnv, pettingzoo

SIZES = (1024, 4096, 16384)
THREADED_SIZES = (64, 1024, 4096, 16384)
RESET_LANES = 60_000
SEATS = 4
STEPS_A_RUN = 16
BESIDE = Path(__file__).resolve().parent.parent / ".venv-bench" / "bin" / "python"


def batch_rate(size: int, observation: str = "raw") -> float:
    """Decisions a second in a batch of this size, random open ones."""
    env = BatchEnv("soles", seats=SEATS, n=size, observation=observation)
    env.reset()

    def play() -> int:
        for _ in range(STEPS_A_RUN):
            env.step(env.sample())
        return STEPS_A_RUN * size

    return rate(play, 0.5, 5)


def threads_ratio(size: int, rounds: int = 300) -> float:
    """How many times faster two threads step a batch of this size than one, by the clock: the best of each, turn by turn.

    Over seconds, since whoever else uses the machine slows it for as long.
    """
    envs = [BatchEnv("soles", seats=SEATS, n=size, threads=threads) for threads in (1, 2)]
    best = [float("inf")] * 2
    steps = max(4, 200_000 // size)
    for env in envs:
        env.reset()
    for _ in range(rounds):
        for number, env in enumerate(envs):
            spent = 0.0
            for _ in range(steps):
                actions = env.sample()
                start = time.perf_counter()
                env.step(actions)
                spent += time.perf_counter() - start
            best[number] = min(best[number], spent)
    return best[0] / best[1]


def reset_seconds() -> float:
    """Seconds of processor time for new games in many lanes: the best of a few."""
    env = BatchEnv("soles", seats=SEATS, n=RESET_LANES)
    best = float("inf")
    for seed in range(5):
        start = time.process_time()
        env.reset(seed)
        best = min(best, time.process_time() - start)
    return best


def fall(state: Any, rng: random.Random) -> int:
    """An outcome of chance by its odds, with one random number: what is measured are the games, not the drawing."""
    left, drawn = rng.random(), 0
    for drawn, odds in state.chance_outcomes():  # noqa: B007 - the last one stands if rounding left nothing
        left -= odds
        if left < 0:
            break
    return drawn


def dice_for_each_decision() -> float:
    """How many dice a decision of random soles brings with it."""
    state, rng = pyspiel.load_game("python_rollmops_soles", {"players": SEATS}).new_initial_state(), random.Random(1)
    dice = decisions = 0
    while decisions < 3000:
        if state.is_terminal():
            state = state.get_game().new_initial_state()
        elif state.is_chance_node():
            state.apply_action(fall(state, rng))
            dice += 1
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
    return dice / decisions


def spiel_rate(name: str) -> float:
    """Steps a second of random play driven from Python: chance and decisions alike."""
    game, rng = pyspiel.load_game(name), random.Random(1)

    def play() -> int:
        state, count = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(fall(state, rng) if state.is_chance_node() else rng.choice(state.legal_actions()))
            count += 1
        return count

    return rate(play)


def peers() -> dict[str, Any] | None:
    """What the peers in .venv-bench reach, if they are installed."""
    if not BESIDE.exists():
        return None
    done = subprocess.run(
        [BESIDE, "-m", "bench.apart.gym_peers"], capture_output=True, text=True, check=True, cwd=Path(__file__).parent.parent
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def report() -> Report:
    told = Report("Environments, steps a second of one core", packages=("numpy", "numba", "pettingzoo", "open_spiel"))
    batches = {size: batch_rate(size) for size in SIZES}
    size, best = max(batches.items(), key=lambda item: item[1])
    dice = dice_for_each_decision()
    told.figure(f"BatchEnv soles, {SEATS} seats, n={size}, decisions", f"{best:,.0f}")
    told.figure("the same, dice counted too", f"{best * (1 + dice):,.0f}")
    told.figure("the same, flat observations, decisions", f"{batch_rate(size, 'flat'):,.0f}")
    reset = reset_seconds()
    told.figure(f"reset of {RESET_LANES:,} lanes, seconds", f"{reset:.3f}")
    threads = {lanes: threads_ratio(lanes) for lanes in THREADED_SIZES}
    told.figure("two threads to one, steps by the clock", ", ".join(f"n={n}: {ratio:.2f}" for n, ratio in threads.items()))
    ours = zoo_rate(pettingzoo.env("soles"))
    told.figure("PettingZoo soles_v1", f"{ours:,.0f}")
    told.figure("PettingZoo floe_v1, thrown for real", f"{zoo_rate(pettingzoo.env('floe')):,.0f}")
    kuhn, spiel = race(lambda: spiel_rate("python_kuhn_poker"), lambda: spiel_rate("python_rollmops_soles"))
    told.figure("OpenSpiel python_rollmops_soles", f"{spiel:,.0f}")
    told.figure("OpenSpiel python_kuhn_poker", f"{kuhn:,.0f}")
    found = peers()
    if found is None:
        told.notes.append("pgx and tictactoe_v3 were not measured: `make bench-gyms` installs them into .venv-bench")
    else:
        compare(told, found, best, dice, ours)
    told.ratio("python_rollmops_soles to python_kuhn_poker", spiel / kuhn, 2)
    told.ratio(f"0.2 s to a reset of {RESET_LANES:,} lanes", 0.2 / reset, 1)
    told.ratio("two threads to one, fewest lanes", min(threads[64], threads[1024]), 1)
    told.ratio("two threads to one, from 4,096 lanes", min(threads[4096], threads[16384]), 1.7)
    return told


def compare(told: Report, found: dict[str, Any], best: float, dice: float, ours: float) -> None:
    """The figures of the peers, and ours beside them."""
    fastest = most = 0.0
    for name, rates in found["pgx"].items():
        at = max(rates, key=rates.get)
        fastest, most = max(fastest, rates[at]), max(most, rates[at] * (1 + found["chance"][name]))
        told.figure(f"pgx {name}, n={at}", f"{rates[at]:,.0f} ({rates[at] * (1 + found['chance'][name]):,.0f} with chance)")
    told.figure("PettingZoo tictactoe_v3", f"{found['tictactoe_v3']:,.0f}")
    told.ratio("BatchEnv soles to the best of pgx, decisions", best / fastest, 3)
    told.ratio("the same, dice counted on both sides (those of pgx have none)", best * (1 + dice) / fastest, 10)
    told.figure("the same, cards and tiles of pgx counted like dice", f"{best * (1 + dice) / most:.2f}")
    told.ratio("soles_v1 to tictactoe_v3", ours / found["tictactoe_v3"], 10)
    told.notes.append(", ".join(f"{name} {number}" for name, number in found["packages"].items()))
