"""What a table of the floe is worth: an estimate with its error, wherever a record stops."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from rollmops.cli import app
from rollmops.engine.errors import RollmopsError
from rollmops.engine.logbook import read_record
from rollmops.games import components_text, game, house, house_text
from rollmops.games.floe.table import KEEP, PLACE, REST, THROW
from rollmops.games.records import fold
from rollmops.minds.sharp.floe_error import level_of
from rollmops.minds.sharp.floe_know import known
from rollmops.solve import value_of, valuer
from tests.effort import long_only

RECORDS = sorted((Path(__file__).parents[1] / "games" / "floe" / "records").glob("*.rollmops"))
HEAD = "rollmops 1\ngame floe\nseat A Ann\nseat B Ben\nfirst A\n\n"


def test_before_a_throw_gestures_cannot_be_listed() -> None:
    done = CliRunner().invoke(app, ["value", "-", "--json"], input=HEAD)
    told = json.loads(done.stdout)
    assert (told["exact"], told["gain"], told["actor"], told["lines"]) == (False, None, "A", {})
    assert sum(told["seats"].values()) == pytest.approx(1)
    assert all(0 < error < 0.1 for error in told["error"].values())


def test_the_terminal_says_that_it_is_an_estimate() -> None:
    done = CliRunner().invoke(app, ["value", "-"], input=HEAD)
    assert "estimated by values fitted by self-play" in " ".join(done.stdout.split())


def test_every_moment_of_a_game_has_a_worth() -> None:
    """Before throws, with dice in the air, while dice are put back and kept, and at the end."""
    rules, seen = game("floe"), set()
    for path in RECORDS:
        record = read_record(path.read_text(encoding="utf-8"))
        match = fold(record)
        if match.components.digest != house("floe").digest:
            continue
        again = type(match)(rules, match.components, match.header)
        for entry in (*record.entries, None):
            phase = int(again.table.phase)
            if phase not in seen or again.over:
                seen.add(phase)
                worth = value_of(again)
                assert sum(worth.seats.values()) == pytest.approx(1)
                assert worth.exact == again.over
                assert (worth.error is None) == again.over
                assert bool(worth.lines) == (phase in (KEEP, PLACE))
                for words, shares in worth.lines.items():
                    assert sum(shares.values()) == pytest.approx(1), words
            if entry is not None:
                again.add(entry)
    assert {THROW, REST, PLACE, KEEP} <= seen


def test_a_better_gesture_in_the_air_is_worth_more() -> None:
    """Off the floe, or short of it, nothing is scored."""
    good, bad = (
        value_of(read_record(HEAD + f"A throw from=0 aim=0 speed={speed} height=20 spin=-50\n")) for speed in (140, 400)
    )
    assert good.actor is None
    assert good.seats["A"] > bad.seats["A"] + 0.05


def test_another_floe_is_refused_with_words() -> None:
    box = components_text("floe", house_text("floe").replace("few = 75", "few = 60"))
    assert box.digest != house("floe").digest
    with pytest.raises(RollmopsError, match="house's components only"):
        valuer(game("floe"), box, 2)


@long_only
def test_a_net_that_is_wrong_is_found_to_be_off() -> None:
    mind, table = known(), game("floe").open(house("floe"), 2)
    net = mind.nets[2]
    wrong = net._replace(out=-net.out, direct=-net.direct, out_bias=-net.out_bias)
    off = level_of(table, mind.ice, net, 3, tables=4, games=16)
    assert off == level_of(table, mind.ice, net, 3, tables=4, games=16)
    assert level_of(table, mind.ice, wrong, 3, tables=4, games=16) > off + 0.05
    assert np.isfinite(off)
