"""Players for tests: they choose any legal line, from the list or, where it is too long, from the view."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from rollmops.games import game, house
from rollmops.minds.chancer import Random
from tests.server.house import Page


def any_choice(name: str, part: dict[str, Any]) -> str:
    """Any legal line of this part's seat."""
    if part["choices"] is not None:
        return str(random.choice(part["choices"]))
    rules = game(name)
    view = msgspec.convert(part["view"], type=getattr(rules.views, "View"))  # noqa: B009 - not in the protocol
    return Random(rules, house(name), random.getrandbits(60)).choose(view)


def play_out(name: str, pages: dict[str, Page], most: int = 3000) -> None:
    """Each page plays its seats until the game is over; the pages are heard in turn."""
    everyone = list(dict.fromkeys(pages.values()))
    for _ in range(most):
        for page in everyone:
            page.ping()
        first = everyone[0]
        if first.table["state"] == "over":
            return
        for letter in first.update["owing"]:
            if letter in pages:
                page = pages[letter]
                page.choose(letter, any_choice(name, page.part(letter)))
        for page in everyone:
            page.ping()
    raise AssertionError("the game does not end")
