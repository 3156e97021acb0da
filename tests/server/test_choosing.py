"""Choices that are made where their message comes in: nothing overtakes them, nothing is told before it is on disk."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from pathlib import Path

from tests.server.house import House, Page, open_house
from tests.server.players import any_choice


def opened(house: House) -> tuple[Page, str]:
    page = house.table("here", "here").seated("A", "B")
    page.hear("update")
    return page, page.update["owing"][0]


def kinds(page: Page, since: int) -> list[str]:
    return [json.loads(frame)["type"] for frame in page.frames[since:]]


def test_of_two_choices_at_once_the_second_is_stale(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        page, seat = opened(house)
        before, since = page.update["sequence"], len(page.frames)
        words = any_choice("soles", page.part(seat))
        for about in (7, 8):
            page.choose(seat, words, sequence=before, id=about)
        page.ping()
        assert kinds(page, since).count("update") == 1
        problems = [json.loads(frame) for frame in page.frames[since:] if '"problem"' in frame]
        assert [(one["about"], one["kind"]) for one in problems] == [(8, "stale")]
        assert page.update["sequence"] > before


def test_what_comes_while_a_choice_is_being_written_waits_for_it(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        page, seat = opened(house)
        other, _ = opened(house)
        since = len(page.frames)
        with contextlib.closing(sqlite3.connect(tmp_path / "rollmops.sqlite", isolation_level=None)) as foreign:
            foreign.execute("BEGIN IMMEDIATE")
            page.choose(seat, any_choice("soles", page.part(seat)), id=9)
            page.say("ping", id=3)
            other.ping()  # the server itself goes on
            with contextlib.suppress(TimeoutError):
                while True:
                    page.next(timeout=0.3)
            assert not {"update", "pong"} & set(kinds(page, since))
            foreign.execute("ROLLBACK")
        page.hear("pong")
        heard = [json.loads(frame) for frame in page.frames[since:]]
        # On a slow machine the lock may have lasted for longer than a step is tried; then the choice was refused.
        answered = [one for one in heard if one["type"] == "update" or one.get("about") in (3, 9)]
        assert len(answered) == 2
        assert answered[-1]["type"] == "pong"


def test_a_choice_that_may_not_be_is_refused_and_the_table_goes_on(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        table = house.table("here", "here")
        page = table.seated("A", "B")
        page.hear("update")
        seat, watcher = page.update["owing"][0], table.page()
        watcher.choose(seat, "again", id=4)
        assert watcher.problem("unknown seat")["about"] == 4
        page.choose("B" if seat == "A" else "A", "secure", id=5)
        assert page.problem("not your turn")["about"] == 5
        page.choose(seat, "cast 3", id=6)
        assert page.problem("illegal")["about"] == 6
        page.choose(seat, any_choice("soles", page.part(seat)))
        page.hear("update")
