"""The light install and its extras: declared as they are used, and missing ones say what to install."""

from __future__ import annotations

import ast
import json
import os
import pickle
import re
import subprocess
import sys
import tomllib
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

import rollmops
from rollmops.extras import EXTRAS, MissingExtraError, has, need

PACKAGE = Path(rollmops.__file__).parent
PROJECT = tomllib.loads((PACKAGE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MODULES = {
    "mujoco-core": "mujoco",
    "open-spiel": "pyspiel",
    "pillow": "PIL",
    "prometheus-client": "prometheus_client",
    "py-vapid": "py_vapid",
}
"""Distributions whose module has another name."""
ONLY_THERE = {"pyarrow", "uvloop"}
"""Used where they are installed; nothing is missing without them."""
BY_NAME = {"dask", "psycopg"}
"""joblib and SQLAlchemy import them when they are asked for that backend."""


def modules(requirements: list[str]) -> set[str]:
    names = [re.split(r"[><=;\[ ]", one)[0].lower().replace("_", "-") for one in requirements]
    return {MODULES.get(name, name) for name in names}


LIGHT = modules(PROJECT["dependencies"])
OPTIONAL = {extra: modules(wanted) for extra, wanted in PROJECT["optional-dependencies"].items()}


def imported(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found - sys.stdlib_module_names - {"rollmops"}


def test_extras_are_the_ones_that_are_declared_and_all_is_all_of_them() -> None:
    assert OPTIONAL.pop("all") == {"rollmops"}
    assert set(EXTRAS) == set(OPTIONAL)
    (everything,) = PROJECT["optional-dependencies"]["all"]
    assert set(re.findall(r"\w+", everything)) == {"rollmops", *EXTRAS}
    for extra, wanted in EXTRAS.items():
        assert set(wanted) | ONLY_THERE >= OPTIONAL[extra] >= set(wanted)


def test_what_is_imported_is_declared_and_what_is_declared_is_imported() -> None:
    declared = LIGHT.union(*EXTRAS.values())
    used = set().union(*(imported(path) for path in PACKAGE.rglob("*.py")))
    used = {"pyspiel" if name == "open_spiel" else name for name in used}
    assert used - declared - ONLY_THERE == set()
    assert declared - used == BY_NAME


def test_a_missing_extra_says_which_command_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    need("floe", "throwing")
    assert has("floe")
    monkeypatch.setitem(sys.modules, "mujoco", None)
    assert not has("floe")
    with pytest.raises(rollmops.RollmopsError) as caught:
        need("floe", "throwing")
    told = 'throwing needs mujoco, not installed here; run: pip install "rollmops[floe]"'
    assert str(caught.value) == told
    assert isinstance(caught.value, ImportError)
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301  as a worker of the lab sends it home
    assert (type(again), str(again)) == (MissingExtraError, told)


COMMANDS = """
import contextlib, io, json, sys
sys.modules.update(dict.fromkeys(json.loads(sys.argv[1])))
from rollmops.cli import main
for words in json.loads(sys.argv[2]):
    out, code = io.StringIO(), 0
    sys.argv = ["rollmops", *words]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            main()
        except SystemExit as end:
            code = end.code or 0
    print(json.dumps([code, out.getvalue()]))
"""


def run_without(gone: set[str], commands: list[list[str]], folder: Path) -> list[tuple[int, str]]:
    """What `rollmops` answers in one process in which these modules are not installed."""
    done = subprocess.run(
        [sys.executable, "-c", COMMANDS, json.dumps(sorted(gone)), json.dumps(commands)],
        capture_output=True,
        text=True,
        cwd=folder,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stderr
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]


def test_the_light_install_counts_simulates_and_tells_the_rest_what_to_install(tmp_path: Path) -> None:
    record = PACKAGE.parents[1] / "tests/games/soles/records/a_player_without_soles_may_be_named.rollmops"
    works = [
        ["games"],
        ["odds", "soles", "--dice", "3"],
        ["simulate", "soles", "--seats", "2", "--games", "100"],
        ["simulate", "espresso", "--games", "5"],
        ["tournament", "soles", "--minds", "rollout:5", "random", "--games", "4"],
        ["replay", str(record)],
        ["value", str(record)],
    ]
    fails = {
        "server": ["serve", "--port", "0"],
        "floe": ["throw"],
        "plots": ["tournament", "soles", "--minds", "random", "--games", "4", "--plot", "ladder.png"],
    }
    answers = run_without(set().union(*EXTRAS.values()), [*works, *fails.values()], tmp_path)
    for words, (code, said) in zip(works, answers, strict=False):
        assert code == 0, (words, said)
    for extra, (code, said) in zip(fails, answers[len(works) :], strict=True):
        assert code == 2
        assert said.startswith("rollmops: ")
        assert said.endswith(f'run: pip install "rollmops[{extra}]"\n')
    assert list(tmp_path.iterdir()) == []


NO_FLOE = 'throwing dice onto the floe needs mujoco, not installed here; run: pip install "rollmops[floe]"'


def test_without_the_floe_its_records_are_still_read_and_only_throws_are_refused(tmp_path: Path) -> None:
    records = sorted((PACKAGE.parents[1] / "tests/games/floe/records").glob("*.rollmops"))
    play = ["play", "floe", "--minds", "random", "random"]
    told, played, listed = run_without(set(EXTRAS["floe"]), [["replay", str(records[0])], play, ["games"]], tmp_path)
    assert told[0] == 0, told
    assert listed[1].endswith(f"Not here: {NO_FLOE}\n")
    assert played == (2, played[1])
    assert 'pip install "rollmops[floe]"' in played[1]


def test_a_server_without_the_floe_says_so_and_sets_the_other_tables(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['mujoco'] = None\n", encoding="utf-8")
    command = [sys.executable, "-m", "rollmops", "serve", "--thinkers", "0", "--port", "0", "--data", str(tmp_path / "data")]
    piped: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with subprocess.Popen(command, env=os.environ | {"PYTHONPATH": str(tmp_path)}, **piped) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1]
        assert server.stdout.readline() == f"Without floe: {NO_FLOE}\n"
        answers = {}
        for game in ("floe", "soles"):
            asked = json.dumps({"game": game, "seats": [{"kind": "here"}, {"kind": "bot", "level": "easy"}]}).encode()
            request = urllib.request.Request(f"{address}api/tables", asked, {"Content-Type": "application/json"})  # noqa: S310
            try:
                with urllib.request.urlopen(request) as answer:  # noqa: S310
                    answers[game] = json.load(answer)
            except urllib.error.HTTPError as refused:
                answers[game] = json.load(refused)
        server.terminate()
        rest = server.stdout.read()  # what is compiled where nothing is in the cache
        assert "Traceback" not in rest
        assert "floe" not in rest
        assert "Rolling Dice" not in rest
    assert answers["floe"]["message"] == NO_FLOE
    assert answers["soles"]["code"]


@pytest.mark.parametrize(("extra", "module"), [("pettingzoo", "soles_v1"), ("openspiel", "openspiel")])
def test_environments_say_what_to_install(extra: str, module: str) -> None:
    gone = ", ".join(f"{name}=None" for name in EXTRAS[extra])
    code = f"""import sys; sys.modules.update({gone})
import rollmops
try:
    import rollmops.gyms.{module}
except rollmops.MissingExtraError as error:
    print(error)"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith(f'run: pip install "rollmops[{extra}]"\n')
