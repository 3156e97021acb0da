"""Build the wheel and try it outside the clone, in environments that hold nothing else: alone, then with each extra.

    python scripts/wheel_test.py [--python python3.13 …] [--only light server …]

`make wheel-test` runs it with the Python of .venv, `make wheel-test PYTHONS="python3.12 python3.13"` with others.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UV = shutil.which("uv")
"""Installs as pip does, and much faster where it is there."""
STARTS_WITHIN_SECONDS = 120
"""For a server whose rules are not compiled yet, on a busy machine."""


class Place:
    """A clean environment with the wheel in it, and a folder outside the clone to work in."""

    def __init__(self, folder: Path, python: str, wheel: Path, extra: str) -> None:
        self.work = folder / extra / "work"
        self.work.mkdir(parents=True)
        venv = folder / extra / "venv"
        self.bin = venv / "bin"
        cache = {"ROLLMOPS_CACHE": str(folder / "cache"), "XDG_DATA_HOME": str(self.work)}
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "ROLLMOPS", "VIRTUAL"))}
        self.environment = kept | cache | {"PATH": f"{self.bin}{os.pathsep}{kept['PATH']}"}
        subprocess.run([python, "-m", "venv", *(["--without-pip"] if UV else []), str(venv)], check=True)
        what = str(wheel) if extra == "light" else f"{wheel}[{extra}]"
        here = ["--python", str(self.bin / "python")]
        pip = [UV, "pip"] if UV else ["python", "-m", "pip"]
        self.run(*pip, "install", "--quiet", *(here if UV else []), what)
        self.run(*pip, "check", *(here if UV else []))

    def run(self, *words: str, code: int = 0) -> str:
        """What a command answers; it must end with this code."""
        done = subprocess.run(words, cwd=self.work, env=self.environment, capture_output=True, text=True, timeout=900)
        said = done.stdout + done.stderr
        if done.returncode != code or "Traceback" in said:
            sys.exit(f"{' '.join(words)!r} ended with {done.returncode} instead of {code}:\n{said}")
        return said

    def rollmops(self, line: str, code: int = 0) -> str:
        """What the command `rollmops` answers."""
        return self.run("rollmops", *line.split(), code=code)

    def python(self, code: str) -> str:
        """What a few lines of Python print."""
        return self.run("python", "-W", "error::DeprecationWarning:rollmops", "-c", code)


def expect(said: str, *words: str) -> None:
    """All of these words are in the answer."""
    for word in words:
        if word not in said:
            sys.exit(f"expected {word!r} in:\n{said}")


def try_light(place: Place) -> None:
    """Terminal, records, lab and library, and for all else the command that installs it."""
    expect(place.rollmops("games"), "Roll for Soles", "Rolling Dice")
    place.rollmops("play soles --minds random random --log game.rollmops")
    for chore in ("replay", "verify", "value"):
        place.rollmops(f"{chore} game.rollmops")
    expect(place.rollmops("simulate soles --seats 4 --games 10000"), "10000")
    place.rollmops("odds soles --dice 3 --doubles 1")
    place.rollmops("tournament soles --minds rollout:10 random --games 4")
    place.python("from rollmops.gyms import BatchEnv; BatchEnv('soles', seats=2, n=64)")
    expect(place.python(f"import rollmops\nm = {OPEN}\nm.roll()\nprint(m, m.lines())"), "again")
    place.run("python", "-m", "rollmops.examples.first_player", "--games", "1000")
    box = place.python("from rollmops import examples; print(next(iter(examples.__path__)) + '/small_lure.toml')").strip()
    place.rollmops(f"simulate lure --games 10 --components {box}")
    for extra, line in (("server", "serve"), ("floe", "throw"), ("plots", "tournament soles --minds random --plot a.png")):
        expect(place.rollmops(line, code=2), f'pip install "rollmops[{extra}]"')
    for extra, module in (("pettingzoo", "soles_v1"), ("openspiel", "openspiel")):
        code = f"import rollmops\ntry: import rollmops.gyms.{module}\nexcept rollmops.MissingExtraError as e: print(e)"
        expect(place.python(code), f'pip install "rollmops[{extra}]"')


OPEN = "rollmops.open('soles', players=['Ann', 'Ben'])"


def try_server(place: Place) -> None:
    """The pages and a table come from a running server; the floe, which is not installed, is refused in words."""
    command = [str(place.bin / "rollmops"), "serve", "--port", "0", "--data", "tables"]
    with subprocess.Popen(command, cwd=place.work, env=place.environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            expect(fetch(address), "<title>")
            names = [one["name"] for one in json.loads(fetch(f"{address}api/games"))["games"]]
            expect(" ".join(names), "soles", "espresso", "lure", "floe")
            wait_until_ready(address, "soles")
            expect(fetch(f"{address}api/tables", NEW_TABLE), "code")
        finally:
            server.send_signal(signal.SIGTERM)
    if server.returncode not in (0, -signal.SIGTERM):
        sys.exit(f"the server ended with {server.returncode}")


NEW_TABLE = {"game": "soles", "seats": [{"kind": "here", "name": "Ann"}, {"kind": "bot", "level": "easy"}]}


def wait_until_ready(address: str, game: str) -> None:
    """Until the rules of this game are compiled."""
    begun = time.monotonic()
    while time.monotonic() - begun < STARTS_WITHIN_SECONDS:
        if any(one["ready"] for one in json.loads(fetch(f"{address}api/games"))["games"] if one["name"] == game):
            return
        time.sleep(0.5)
    sys.exit(f"{game} is not ready after {STARTS_WITHIN_SECONDS} s")


def fetch(address: str, body: object = None) -> str:
    """What the server answers."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"})  # noqa: S310  our own
    with urllib.request.urlopen(request, timeout=STARTS_WITHIN_SECONDS) as answer:  # noqa: S310
        return str(answer.read().decode())


def try_floe(place: Place) -> None:
    """Dice are thrown, and a game on the floe is played."""
    expect(place.rollmops("throw --seed 3 --out throw.svg"), "rest ", "mujoco")
    expect(place.rollmops("simulate floe --minds random --games 2"), "games")


def try_pettingzoo(place: Place) -> None:
    """A game by PettingZoo's loop."""
    expect(
        place.python(
            "from rollmops.gyms import soles_v1\nenv = soles_v1.env()\nenv.reset(seed=1)\n"
            "for agent in env.agent_iter():\n"
            "    seen, _, ended, cut, _ = env.last()\n"
            "    env.step(None if ended or cut else env.action_space(agent).sample(seen['action_mask']))\n"
            "print('played')"
        ),
        "played",
    )


def try_openspiel(place: Place) -> None:
    """A game by OpenSpiel's loop."""
    expect(
        place.python(
            "import random, pyspiel, rollmops.gyms.openspiel\n"
            "state = pyspiel.load_game('python_rollmops_soles(players=2)').new_initial_state()\n"
            "while not state.is_terminal(): state.apply_action(random.choice(state.legal_actions()))\n"
            "print('played')"
        ),
        "played",
    )


def try_plots(place: Place) -> None:
    """A picture is drawn."""
    place.rollmops("tournament soles --minds rollout:5 random --games 4 --plot ladder.png")
    if not (place.work / "ladder.png").stat().st_size:
        sys.exit("ladder.png is empty")


def try_all(place: Place) -> None:
    """What needs two extras at once."""
    place.rollmops("arena --heatmap --throws 20 --out heat.png")
    try_server(place)


TRIALS: dict[str, Callable[[Place], None]] = {
    "light": try_light,
    "server": try_server,
    "floe": try_floe,
    "pettingzoo": try_pettingzoo,
    "openspiel": try_openspiel,
    "plots": try_plots,
    "all": try_all,
}


def main() -> None:
    """Try what was asked for, and say how long each took."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--python", nargs="*", default=[], help="Pythons to try (default: the one that runs this)")
    parser.add_argument("--only", nargs="*", choices=list(TRIALS), default=list(TRIALS))
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
        subprocess.run(build, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        (wheel,) = Path(folder).glob("*.whl")
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB", flush=True)
        for python in asked.python or [sys.executable]:
            home = Path(folder) / "at"
            for extra in asked.only:
                begun = time.monotonic()
                TRIALS[extra](Place(home, python, wheel, extra))
                said = f"  {Path(python).name}  rollmops{'' if extra == 'light' else f'[{extra}]'}"
                print(f"{said}: works ({time.monotonic() - begun:.0f} s)", flush=True)
            shutil.rmtree(home)


if __name__ == "__main__":
    main()
