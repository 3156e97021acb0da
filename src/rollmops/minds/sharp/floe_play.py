"""Games against itself on the library's ice, compiled: hundreds of throws are weighed in the time of one real throw."""

from __future__ import annotations

import numpy as np

from rollmops.engine.compile import loop
from rollmops.engine.contract import NOBODY
from rollmops.engine.stream import STREAM, Stream, below, follow, fork
from rollmops.engine.table import Floats, Ints, Tables
from rollmops.games.floe.rules import setup, step
from rollmops.games.floe.table import DONE, Table
from rollmops.minds.sharp.floe_ice import STYLES, Ice, aim_at, come_to_rest, fraction, throw
from rollmops.minds.sharp.floe_worth import Net, read_facts, settled_shares, shares

FACES = 6
MOST_TURNS = 400
"""Turns after which a game is given up; none lasts half as long."""


@loop
def weigh(tables: Tables, gestures: Ints, ice: Ice, net: Net, rng: Stream, values: Floats) -> None:
    """Fill `values` (a row for each gesture) with the shares of the seat that throws at tables[0], throw by throw.

    The n-th throw of each gesture meets the same chance. tables[1:] are for trying.
    """
    seat = int(tables[0].turn) % int(tables[0].seats)
    share = np.zeros(int(tables[0].seats))
    streams = np.zeros(2, STREAM)
    common, chance = streams[0], streams[1]
    for n in range(values.shape[1]):
        fork(rng, common)
        for g in range(len(gestures)):
            follow(chance, common)
            tables[1] = tables[0]
            throw(tables[1], gestures[g], ice, chance)
            settled_shares(tables[1:], net, share)
            values[g, n] = share[seat]


@loop
def face_mean(tables: Tables, rests: Ints, numbers: Ints, net: Net, rng: Stream) -> float:
    """What the rests of a real throw are worth to the thrower, whatever numbers the thrown dice show.

    The numbers on dice of the hand are as likely as each other wherever they lie, so one throw stands for all of them: each
    die shows each number once, in an order of its own. `numbers` are the places in `rests` where those stand;
    tables[0] has the dice in the air, tables[1:] are for trying.
    """
    seat = int(tables[0].turn) % int(tables[0].seats)
    share = np.zeros(int(tables[0].seats))
    choices = rests.copy()
    orders = np.zeros((len(numbers), FACES), np.int64)
    for i in range(len(numbers)):
        for face in range(FACES):
            other = below(rng, face + 1)
            orders[i, face] = orders[i, other]
            orders[i, other] = face
    total = 0.0
    for n in range(FACES):
        for i in range(len(numbers)):
            choices[numbers[i]] = orders[i, n]
        tables[1] = tables[0]
        for choice in choices:
            step(tables[1], NOBODY, choice)
        settled_shares(tables[1:], net, share)
        total += share[seat]
    return total / FACES


@loop
def propose(t: Table, ice: Ice, rng: Stream, gesture: Ints) -> None:
    """Any sensible gesture: at a place on the floe, or through a rival's die."""
    half, length = t.width / 20, t.length / 10
    x, y = (1.4 * fraction(rng) - 0.7) * half, (0.2 + 0.7 * fraction(rng)) * length
    c = below(rng, int(t.colours))
    if below(rng, 4) == 0 and t.scoring[c] and c % int(t.seats) != int(t.turn) % int(t.seats):
        x, y = t.x[c] / 10 + 20 * fraction(rng) - 10, t.y[c] / 10 + 250 * fraction(rng)
    start = x if below(rng, 2) else 0.5 * x
    aim_at(ice, below(rng, len(STYLES)), start, x, y, gesture)


@loop
def play_game(tables: Tables, ideas: int, throws: int, ice: Ice, net: Net, rng: Stream, facts: Floats, turned: Ints) -> int:
    """A game from a table laid for it, each seat throwing the best of so many gestures by so many throws of each; keeps the
    facts and the thrower's seat of each turn, and returns how many turns there were."""
    gestures = np.zeros((ideas, 5), np.int64)
    values, share = np.zeros((ideas, throws)), np.zeros(int(tables[0].seats))
    turns = 0
    while tables[0].phase != DONE and turns < len(turned):
        read_facts(tables[0], facts[turns])
        turned[turns] = int(tables[0].turn) % int(tables[0].seats)
        turns += 1
        for g in range(ideas):
            propose(tables[0], ice, rng, gestures[g])
        weigh(tables, gestures, ice, net, rng, values)
        throw(tables[0], gestures[values.sum(axis=1).argmax()], ice, rng)
        settled_shares(tables, net, share)
    return turns


@loop
def play_on(tables: Tables, turns: int, ideas: int, throws: int, ice: Ice, net: Net, rng: Stream) -> None:
    """So many turns more from tables[0] on, or to the end; each seat throws the best of so many gestures."""
    gestures = np.zeros((ideas, 5), np.int64)
    values, share = np.zeros((ideas, throws)), np.zeros(int(tables[0].seats))
    while tables[0].phase != DONE and turns > 0:
        turns -= 1
        for g in range(ideas):
            propose(tables[0], ice, rng, gestures[g])
        weigh(tables, gestures, ice, net, rng, values)
        throw(tables[0], gestures[values.sum(axis=1).argmax()], ice, rng)
        settled_shares(tables, net, share)


@loop
def mean_end(
    tables: Tables, games: int, ideas: int, throws: int, ice: Ice, net: Net, rng: Stream, total: Floats, squares: Floats
) -> None:
    """Add to `total` every seat's share of so many games from tables[0] on; tables[1:] are for trying."""
    share = np.zeros(int(tables[0].seats))
    for _ in range(games):
        tables[1] = tables[0]
        play_on(tables[1:], MOST_TURNS, ideas, throws, ice, net, rng)
        shares(tables[1], net, share)
        for seat in range(len(share)):
            total[seat] += share[seat]
            squares[seat] += share[seat] * share[seat]


@loop
def mean_rest(tables: Tables, throws: int, ice: Ice, net: Net, rng: Stream, total: Floats, squares: Floats) -> None:
    """Add to `total` every seat's share after dice in the air at tables[0] have come to rest, so many times over."""
    share, gesture = np.zeros(int(tables[0].seats)), np.zeros(5, np.int64)
    for i in range(len(gesture)):
        gesture[i] = tables[0].gesture[i]
    for _ in range(throws):
        tables[1] = tables[0]
        come_to_rest(tables[1], gesture, ice, rng)
        settled_shares(tables[1:], net, share)
        for seat in range(len(share)):
            total[seat] += share[seat]
            squares[seat] += share[seat] * share[seat]


@loop
def play_games(
    tables: Tables, seats: int, games: int, ideas: int, throws: int, ice: Ice, net: Net, rng: Stream,
    facts: Floats, turned: Ints, lengths: Ints, ends: Floats,
) -> int:  # fmt: skip
    """So many games one after the other; returns how many turns were written."""
    written = 0
    for game in range(games):
        setup(tables[0], seats, below(rng, seats))
        end = min(written + MOST_TURNS, len(turned))
        lengths[game] = play_game(tables, ideas, throws, ice, net, rng, facts[written:end], turned[written:end])
        written += lengths[game]
        shares(tables[0], net, ends[game])
    return written
