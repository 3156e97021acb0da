"""`rollmops daily`: the same five as the page, the same scores and the same text to share."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path

from rollmops.daily.score import share_text
from rollmops.daily.shelf import today
from tests.cli.test_cli import rollmops
from tests.daily.prepared import prepare
from tests.effort import long_only


def test_a_day_in_the_terminal(tmp_path: Path) -> None:
    days = prepare(tmp_path)
    decisions = days[today()]
    typed = "nonsense\n" + "".join(f"{one.mistake if place else one.best}\n" for place, one in enumerate(decisions))
    told = rollmops("daily", "--folder", str(tmp_path), said=typed).stdout
    lost = [one.lost(one.mistake) if place else 0.0 for place, one in enumerate(decisions)]
    assert share_text(today(), lost) in told
    assert "The best." in told
    assert told.count("gives away") == 4
    assert "Choose one of these" in told


@long_only
def test_as_json_and_not_before_its_day(tmp_path: Path) -> None:
    days = prepare(tmp_path)
    told = json.loads(rollmops("daily", "--json", "--folder", str(tmp_path)).stdout)
    assert [one["lines"] for one in told["decisions"]] == [one.lines for one in days[today()]]
    tomorrow = today() + timedelta(days=1)
    refused = rollmops("daily", "--date", str(tomorrow), "--folder", str(tmp_path), code=2)
    assert "is opened on that day" in refused.stderr


def test_check_proves_and_finds_what_was_changed(tmp_path: Path) -> None:
    days = prepare(tmp_path)
    told = rollmops("daily", "--check", "--folder", str(tmp_path)).stdout
    assert "keys as promised" in told
    assert f"{min(days).year}: " in told
    assert re.search(r" of 36[56] days, \d+ decisions", told), "a part of a year says so"
    path = tmp_path / f"{min(days).year}.daily"
    first, rest = path.read_text().split("\n", 3)[:3], path.read_text().split("\n", 3)[3]
    day, digest, closed = rest.split("\n", 1)[0].split(" ")
    path.write_text("\n".join([*first, f"{day} {'0' * 64} {closed}", ""]))
    refused = rollmops("daily", "--check", "--folder", str(tmp_path), code=2)
    assert f"{day}: this day was changed" in refused.stderr
    assert digest


def test_a_seed_of_ones_own_is_drawn_once(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    told = rollmops("daily", "--new-seed", "--folder", str(folder)).stdout
    assert "keep it to yourself" in told
    assert (folder / "seed").stat().st_mode & 0o077 == 0
    assert "has a seed already" in rollmops("daily", "--new-seed", "--folder", str(folder), code=2).stderr
    span = ("--from", "2027-06-01", "--to", "2027-05-31")
    made = rollmops("daily", "--make", "2027", *span, "--folder", str(folder)).stdout
    assert "The commitment of 2027: " in made
    assert "0 days made" in made


def test_options_that_would_do_nothing_are_refused() -> None:
    for words, said in (
        (("--from", "2027-01-01"), "give --make"),
        (("--to", "2027-01-01", "--check"), "give --make"),
        (("--remake", "3"), "give --check"),
        (("--check", "--remake", "-1"), "how many days"),
        (("--date", "2026-02-30"), "is no day"),
        (("--make", "12"), "there is no year 12"),
    ):
        assert said in rollmops("daily", *words, code=2).stderr
