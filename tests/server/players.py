"""Players for tests: they choose any legal line, from the list or, where it is too long, from the view."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from rollmops.engine.components import Components
from rollmops.games import game, house
from rollmops.minds.uniform import Random
from tests.server.house import Page


def any_choice(name: str, part: dict[str, Any], box: Components | None = None) -> str:
    """Any legal line of this part's seat."""
    if part["choices"] is not None:
        return str(random.choice(part["choices"]))
    rules = game(name)
    view = msgspec.convert(part["view"], type=getattr(rules.views, "View"))  # noqa: B009 - not in the protocol
    return Random(rules, box or house(name), random.getrandbits(60)).choose(view)


def play_out(name: str, pages: dict[str, Page], most: int = 3000, box: Components | None = None) -> None:
    """Each page plays its seats until the game is over; the pages are heard in turn."""
    everyone = list(dict.fromkeys(pages.values()))
    first = everyone[0]
    for _ in range(most):
        for page in everyone:
            page.ping()
        if first.table["state"] == "over":
            return
        owed = [(letter, page) for letter, page in pages.items() if page.update and page.part(letter)["owes"]]
        for letter, page in owed:
            page.choose(letter, any_choice(name, page.part(letter), box))
        if not owed:
            first.next()  # a bot thinks, for as long as it takes
    raise AssertionError("the game does not end")
