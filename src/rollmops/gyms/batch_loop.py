"""The compiled loop behind the batch, block by block. Each lane is a table with its own dice.

A block is few enough lanes for the fastest cache; going over it in passes keeps the processor from guessing wrongly.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rollmops.engine.compile import loop, rule
from rollmops.engine.contract import CHANCE, NOBODY, OVER, lowest
from rollmops.engine.stream import below, pick
from rollmops.engine.table import Ints, Tables
from rollmops.gyms.encoding import Codes, encode
from rollmops.gyms.lanes import Lanes, Rules, Sights, Start
from rollmops.gyms.observation import Bytes, Shorts, read_row
from rollmops.gyms.simulator import note_owing, seal

Bools = NDArray[np.bool_]
Singles = NDArray[np.float32]

BLOCK_LANES = 128
"""Lanes that are advanced together: few enough for the fastest cache, enough that passes over them are predictable."""


class Limits(NamedTuple):
    """When a game is cut short, and when the next one begins."""

    max_steps: int  # choices after which a game is truncated; 0: never
    same_step: bool  # whether the next game begins in the step in which one ends, or in the one after


class Told(NamedTuple):
    """What a step writes for whoever chooses, a row for each lane."""

    raw: Shorts
    mask: Bytes
    open_count: Shorts  # open choices
    seat: Bytes
    reward: Singles
    terminated: Bools
    truncated: Bools
    done: Bools
    final_raw: Shorts
    final_seat: Bytes
    steps: Ints  # choices made in the game that is on


@loop
def first_closed(mask: Bytes, actions: Ints) -> int:
    """The first lane whose action is not open, or -1."""
    for i in range(len(actions)):
        if not 0 <= actions[i] < mask.shape[1] or not mask[i, actions[i]]:
            return i
    return -1


@rule
def look(sight: Any, start: Start, lanes: Lanes, sights: Sights, i: int, seat: int, scratch: int, out: Shorts) -> None:
    """What a seat sees in lane i; `scratch` is a row of the caller's own for what `sight` lays."""
    if sight is None:
        read_row(sights.rows[i], seat, sights.starts, sights.lengths, out)
    else:
        sights.shown[scratch] = start.blank[0]
        if lanes.together[i] >> seat & 1:
            sight(lanes.aheads[i, seat], seat, sights.shown[scratch])
        else:
            sight(lanes.tables[i], seat, sights.shown[scratch])
        read_row(sights.shown_rows[scratch], seat, sights.starts, sights.lengths, out)


@rule
def act(actors: Any, step: Any, sight: Any, lanes: Lanes, told: Told, actions: Ints, todo: Ints, low: int, high: int) -> int:
    """The actions of these lanes; `todo` gets the lanes in which chance is due then, their number is returned."""
    tables, owing, together, seat, count = lanes.tables, lanes.owing, lanes.together, told.seat, 0
    for i in range(low, high):
        if told.steps[i] < 0:
            pass  # a game has just begun in place of one that had ended: the action is not looked at
        elif sight is None:
            # Where nothing is secret, nobody chooses at the same time as another: nothing is ever sealed.
            step(tables[i], seat[i], actions[i])
            owing[i] = actors(tables[i])
        elif not together[i]:
            step(tables[i], seat[i], actions[i])
            owing[i] = actors(tables[i])
        elif seal(actors, step, lanes, i, seat[i], actions[i]):
            owing[i] = actors(tables[i])
            together[i] = 0
        told.steps[i] += 1
        todo[count] = i
        count += owing[i] == CHANCE
    return count


@rule
def run_chances(
    actors: Any, options: Any, step: Any, roll_all: Any, lanes: Lanes, todo: Ints, count: int, weights: Ints
) -> None:
    """Chance happens until every lane in `todo` waits for a seat or is over."""
    tables, rngs, owing = lanes.tables, lanes.rngs, lanes.owing
    while count:
        left = 0
        for place in range(count):
            i = todo[place]
            if roll_all is None:
                step(tables[i], NOBODY, pick(rngs[i], weights, options(tables[i], NOBODY, weights)))
            else:
                roll_all(tables[i], rngs[i])
            owing[i] = actors(tables[i])
            todo[left] = i
            left += owing[i] == CHANCE
        count = left


@rule
def begin_game(setup: Any, actors: Any, start: Start, lanes: Lanes, told: Told, i: int) -> None:
    """A new game in lane i, up to where its first chance is due."""
    lanes.tables[i] = start.blank[0]
    setup(lanes.tables[i], start.seats, start.first if start.first >= 0 else below(lanes.rngs[i], start.seats))
    lanes.owing[i] = actors(lanes.tables[i])
    lanes.together[i] = 0
    told.steps[i] = 0


@rule
def end_games(
    rules: Rules, start: Start, lanes: Lanes, sights: Sights, limits: Limits, told: Told, final: Codes, todo: Ints,
    points: Ints, low: int, high: int,
) -> int:  # fmt: skip
    """Lanes that are over, or too long: rewards and last looks. Returns how many new games wait for their first chance."""
    owing, count = lanes.owing, 0
    for i in range(low, high):
        over = owing[i] == OVER
        if not over and not (limits.max_steps and told.steps[i] >= limits.max_steps):
            continue
        told.done[i] = True
        if over:
            told.terminated[i] = True
            rules.result(lanes.tables[i], points, told.reward[i])
            told.final_seat[i] = told.seat[i]
        else:
            told.truncated[i] = True
            told.final_seat[i] = lowest(owing[i])
        look(rules.sight, start, lanes, sights, i, told.final_seat[i], low, told.final_raw[i])
        encode(final, told.final_raw, told.final_seat, i, i + 1)
        owing[i] = OVER
        if limits.same_step:
            begin_game(rules.setup, rules.actors, start, lanes, told, i)
            todo[count] = i
            count += owing[i] == CHANCE
    return count


@rule
def look_all(options: Any, sight: Any, start: Start, lanes: Lanes, sights: Sights, told: Told, low: int, high: int) -> None:
    """What the seat to choose sees in these lanes, its open choices and how many they are."""
    tables, owing, together = lanes.tables, lanes.owing, lanes.together
    raw, mask, count, seat = told.raw, told.mask, told.open_count, told.seat
    for i in range(low, high):
        who = owing[i]
        if who == OVER:
            # The last look of a game that is followed by another in the next step: whatever is chosen is not looked at.
            seat[i] = told.final_seat[i]
            raw[i] = told.final_raw[i]
            mask[i, :] = 1
            count[i] = mask.shape[1]
            continue
        seat[i] = lowest(who)
        if sight is None:
            count[i] = options(tables[i], seat[i], mask[i])
        else:
            if who & (who - 1) and together[i] == 0:
                note_owing(lanes, i, who)
            if together[i]:
                count[i] = options(lanes.aheads[i, seat[i]], seat[i], mask[i])
            else:
                count[i] = options(tables[i], seat[i], mask[i])
            look(sight, start, lanes, sights, i, seat[i], low, raw[i])
    if sight is None:
        # A pass of its own: numbers just written one by one cannot be read many at a time without waiting for them.
        for i in range(low, high):
            if owing[i] != OVER:
                read_row(sights.rows[i], seat[i], sights.starts, sights.lengths, raw[i])


@loop
def play_lanes(
    rules: Rules, start: Start, lanes: Lanes, sights: Sights, limits: Limits, told: Told, codes: Codes, final: Codes,
    actions: Ints, low: int, high: int,
) -> None:  # fmt: skip
    """Lanes from `low` to `high`, a block at a time: their actions, all that follows, and what is seen then."""
    weights = np.zeros(told.mask.shape[1], np.int64)
    points = np.zeros(start.seats, np.int64)
    todo = np.zeros(BLOCK_LANES, np.int64)
    done = told.done
    for block in range(low, high, BLOCK_LANES):
        end = min(block + BLOCK_LANES, high)
        for i in range(block, end):
            if done[i]:
                done[i] = told.terminated[i] = told.truncated[i] = False
                told.reward[i, :] = 0
                if not limits.same_step:
                    begin_game(rules.setup, rules.actors, start, lanes, told, i)
                    told.steps[i] = -1
        left = act(rules.actors, rules.step, rules.sight, lanes, told, actions, todo, block, end)
        run_chances(rules.actors, rules.options, rules.step, rules.roll_all, lanes, todo, left, weights)
        left = end_games(rules, start, lanes, sights, limits, told, final, todo, points, block, end)
        while left:
            run_chances(rules.actors, rules.options, rules.step, rules.roll_all, lanes, todo, left, weights)
            left = end_games(rules, start, lanes, sights, limits, told, final, todo, points, block, end)
        look_all(rules.options, rules.sight, start, lanes, sights, told, block, end)
        encode(codes, told.raw, told.seat, block, end)


@loop
def begin_lanes(
    rules: Rules, start: Start, lanes: Lanes, sights: Sights, told: Told, codes: Codes, low: int, high: int
) -> None:
    """New games in lanes from `low` to `high`, and what is seen then."""
    weights = np.zeros(told.mask.shape[1], np.int64)
    todo = np.zeros(BLOCK_LANES, np.int64)
    for block in range(low, high, BLOCK_LANES):
        end = min(block + BLOCK_LANES, high)
        count = 0
        for i in range(block, end):
            begin_game(rules.setup, rules.actors, start, lanes, told, i)
            todo[count] = i
            count += lanes.owing[i] == CHANCE
        run_chances(rules.actors, rules.options, rules.step, rules.roll_all, lanes, todo, count, weights)
        look_all(rules.options, rules.sight, start, lanes, sights, told, block, end)
        encode(codes, told.raw, told.seat, block, end)


@loop
def encode_lanes(codes: Codes, raw: Shorts, seat: Bytes, low: int, high: int) -> None:
    """The flat rows of raw ones, where the simulator is not compiled."""
    encode(codes, raw, seat, low, high)


@loop
def draw_open(mask: Bytes, count: Shorts, rngs: Tables, actions: Ints, low: int, high: int) -> None:
    """Any open action in each of these lanes, all equally likely."""
    for i in range(low, high):
        left, at = below(rngs[i], count[i]) + 1, 0
        for choice in range(mask.shape[1]):
            left -= mask[i, choice]
            at += int(left > 0)
        actions[i] = at
