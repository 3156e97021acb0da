"""Random playouts of two-player Roll for Soles, against OpenSpiel and against C; memory of a million games."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.memory import peak_of
from bench.peers import pig_from_python, pig_rollouts
from bench.report import Report, cpu_seconds, race
from rollmops.games import house
from rollmops.lab.simulate import Plan, simulate

GAMES = 400_000
ROUNDS = 8
MOST_MEMORY = 300

MILLION = """
from rollmops.games import house
from rollmops.lab.simulate import Plan, simulate
simulate(Plan("soles", house("soles"), 2, ("random", "random"), 1_000_000, 1))
"""


def build(folder: str) -> Path:
    """The C program, compiled as well as the compiler can."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if not compiler:
        sys.exit("bench: a C compiler is needed for this comparison; install gcc")
    program = Path(folder) / "soles"
    subprocess.run([compiler, "-O3", "-march=native", "-o", program, Path(__file__).with_name("soles.c")], check=True)
    return program


def against_c() -> tuple[float, float, float, float]:
    """Games a second through the public lab and by the C program, turn by turn; and transitions in a game of each."""
    plan = Plan("soles", house("soles"), 2, ("random", "random"), GAMES, 1)
    simulate(plan)
    ours, in_c = [], []
    with tempfile.TemporaryDirectory() as folder:
        program = build(folder)
        for seed in range(ROUNDS):
            ours.append(cpu_seconds(lambda: simulate(plan)))
            seconds, transitions, _ = subprocess.check_output([program, str(GAMES), str(seed)], text=True).split()
            in_c.append(float(seconds))
    return GAMES / min(ours), simulate(plan).length.mean, GAMES / min(in_c), int(transitions) / GAMES


def report() -> Report:
    """The figures of issue and README, in one run."""
    table = Report("Roll for Soles: random playouts, two players, one core", ("numpy", "numba", "open_spiel"))
    ours, length, in_c, length_in_c = against_c()
    python, rollouts = race(pig_from_python, pig_rollouts)
    memory = peak_of(MILLION)
    table.figure("soles, our lab: games a second", f"{ours:,.0f}")
    table.figure("soles, our lab: transitions a second", f"{ours * length / 1e6:,.1f} million ({length:.2f} in a game)")
    table.figure("soles, by hand in C: games a second", f"{in_c:,.0f} ({length_in_c:.2f} transitions in a game)")
    table.figure("pig, OpenSpiel from Python: transitions a second", f"{python / 1e6:,.3f} million")
    table.figure("pig, OpenSpiel's C++ rollouts: transitions a second", f"{rollouts / 1e6:,.1f} million")
    table.figure("memory of a million-game simulation", f"{memory:.0f} MB")
    table.ratio("our transitions / OpenSpiel from Python", ours * length / python, 30)
    table.ratio("our transitions / OpenSpiel's C++ rollouts", ours * length / rollouts, 2)
    table.ratio("our games / C program's games", ours / in_c, 0.5)
    table.ratio(f"{MOST_MEMORY} MB / memory of a million games", MOST_MEMORY / memory, 1)
    return table
