"""Every example on the page of odds is what the command prints."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rollmops.cli import app, spread

PAGE = (Path(__file__).parents[2] / "docs" / "odds.md").read_text("utf-8")
EXAMPLES = re.findall(r"^    \$ rollmops (.*)\n((?:    .*\n)+)", PAGE, re.MULTILINE)


def test_the_page_has_examples() -> None:
    assert len(EXAMPLES) == PAGE.count("$ rollmops") > 0


@pytest.mark.parametrize(("words", "shown"), EXAMPLES, ids=[words for words, _ in EXAMPLES])
def test_the_example_is_what_the_command_prints(words: str, shown: str) -> None:
    told = CliRunner().invoke(app, spread(shlex.split(words)))
    assert told.exit_code == 0
    assert [line.rstrip() for line in told.stdout.splitlines()] == [line[4:] for line in shown.splitlines()]
