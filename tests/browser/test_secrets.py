"""What an opponent's browser receives in Lure, frame by frame: no hand, no sealed cast, no drawn lure of anyone else."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import WebSocket

from tests.browser.conftest import Guests
from tests.browser.harbour import Harbour
from tests.browser.people import finished, take_turn
from tests.browser.test_tables import new_table
from tests.effort import short_or_long


def test_the_frames_of_an_opponent_hold_no_secrets(harbour: Harbour, guest: Guests) -> None:
    karen, reiner = guest(), guest()
    heard: dict[str, list[dict[str, Any]]] = {"A": [], "B": []}

    def listen(letter: str, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: heard[letter].append(json.loads(frame)))

    karen.on("websocket", lambda socket: listen("A", socket))
    reiner.on("websocket", lambda socket: listen("B", socket))
    new_table(karen, harbour.url, "lure", ["Me, on this device", "Someone by link"])
    reiner.goto(karen.get_by_role("textbox", name=re.compile("Link to seat")).input_value())
    reiner.get_by_role("button", name="Sit down").click()
    karen.locator(".screen").wait_for()
    for _ in range(short_or_long(12, 40)):
        while not any(page.locator(".controls.active, #result").count() for page in (karen, reiner)):
            karen.wait_for_timeout(20)
        if finished(karen):
            break
        take_turn(karen, "lure")  # Karen's cast lies sealed while Reiner still looks
        take_turn(reiner, "lure")

    seals = 0
    for letter, other in (("A", "B"), ("B", "A")):
        running = True
        for message in heard[letter]:
            running = running and message.get("state") != "over" and (message.get("table") or {}).get("state") != "over"
            update = message if message["type"] == "update" else message.get("update")
            if not update:
                continue
            assert [part["seat"] for part in update["parts"]] == [letter]
            part = update["parts"][0]
            assert part["view"]["seat"] == letter
            for line in part["lines"] if running else ():
                if line["seat"] == other and line["words"].startswith("draw "):
                    assert line["words"] == "draw lure", line
            if other in update["chosen"]:
                seals += 1
                assert not part["view"]["casts"]
                assert not any(line["seat"] == other and line["words"].startswith("cast") for line in part["lines"])
        assert not re.search(r'"(hand|drew)":\{', json.dumps(heard[letter]))
    assert seals > 3
