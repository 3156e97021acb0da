"""`rollmops value`: at turn starts, within turns, with dice in the air, at the end, and of a broken record."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from rollmops.cli import app
from rollmops.engine.errors import BadRecordError
from rollmops.engine.logbook import read_record
from rollmops.solve import value_of

HEAD = "rollmops 1\ngame soles\nseat A Karen\nseat B Reiner\nfirst A\n\n"


def asked(lines: str, head: str = HEAD) -> dict[str, object]:
    done = CliRunner().invoke(app, ["value", "-", "--json"], input=head + lines)
    assert done.exit_code == 0, done.output
    told: dict[str, object] = json.loads(done.stdout)
    return told


def test_at_the_start_dice_are_in_the_air() -> None:
    told = asked("")
    assert list(told) == ["game", "exact", "gain", "seats", "actor", "lines"]
    assert told["exact"] is True
    assert told["gain"] == 0
    assert told["actor"] is None
    assert told["lines"] == {}
    assert told["seats"]["A"] == pytest.approx(0.5314752, abs=1e-7)  # type: ignore[index]


def test_within_a_turn_every_line_has_its_worth() -> None:
    told = asked("A roll 1 1 1 double\n")
    assert told["actor"] == "A"
    lines: dict[str, dict[str, float]] = told["lines"]  # type: ignore[assignment]
    assert set(lines) == {"again", "secure"}
    assert max(line["A"] for line in lines.values()) == told["seats"]["A"]  # type: ignore[index]
    for line in lines.values():
        assert line["A"] + line["B"] == pytest.approx(1, abs=1e-14)


def test_a_hook_asks_from_whom() -> None:
    assert set(asked("A roll 2 hook water water\n")["lines"]) == {"take middle", "take B"}  # type: ignore[call-overload]


def test_a_line_is_worth_what_the_table_after_it_is() -> None:
    before = asked("A roll 1 1 1 double\n")
    for line in ("again", "secure"):
        after = asked(f"A roll 1 1 1 double\nA {line}\n")
        assert after["seats"] == pytest.approx(before["lines"][line], abs=1e-12)  # type: ignore[index]
        assert after["lines"] == {}


def test_a_finished_game_is_won_or_lost() -> None:
    rolls = "A roll 2 2 double double\nA again\nA roll 2 double\nA again\n" + "A roll 2\nA again\n" * 2 + "A roll 2\n"
    told = asked(rolls)
    assert told["seats"] == {"A": 1.0, "B": 0.0}
    assert told["actor"] is None
    assert told["lines"] == {}


def test_four_players_are_estimated_with_errors() -> None:
    head = "rollmops 1\ngame soles\n" + "".join(f"seat {seat} N{seat}\n" for seat in "ABCD") + "first A\n\n"
    told = asked("A roll 1 1 1 double\n", head)
    assert told["exact"] is False
    assert told["gain"] is None
    assert set(told["error"]) == set("ABCD")  # type: ignore[call-overload]
    assert set(told["lines"]["again"]["error"]) == set("ABCD")  # type: ignore[index]


def test_a_broken_record_is_refused_with_its_line() -> None:
    done = CliRunner().invoke(app, ["value", "-"], input=HEAD + "A secure\n")
    assert isinstance(done.exception, BadRecordError)
    assert "line 7" in str(done.exception)


def test_the_terminal_says_how_one_knows() -> None:
    done = CliRunner().invoke(app, ["value", "-"], input=HEAD + "A roll 1 1 1 double\n")
    assert done.exit_code == 0
    assert "again" in done.stdout
    assert "exact" in done.stdout


def test_one_call_from_python() -> None:
    worth = value_of(read_record(HEAD + "A roll 1 1 1 double\n"))
    assert worth.json() == asked("A roll 1 1 1 double\n")
