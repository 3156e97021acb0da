"""Everything the mind of the floe knows, made anew: library, contact, and a net for each number of seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from rollmops.games import game, house
from rollmops.games.floe.map import Map
from rollmops.minds.sharp.floe_error import level_of
from rollmops.minds.sharp.floe_ice import Ice
from rollmops.minds.sharp.floe_know import FILE, Known, ice_of, keep, known
from rollmops.minds.sharp.floe_library import fit_contact, throw_library, throw_meetings
from rollmops.minds.sharp.floe_train import Games, first_net, joined, play, targets, train
from rollmops.minds.sharp.floe_worth import Net

GAMES = 3000
"""In the last generation of two players."""
GENERATIONS = ((1 / 3, 10, 4), (2 / 3, 12, 6), (1.0, 14, 6))
"""The part of the games, the gestures weighed a turn and the throws of each."""
MORE_SEATS_GAMES_PART = 1 / 2
"""So many times the games with more than two players."""
GAMES_BETWEEN_MESSAGES = 200
"""Games between two messages."""


def fit(
    games: int = GAMES, seed: int = 0, seats: Iterable[int] = range(2, 7), *, anew: bool = True, path: Path = FILE
) -> None:
    """Play so many games of two and write the file after every net; with `anew` false the library is kept as it is."""
    rules, parts = game("floe"), house("floe")
    if anew or not path.exists():
        rests = throw_library()
        contact = fit_contact(rules.open(parts, 4), rests, *throw_meetings(Map.read(parts.facts)))
        found = Known(ice_of(rests, contact), {}, {})
    else:
        found = known(path)
    for count in seats:
        many = games if count == 2 else int(games * MORE_SEATS_GAMES_PART)
        found.nets[count] = fit_net(rules.open(parts, count), many, seed, found.ice, lambda words: print(words, flush=True))
        found.levels[count] = level_of(rules.open(parts, count), found.ice, found.nets[count], seed)
        keep(found, path)


def fit_errors(seed: int = 0, seats: Iterable[int] = range(2, 7), path: Path = FILE) -> None:
    """Measure anew how far the nets at hand are off, and write that."""
    rules, parts, found = game("floe"), house("floe"), known(path)
    for count in seats:
        found.levels[count] = level_of(rules.open(parts, count), found.ice, found.nets[count], seed)
        print(f"{count} seats: shares are off by {found.levels[count]:.4f} of their spread", flush=True)
        keep(found, path)


def fit_net(table: Any, games: int, seed: int, ice: Ice, tell: Callable[[str], None]) -> Net:
    """The net of as many seats as the table is laid for, generation by generation; each begins as the one
    before it and learns from its own games and that one's."""
    seats = int(table.seats)
    net: Net = first_net(int(table.colours), seats)
    before: list[Games] = []
    for number, (part, ideas, throws) in enumerate(GENERATIONS):
        lots = max(1, round(part * games / GAMES_BETWEEN_MESSAGES))
        played = [
            play(table, GAMES_BETWEEN_MESSAGES, ideas, throws, ice, net, 1000 * (number + seed) + lot) for lot in range(lots)
        ]
        before = [*before[-1:], joined(played)]
        both = joined(before)
        net, loss = train(both, targets(both, net if number else None), net, number)
        tell(f"{seats} seats, generation {number + 1}: {lots * GAMES_BETWEEN_MESSAGES} games, {loss:.4f} nats a turn")
    return net
