"""Views are for the browser, the minds and the environments: whoever looks and whenever, they can be written down."""

from __future__ import annotations

import msgspec

from rollmops.engine.contract import NOBODY, Game
from tests.contract.walk import seat_counts, walk


def test_every_view_can_be_written_as_json(any_game: Game) -> None:
    """In the middle of a line too: a number of numpy's own once slipped into what a seat had chosen at Lure."""
    for seats in (seat_counts(any_game)[0], seat_counts(any_game)[-1]):
        for moment in walk(any_game, seats, seed=12):
            for seat in {moment.seat, NOBODY}:
                msgspec.json.encode(any_game.views.view(moment.after, seat))
