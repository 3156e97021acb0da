"""A throw is one's own: the dice have fallen, and the others' pages hear when whoever threw them has pressed."""

from __future__ import annotations

import json
from typing import Any

from tests.server.house import House, Page


def heard(page: Page) -> list[dict[str, Any]]:
    """Who has pressed, as far as this page was told."""
    page.ping()
    frames = [json.loads(frame) for frame in page.frames]
    return [frame for frame in frames if frame["type"] == "pressed"]


def test_the_others_hear_of_a_press_once_and_the_record_does_not(house: House) -> None:
    table = house.table("here", "link", first="A")
    karen, reiner = table.seated("A"), table.seated("B")
    watcher = table.page()
    for page in (karen, reiner):
        page.hear("update")
    record = house.request(f"/api/tables/{table.code}/record")[1]
    karen.say("rolled", seat="A", line=0)
    karen.say("rolled", seat="A", line=0)
    for page in (reiner, watcher):
        page.hear("pressed")
        assert [(one["seat"], one["line"]) for one in heard(page)] == [("A", 0)]
    assert not heard(karen)
    late = table.page()
    assert not heard(late)
    assert house.request(f"/api/tables/{table.code}/record")[1] == record


def test_whoever_never_presses_is_not_waited_for(house: House) -> None:
    table = house.table("here", "link", first="A")
    karen, reiner = table.seated("A"), table.seated("B")
    karen.hear("update")
    assert [seat["presses"] for seat in reiner.table["seats"]] == [False, False]
    karen.say("rolled", seat="A", line=-1)  # a page that will say it, and has nothing to tell yet
    karen.ping()
    assert not heard(reiner)
    assert reiner.table["seats"][0]["presses"]
    karen.close()
    while reiner.table["seats"][0]["present"]:
        reiner.hear("table")
    assert not reiner.table["seats"][0]["presses"]


def test_nobody_presses_for_others_or_what_has_not_been_thrown(house: House) -> None:
    table = house.table("here", "link", first="A")
    karen, reiner = table.seated("A"), table.seated("B")
    watcher = table.page()
    karen.hear("update")
    reiner.say("rolled", seat="B", line=0)  # Karen's
    karen.say("rolled", seat="A", line=1)  # not yet
    watcher.say("rolled", seat="A", line=0)
    assert watcher.problem("unknown seat")
    reiner.say("rolled", seat="A", line=0)
    assert reiner.problem("unknown seat")
    assert not heard(karen)
    assert not heard(watcher)
