"""Records that take long to replay."""

from __future__ import annotations

from bench.online.tables import LONG
from rollmops.engine.dice import FairDice, new_seed
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.games import components_text, game
from rollmops.minds.uniform import Random


def long_record(entries: int) -> str:
    """The record of a game of so many entries, in the box that the innocents play with."""
    rules, box = game("soles"), components_text("soles", LONG)
    header = Header("soles", ("Eve", "Mallory"), first="A", components=(box.name, box.digest))
    match, player, dice = Match(rules, box, header), Random(rules, box, 1), FairDice(new_seed(), {})
    while not match.over and len(match.entries) < entries:
        match.roll_all(dice)
        for seat in match.owing:
            match.choose(seat, player.choose(match.view(seat)))
    return match.record().text()
