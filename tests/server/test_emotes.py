"""Drawings at the seats: everybody at the table sees them, nobody keeps them, and nobody can flood the table with them."""

from __future__ import annotations

import json

from tests.server.house import House


def test_everybody_who_is_here_sees_a_drawing_and_the_record_does_not(house: House) -> None:
    table = house.table("here", "link")
    karen, reiner = table.seated("A"), table.seated("B")
    watcher = table.page()
    for page in (karen, reiner):
        page.hear("update")
    reiner.say("emote", seat="B", emote="clap")
    for page in (karen, reiner, watcher):
        heard = page.hear("emoted")
        assert (heard["seat"], heard["emote"]) == ("B", "clap")
    late = table.page("A")
    late.ping()
    assert not [frame for frame in late.frames if json.loads(frame)["type"] == "emoted"]
    assert b"clap" not in house.request(f"/api/tables/{table.code}/record")[1]


def test_only_seats_can_show_what_the_house_has_drawn(house: House) -> None:
    table = house.table("here", "link")
    karen = table.seated("A")
    watcher = table.page()
    watcher.say("emote", seat="A", emote="clap")
    assert watcher.problem("unknown seat")
    karen.say("emote", seat="B", emote="clap")
    assert karen.problem("unknown seat")
    karen.say("emote", seat="A", emote="insult")
    assert karen.problem("bad message")
    karen.say("emote", seat="A", emote="hello")
    assert watcher.hear("emoted")["emote"] == "hello"  # at the door too


def test_a_crowd_of_drawings_is_refused(house: House) -> None:
    table = house.table("here", "link")
    karen = table.seated("A")
    watcher = table.page()
    for _ in range(8):
        karen.say("emote", seat="A", emote="wow")
    assert "wait" in karen.problem("too fast")["message"]
    karen.ping()
    watcher.ping()
    shown = [frame for frame in watcher.frames if json.loads(frame)["type"] == "emoted"]
    assert 3 <= len(shown) <= 5
