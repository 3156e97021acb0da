"""Every code block in README, CONTRIBUTING and docs/ runs, in a short form where it would take long.

A block that cannot run is marked with `<!-- not run: why -->` in the line above it, and is listed here.
"""

from __future__ import annotations

import importlib.util
import re
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

import rollmops
from rollmops.cli import app, spread
from rollmops.extras import EXTRAS
from tests.docs.blocks import BLOCKS, COMMANDS, PAGES, ROOT, Block, Command

NOT_RUN = {
    "README.md": ["a board"],
    "docs/architecture.md": ["a list of folders", "a table of functions", "lines of a header"],
    "docs/challenges.md": ["a sum", "needs the logbooks of an evening"],
    "docs/daily.md": ["a list of roots", "how keys are made", "what is shared"],
    "docs/deploy.md": ["a unit of systemd", "changes the machine", "needs a Docker engine", "needs a Docker engine"],
    "docs/floe.md": ["what the page does, in web/src/games/floe"],
    "docs/install.md": ["shows an installation without the extra; tests/test_extras.py does"],
    "docs/lab.md": [
        "a hundred thousand games",
        "needs a cluster; tests/lab/test_cluster.py has one",
        "stopped by Ctrl-C, as tests/cli/test_lab.py does it",
        "the rows of that run",
    ],
    "docs/learners.md": ["needs torch and JAX"],
    "docs/processes.md": ["needs a PostgreSQL", "needs a PostgreSQL", "needs a PostgreSQL", "needs several machines"],
    "docs/review.md": ["a sum"],
    "docs/server.md": ["a list of addresses"],
}
"""What the pages say of their blocks that are not run."""
ONLY_PARSED = {
    "daily": "asks for an answer, or takes hours; tests/cli/test_daily.py answers and checks",
    "serve": "runs until it is stopped; make wheel-test serves",
    "solve": "takes minutes; tests/solve solves small boxes",
}
LEFT = 130
"""The exit code of who leaves a game."""
MOST_GAMES = 6
RECORDED = "rollmops 1\ngame soles\nseat A Karen\nseat B Reiner\nfirst A\n\nA roll 2 1 1 water\n"
"""What docs/values.md calls turn.rollmops."""


def of_kind(kind: str) -> list[Block]:
    return [block for block in BLOCKS if block.kind == kind and not block.not_run]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the pages take for granted: a finished game, one that has begun, the examples."""
    folder = tmp_path_factory.mktemp("desk")
    match = rollmops.open("soles", ["Ann", "Ben"], seed=3)
    rollmops.play(match, rollmops.mind("random", 3))
    match.record().write(folder / "game.rollmops")
    (folder / "turn.rollmops").write_text(RECORDED, encoding="utf-8")
    (folder / "examples").symlink_to(ROOT / "examples")
    return folder


@pytest.fixture(autouse=True)
def at_the_desk(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(desk)


def test_every_block_is_of_a_kind_that_is_run_or_says_why_not() -> None:
    assert [block.name for block in BLOCKS if block.kind == "unknown" and not block.not_run] == []


def test_these_blocks_are_not_run() -> None:
    marked: dict[str, list[str]] = {}
    for block in BLOCKS:
        if block.not_run:
            marked.setdefault(block.page, []).append(block.not_run)
    assert {page: sorted(reasons) for page, reasons in marked.items()} == NOT_RUN


def test_there_is_something_to_run() -> None:
    assert len(of_kind("python")) >= 10
    assert len(COMMANDS) >= 40
    assert {"README.md", "docs/library.md", "docs/gyms.md", "docs/index.md"} <= {block.page for block in of_kind("python")}


@pytest.mark.parametrize("block", of_kind("python"), ids=lambda block: block.name)
def test_python_runs(block: Block) -> None:
    exec(compile(block.text, block.name, "exec"), {"__name__": "page"})  # noqa: S102  our own pages


@pytest.mark.parametrize("block", of_kind("record"), ids=lambda block: block.name)
def test_a_record_is_a_legal_game(block: Block) -> None:
    assert rollmops.read(block.text + "\n").match().entries


@pytest.mark.parametrize("block", of_kind("toml"), ids=lambda block: block.name)
def test_toml_can_be_read(block: Block) -> None:
    assert tomllib.loads(block.text)


def short(words: list[str]) -> list[str]:
    """The same command with less to do."""
    given = list(words)
    floe = "floe" in given
    for n, word in enumerate(given):
        if given[n - 1] == "--games":
            given[n] = str(min(int(word), 1 if floe else MOST_GAMES))
        elif re.fullmatch(r"rollout:[\d.]+s?", word):
            given[n] = "random" if floe else "rollout:2"
        elif given[n - 1] == "--jobs":
            given[n] = "1"
    return [*given, "--throws", "3"] if given[0] == "arena" else given


@pytest.mark.parametrize("command", [one for one in COMMANDS if one.words[0] == "rollmops"], ids=lambda one: one.name)
def test_a_command_runs_and_prints_what_the_page_says(command: Command) -> None:
    words = spread(list(command.words[1:]))
    parsed = CliRunner().invoke(app, [*words, "--help"])
    assert parsed.exit_code == 0, parsed.output
    if words[0] in ONLY_PARSED:
        return
    done = CliRunner().invoke(app, spread(short(list(command.words[1:]))), input="q\n")
    assert done.exit_code == (LEFT if words[0] == "play" else 0), (done.output, done.exception)
    if command.prints.strip():
        assert done.stdout.split() == command.prints.split()
        assert "{" in command.prints or [line.rstrip() for line in done.stdout.splitlines()] == command.prints.splitlines()


@pytest.mark.parametrize("command", [one for one in COMMANDS if one.words[0] == "make"], ids=lambda one: one.name)
def test_a_chore_is_one_of_the_makefile(command: Command) -> None:
    chores = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert command.words[1] in chores


@pytest.mark.parametrize("command", [one for one in COMMANDS if one.words[0] == "python"], ids=lambda one: one.name)
def test_a_program_is_there(command: Command) -> None:
    if command.words[1] == "-m":
        module = command.words[2]
        inside = module.removeprefix("rollmops.examples.")
        assert (ROOT / "examples" / f"{inside}.py").is_file() if inside != module else importlib.util.find_spec(module)
    else:
        assert (ROOT / command.words[1]).is_file()


@pytest.mark.parametrize("command", [one for one in COMMANDS if one.words[0] == "pip"], ids=lambda one: one.name)
def test_what_is_installed_has_these_extras(command: Command) -> None:
    name, _, extras = command.words[-1].rstrip("]").partition("[")
    assert (command.words[1], name) == ("install", "rollmops")
    assert set(filter(None, extras.split(","))) <= {*EXTRAS, "all"}


def test_every_chore_has_its_line_in_make_help() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    chores = set(re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)[0].split())
    assert chores == set(re.findall(r"^([a-z-]+):.*## ", makefile, re.MULTILINE))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_and_pictures_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    made = {"rules/soles.md", "rules/espresso.md", "rules/lure.md", "rules/floe.md", "changelog.md", "contributing.md"}
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)|src=\"([^\"]+)\"", text):
        place = target[0] or target[1]
        if not place.startswith("http") and place not in made:  # those are made by scripts/docs_pages.py
            assert (page.parent / place).is_file(), place


def test_the_reference_has_every_name_of_the_front_door() -> None:
    page = (ROOT / "docs/reference/rollmops.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^::: rollmops\.(\w+)$", page, re.MULTILINE)) == rollmops.__all__


def test_all_pages_are_in_the_navigation() -> None:
    told = set(re.findall(r"([\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE))
    written = {page.relative_to(ROOT / "docs").as_posix() for page in PAGES if ROOT / "docs" in page.parents}
    assert written <= told
