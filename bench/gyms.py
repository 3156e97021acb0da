"""The environments against their peers: pgx and PettingZoo's tictactoe (in .venv-bench), OpenSpiel's Python kuhn_poker."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pyspiel
from open_spiel.python.games import kuhn_poker  # noqa: F401 - registers the game

import rollmops.gyms.openspiel  # noqa: F401 - registers ours
from bench.apart.gym_peers import zoo_rate
from bench.report import Report, race, rate
from rollmops.gyms import BatchEnv
from rollmops.gyms import pettingzoo as zoo

SIZES = (1024, 4096, 16384)
SEATS = 4
BESIDE = Path(__file__).resolve().parent.parent / ".venv-bench" / "bin" / "python"


def batch_rate(size: int) -> tuple[float, float]:
    """Decisions a second in a batch of this size, random open ones; and how many dice each brings with it."""
    env = BatchEnv("soles", seats=SEATS, n=size)
    env.reset()

    def play() -> int:
        for _ in range(16):
            env.step(env.sample())
        return 16 * size

    return rate(play, 0.5, 5), dice_for_each_decision()


def fall(state: Any, rng: random.Random) -> int:
    """An outcome of chance by its odds."""
    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
    return int(rng.choices(outcomes, odds)[0])


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
    size, (best, dice) = max(batches.items(), key=lambda item: item[1])
    told.figure(f"BatchEnv soles, {SEATS} seats, n={size}, decisions", f"{best:,.0f}")
    told.figure("the same, dice counted too", f"{best * (1 + dice):,.0f}")
    ours = zoo_rate(zoo.env("soles"))
    told.figure("PettingZoo soles_v1", f"{ours:,.0f}")
    told.figure("PettingZoo floe_v1, thrown for real", f"{zoo_rate(zoo.env('floe')):,.0f}")
    kuhn, spiel = race(lambda: spiel_rate("python_kuhn_poker"), lambda: spiel_rate("python_rollmops_soles"))
    told.figure("OpenSpiel python_rollmops_soles", f"{spiel:,.0f}")
    told.figure("OpenSpiel python_kuhn_poker", f"{kuhn:,.0f}")
    found = peers()
    if found is None:
        told.notes.append("pgx and tictactoe_v3 were not measured: `make bench-gyms` installs them into .venv-bench")
    else:
        fastest = 0.0
        for name, rates in found["pgx"].items():
            at = max(rates, key=rates.get)
            fastest = max(fastest, rates[at])
            told.figure(f"pgx {name}, n={at}", f"{rates[at]:,.0f}")
        told.figure("PettingZoo tictactoe_v3", f"{found['tictactoe_v3']:,.0f}")
        told.ratio("BatchEnv soles to the best of pgx", best / fastest, 3)
        told.ratio("soles_v1 to tictactoe_v3", ours / found["tictactoe_v3"], 3)
        told.notes.append(", ".join(f"{name} {number}" for name, number in found["packages"].items()))
    told.ratio("python_rollmops_soles to python_kuhn_poker", spiel / kuhn, 1)
    return told
