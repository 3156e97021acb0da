"""Views are for the browser, the minds and the environments: whoever looks and whenever, they can be written down."""

from __future__ import annotations

import msgspec
import pytest

from rollmops.engine.contract import LETTERS, NOBODY, Game
from tests.contract.walk import seat_counts, walk


def test_every_view_can_be_written_as_json(any_game: Game) -> None:
    """In the middle of a line too: a number of numpy's own once slipped into what a seat had chosen at Lure."""
    for seats in (seat_counts(any_game)[0], seat_counts(any_game)[-1]):
        for moment in walk(any_game, seats, seed=12):
            for seat in {moment.seat, NOBODY}:
                msgspec.json.encode(any_game.views.view(moment.after, seat))


def test_where_nothing_is_secret_views_differ_in_whose_they_are(any_game: Game) -> None:
    """The server sends a watcher's view to everybody, and a page puts its own letter into it."""
    if any_game.secrets:
        pytest.skip("a game of secrets")
    for moment in walk(any_game, any_game.fewest, seed=13):
        watchers = msgspec.to_builtins(any_game.views.view(moment.after, NOBODY))
        assert watchers["seat"] is None
        for seat in range(any_game.fewest):
            assert watchers | {"seat": LETTERS[seat]} == msgspec.to_builtins(any_game.views.view(moment.after, seat))


def test_a_line_of_chance_has_one_verb(any_game: Game) -> None:
    """Keyed dice count throws by it."""
    for moment in walk(any_game, any_game.fewest, seed=14):
        if moment.seat == NOBODY:
            assert len(any_game.words.verbs(moment.before, NOBODY)) == 1
