"""The Dockerfile and the page on deploying: what they copy is there, what they call exists, and who is well says so."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rollmops.cli import app

ROOT = Path(__file__).parents[1]
KNOWN = {"FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT"}


def instructions() -> list[tuple[str, str]]:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(line.split(maxsplit=1)[0], line.split(maxsplit=1)[1]) for line in lines]


def said(name: str) -> list[str]:
    return [rest for word, rest in instructions() if word == name]


def accepted(words: list[str]) -> None:
    """`rollmops` takes these words."""
    parsed = CliRunner().invoke(app, [*words, "--help"])
    assert parsed.exit_code == 0, parsed.output


def test_every_instruction_is_known_and_stages_are_named_before_they_are_used() -> None:
    assert {word for word, _ in instructions()} <= KNOWN
    stages = [rest.split(" AS ")[1] for rest in said("FROM") if " AS " in rest]
    used = [stage for rest in said("COPY") for stage in re.findall(r"--from=(\w+)", rest)]
    assert used == stages == ["build"]
    assert instructions()[0][0] == "FROM"


def test_what_is_copied_is_there_and_is_let_through() -> None:
    ignore = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert ignore[1] == "*"
    let_in = {line[1:] for line in ignore if line.startswith("!")}
    copied = {source for rest in said("COPY") if "--from" not in rest for source in rest.split()[:-1]}
    assert copied == let_in
    assert all((ROOT / source).exists() for source in copied)


def test_the_image_runs_as_nobody_in_particular_and_keeps_tables_in_a_volume() -> None:
    order = [word for word, _ in instructions()]
    assert said("USER") == ["rollmops"]
    assert order.index("USER") < order.index("ENTRYPOINT")
    (start,) = (json.loads(rest) for rest in said("ENTRYPOINT"))
    assert start[:2] == ["rollmops", "serve"]
    assert start[start.index("--data") + 1] == said("VOLUME")[0]
    assert start[start.index("--port") + 1] == said("EXPOSE")[0]
    accepted(start[1:])


def test_what_is_run_while_it_is_built_exists() -> None:
    modules = re.findall(r"python -m (rollmops[\w.]+)", " ".join(said("RUN")))
    assert modules == ["rollmops.server.warming"]
    for module in modules:
        assert (ROOT / "src" / module.replace(".", "/")).with_suffix(".py").is_file()


def test_the_health_check_knows_a_server_that_is_well_from_none(server_address: str) -> None:
    (check,) = said("HEALTHCHECK")
    words = json.loads(check.partition("CMD ")[2])
    assert words[0] == "python"
    for address, code in ((server_address, 0), ("http://127.0.0.1:9", 1)):
        asked = [sys.executable, words[1], words[2].replace("http://127.0.0.1:8000", address)]
        assert subprocess.run(asked, capture_output=True).returncode == code


@pytest.fixture
def server_address(tmp_path: Path) -> Iterator[str]:
    command = [sys.executable, "-m", "rollmops", "serve", "--thinkers", "0", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield server.stdout.readline().split()[-1].rstrip("/")
        server.terminate()


def test_commands_of_the_page_are_taken() -> None:
    page = (ROOT / "docs/deploy.md").read_text(encoding="utf-8")
    (run,) = re.findall(r"^docker run .* rollmops (--.*)$", page, re.MULTILINE)
    accepted(["serve", *shlex.split(run)])
    (composed,) = re.findall(r'^ +command: (\[".*\])$', page, re.MULTILINE)
    accepted(["serve", *json.loads(composed)])
    (started,) = re.findall(r"^ExecStart=\S*/rollmops (.*)$", page, re.MULTILINE)
    accepted(shlex.split(started))
    for told in re.findall(r"`rollmops ((?:backup|export|serve) [^`]+)`", page):
        accepted(shlex.split(told))
