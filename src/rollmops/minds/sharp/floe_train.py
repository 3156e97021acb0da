"""The worth of a table, fitted: games against itself, and a network that foretells how they end."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rollmops.engine.stream import stream
from rollmops.engine.table import Floats, Ints
from rollmops.minds.sharp.floe_ice import Ice, scratch
from rollmops.minds.sharp.floe_play import MOST_TURNS, play_games
from rollmops.minds.sharp.floe_worth import EACH, SCRATCH, Net, facts_of

HIDDEN_UNITS = 32
BATCH_TURNS = 512
HELD_BACK_PART = 0.1
"""The part of the games that the fit does not see; it stops when those are foretold no better."""
OUTCOME_PART = 0.8
"""How much of a turn's target is how the game ended (over the turns that follow), the rest being what the last net thought
of the table a turn later: less noise than the end alone."""
LEARNING_RATE, WEIGHT_DECAY = 2e-3, 1e-5
FIRST_NET_SLOPE = 1.0
"""The first net goes by the points in tens that each colour will have as things lie."""


@dataclass(frozen=True)
class Games:
    """What was played: the facts of each turn, who threw, and the shares with which the turn's game ended."""

    facts: Floats
    turned: Ints
    lengths: Ints
    ends: Floats


def first_net(colours: int, seats: int) -> Net:
    """A net that knows nothing but points."""
    size = facts_of(colours)
    hidden, direct, out = np.zeros((size, HIDDEN_UNITS)), np.zeros((size, seats)), np.zeros((HIDDEN_UNITS, seats))
    for k in range(colours):
        direct[EACH * k + EACH - 1, k % seats] = FIRST_NET_SLOPE
    return Net(np.ones(size), np.zeros(size), hidden, np.zeros(HIDDEN_UNITS), direct, out, np.zeros(seats))


def play(table: Any, games: int, ideas: int, throws: int, ice: Ice, net: Net, seed: int) -> Games:
    """So many games against itself from a table laid for as many seats."""
    seats = int(table.seats)
    room = games * MOST_TURNS
    facts, turned = np.zeros((room, len(net.spread)), np.float64), np.zeros(room, np.int64)
    lengths, ends = np.zeros(games, np.int64), np.zeros((games, seats))
    tables = scratch(table, 1 + SCRATCH)
    count = play_games(tables, seats, games, ideas, throws, ice, net, stream(seed), facts, turned, lengths, ends)
    return Games(facts[:count].copy(), turned[:count].copy(), lengths, ends)


def joined(parts: list[Games]) -> Games:
    """Several lots of games as one."""
    return Games(*(np.concatenate([getattr(part, name.name) for part in parts]) for name in fields(Games)))


def foretell(net: Net, facts: Floats) -> Floats:
    """The net's shares for many tables at once, the thrower's first."""
    given = (facts - net.centre) * net.spread
    out = given @ net.direct + np.maximum(given @ net.hidden + net.hidden_bias, 0) @ net.out + net.out_bias
    out = np.exp(out - out.max(axis=1, keepdims=True))
    return np.asarray(out / out.sum(axis=1, keepdims=True))


def turn_seats(share: Floats, turned: Ints, sign: int) -> Floats:
    """Shares by seat as shares in playing order from the thrower (sign 1), or back (sign -1)."""
    seats = share.shape[1]
    order = (np.arange(seats)[None, :] + sign * turned[:, None]) % seats
    return np.take_along_axis(share, order, axis=1)


def targets(games: Games, net: Net | None) -> Floats:
    """What the fit is to foretell at each turn: how the game ended, softened by what a net thought on the way there."""
    ends = np.repeat(games.ends, games.lengths, axis=0)
    if net is None:
        return turn_seats(ends, games.turned, 1)
    thought = turn_seats(foretell(net, games.facts), games.turned, -1)
    found = np.empty_like(thought)
    stop = 0
    for end, length in zip(games.ends, games.lengths.tolist(), strict=True):
        start, stop, ahead = stop, stop + length, end
        for place in range(stop - 1, start - 1, -1):
            found[place] = ahead
            ahead = (1 - OUTCOME_PART) * thought[place] + OUTCOME_PART * ahead
    return turn_seats(found, games.turned, 1)


def train(games: Games, wanted: Floats, start: Net, seed: int, rounds: int = 30) -> tuple[Net, float]:
    """The net that foretells these games best, found from `start` on, and its loss on games held back (nats a turn)."""
    rng = np.random.default_rng(seed)
    last = games.lengths[: max(1, int(len(games.lengths) * (1 - HELD_BACK_PART)))].sum()
    spread = games.facts.std(axis=0)
    spread = np.where(spread > 1e-6, 1 / np.maximum(spread, 1e-6), 0.0)
    centre = games.facts.mean(axis=0)
    given = ((games.facts - centre) * spread).astype(np.float32)
    parts = _restated(start, spread, centre, rng)
    seen, held = (given[:last], wanted[:last].astype(np.float32)), (given[last:], wanted[last:])
    best, best_loss, waited = list(parts), _loss(_net(parts, spread, centre), games.facts[last:], held[1]), 0
    first, second = [np.zeros_like(part) for part in parts], [np.zeros_like(part) for part in parts]
    count = 0
    for round_ in range(rounds):
        order = rng.permutation(int(last))
        pace = LEARNING_RATE * 0.5 * (1 + np.cos(np.pi * round_ / rounds))
        for begin in range(0, len(order), BATCH_TURNS):
            some = order[begin : begin + BATCH_TURNS]
            count += 1
            for i, slope in enumerate(_slopes(parts, seen[0][some], seen[1][some])):
                first[i] += 0.1 * (slope - first[i])
                second[i] += 0.001 * (slope * slope - second[i])
                steep = first[i] / (1 - 0.9**count) / (np.sqrt(second[i] / (1 - 0.999**count)) + 1e-8)
                parts[i] = parts[i] - np.float32(pace) * (steep + np.float32(WEIGHT_DECAY) * parts[i])
        found = _net(parts, spread, centre)
        loss = _loss(found, games.facts[last:], held[1])
        if loss < best_loss - 1e-5:
            best, best_loss, waited = [part.copy() for part in parts], loss, 0
        elif (waited := waited + 1) >= 6:
            break
    return _net(best, spread, centre), float(best_loss)


def _restated(start: Net, spread: Floats, centre: Floats, rng: np.random.Generator) -> list[NDArray[np.float32]]:
    """The same net for facts that are centred and spread otherwise; units that never spoke begin at random."""
    scale = np.divide(start.spread, spread, out=np.zeros_like(spread), where=spread > 0)[:, None]
    moved = ((centre - start.centre) * start.spread)[:, None]
    hidden = start.hidden * scale
    if not start.out.any():
        hidden = rng.normal(size=hidden.shape) / np.sqrt(len(hidden))
    parts = (
        hidden,
        start.hidden_bias + (moved * start.hidden).sum(axis=0),
        start.direct * scale,
        start.out,
        start.out_bias + (moved * start.direct).sum(axis=0),
    )
    return [part.astype(np.float32) for part in parts]


def _slopes(parts: list[NDArray[np.float32]], given: Any, wanted: Any) -> list[Any]:
    hidden, hidden_bias, direct, out, out_bias = parts
    inner = given @ hidden + hidden_bias
    lit = np.maximum(inner, 0)
    score = given @ direct + lit @ out + out_bias
    share = np.exp(score - score.max(axis=1, keepdims=True))
    share /= share.sum(axis=1, keepdims=True)
    wrong = (share - wanted) / len(given)
    back = (wrong @ out.T) * (inner > 0)
    return [given.T @ back, back.sum(axis=0), given.T @ wrong, lit.T @ wrong, wrong.sum(axis=0)]


def _net(parts: list[NDArray[np.float32]], spread: Floats, centre: Floats) -> Net:
    hidden, hidden_bias, direct, out, out_bias = (part.astype(np.float64) for part in parts)
    return Net(spread, centre, hidden, hidden_bias, direct, out, out_bias)


def _loss(net: Net, facts: Floats, wanted: Floats) -> float:
    return float(-(wanted * np.log(np.maximum(foretell(net, facts), 1e-9))).sum(axis=1).mean())
