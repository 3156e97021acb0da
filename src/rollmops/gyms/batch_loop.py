"""The compiled loop behind the batch, block by block. Each lane is a table with its own dice.

A block is few enough lanes for the fastest cache; going over it in passes keeps the processor from guessing wrongly. Lanes
are counted by numbers without a sign where it matters: with one, each access asks whether it counts from the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rollmops.engine.compile import loop, rule
from rollmops.engine.contract import CHANCE, NOBODY, OVER, lowest
from rollmops.engine.stream import below, pick
from rollmops.engine.table import Ints, Tables
from rollmops.gyms.copying import copy_run
from rollmops.gyms.drawing import nth_open
from rollmops.gyms.encoding import Codes, encode
from rollmops.gyms.lanes import BLOCK_LANES, Lanes, Limits, Outputs, Rules, Scratch, Sights, Start
from rollmops.gyms.observation import Bytes, Shorts, read_row
from rollmops.gyms.simulator import note_owing, run_chance, seal


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
def act(
    actors: Any, step: Any, sight: Any, lanes: Lanes, tables: Tables, owing: Ints, together: Ints, same_step: bool,
    seat: Bytes, actions: Ints, todo: Ints, over: Ints, low: int, high: int,
) -> tuple[int, int]:  # fmt: skip
    """The actions of these lanes; `todo` gets those in which chance is due then, `over` those that are over."""
    count = ended = 0
    for i in range(np.uint64(low), np.uint64(high)):
        owed = owing[i]  # a variable, since what was just written is slow to read
        if not same_step and owed == OVER:
            pass  # it ended one step ago: the action is not looked at
        elif sight is None:
            # Where nothing is secret, nobody chooses at the same time as another: nothing is ever sealed.
            step(tables[i], seat[i], actions[i])
            owed = actors(tables[i])
        elif not together[i]:
            step(tables[i], seat[i], actions[i])
            owed = actors(tables[i])
        elif seal(actors, step, lanes, i, seat[i], actions[i]):
            owed = actors(tables[i])
            together[i] = 0
        else:
            owed = owing[i]
        owing[i] = owed
        todo[count] = over[ended] = i
        count += int(owed == CHANCE)
        ended += int(owed == OVER)
    return count, ended


@rule
def begin_game(setup: Any, actors: Any, start: Start, lanes: Lanes, outputs: Outputs, i: int, deadline: int) -> None:
    """A new game in lane i, up to where its first chance is due."""
    lanes.tables[i] = start.blank[0]
    setup(lanes.tables[i], start.seats, start.first if start.first >= 0 else below(lanes.rngs[i], start.seats))
    lanes.owing[i] = actors(lanes.tables[i])
    lanes.together[i] = 0
    outputs.deadline[i] = deadline


@rule
def run_chances(
    actors: Any, options: Any, step: Any, roll_all: Any, tables: Tables, rngs: Tables, owing: Ints, todo: Ints, count: int,
    over: Ints, ended: int, weights: Ints,
) -> int:  # fmt: skip
    """Chance happens in the lanes of `todo` until each waits for a seat, or goes to `over`; returns how many are there."""
    while count:
        left = 0
        for place in range(count):
            i = np.uint64(todo[place])
            if roll_all is None:
                step(tables[i], NOBODY, pick(rngs[i], weights, options(tables[i], NOBODY, weights)))
            else:
                roll_all(tables[i], rngs[i])
            owed = owing[i] = actors(tables[i])
            todo[left] = over[ended] = i
            left += int(owed == CHANCE)
            ended += int(owed == OVER)
        count = left
    return ended


@rule
def turn_over(
    setup: Any, actors: Any, result: Any, sight: Any, start: Start, lanes: Lanes, sights: Sights, limits: Limits,
    outputs: Outputs, final: Codes, over: Ints, ended: int, todo: Ints, points: Ints, now: int, scratch: int,
) -> int:  # fmt: skip
    """Where a game is over it ends, or the next begins, or both, as the mode has it; returns how many are in `todo` then."""
    # Arrays are taken out of their tuples once for all lanes: each time is counted, and counting takes long.
    tables, rngs, owing, together, blank = lanes.tables, lanes.rngs, lanes.owing, lanes.together, start.blank
    done, terminated, reward, seat, deadline = (
        outputs.done,
        outputs.terminated,
        outputs.reward,
        outputs.seat,
        outputs.deadline,
    )
    final_raw, final_seat = outputs.final_raw, outputs.final_seat
    count = 0
    for place in range(ended):
        i = over[place]
        ended_before = done[i]
        if not ended_before:
            done[i] = terminated[i] = True
            result(tables[i], points, reward[i])
            final_seat[i] = seat[i]
            look(sight, start, lanes, sights, i, final_seat[i], scratch, final_raw[i])
            encode(final, final_raw, final_seat, i, i + 1)
        if limits.same_step or ended_before:
            tables[i] = blank[0]
            setup(tables[i], start.seats, start.first if start.first >= 0 else below(rngs[i], start.seats))
            owing[i] = actors(tables[i])
            together[i] = 0
            deadline[i] = now + limits.max_steps
            if not limits.same_step:
                done[i] = False
            todo[count] = i
            count += int(owing[i] == CHANCE)
    return count


@loop
def cut_short(
    rules: Rules, start: Start, lanes: Lanes, sights: Sights, limits: Limits, outputs: Outputs, final: Codes, todo: Ints,
    weights: Ints, low: int, high: int, now: int,
) -> None:  # fmt: skip
    """End the games of this block whose time is up, and begin the next ones if they begin in the same step."""
    count, soonest = 0, now + limits.max_steps
    for i in range(low, high):
        if outputs.deadline[i] <= now and lanes.owing[i] != OVER:
            outputs.done[i] = outputs.truncated[i] = True
            outputs.final_seat[i] = lowest(lanes.owing[i])
            look(rules.sight, start, lanes, sights, i, outputs.final_seat[i], low, outputs.final_raw[i])
            encode(final, outputs.final_raw, outputs.final_seat, i, i + 1)
            lanes.owing[i] = OVER
            if limits.same_step:
                begin_game(rules.setup, rules.actors, start, lanes, outputs, i, now + limits.max_steps)
                todo[count] = i
                count += int(lanes.owing[i] == CHANCE)
        if lanes.owing[i] != OVER:
            soonest = min(soonest, outputs.deadline[i])
    outputs.soonest[low // BLOCK_LANES] = soonest  # no game that begins later ends sooner
    for place in range(count):
        i = todo[place]
        lanes.owing[i] = run_chance(
            rules.actors, rules.options, rules.step, rules.roll_all, lanes.tables[i], lanes.rngs[i], weights
        )


@rule
def look_all(
    options: Any, sight: Any, start: Start, lanes: Lanes, tables: Tables, owing: Ints, together: Ints, aheads: Tables,
    sights: Sights, same_step: bool, outputs: Outputs, raw: Shorts, mask: Bytes, count: Shorts, seat: Bytes, low: int,
    high: int,
) -> None:  # fmt: skip
    """What the seat to choose sees in these lanes, its open choices and how many they are."""
    for i in range(np.uint64(low), np.uint64(high)):
        who = owing[i]
        if not same_step and who == OVER:
            # The last look of a game that is followed by another in the next step: whatever is chosen is not looked at.
            seat[i] = outputs.final_seat[i]
            for place in range(raw.shape[1]):  # a whole row at once would take seconds longer to compile
                raw[i, place] = outputs.final_raw[i, place]
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
                count[i] = options(aheads[i, seat[i]], seat[i], mask[i])
            else:
                count[i] = options(tables[i], seat[i], mask[i])
            look(sight, start, lanes, sights, i, seat[i], low, raw[i])
    if sight is None:
        # A pass of its own: numbers just written one by one cannot be read many at a time without waiting for them.
        rows, starts, lengths = sights.rows, sights.starts, sights.lengths
        place, length, runs = starts[0], lengths[0], len(starts)
        for i in range(np.uint64(low), np.uint64(high)):
            if same_step or owing[i] != OVER:
                if runs == 1:
                    raw[i, 0] = seat[i]
                    copy_run(rows[i], place, raw[i], 1, length)
                else:
                    read_row(rows[i], seat[i], starts, lengths, raw[i])


@loop
def play_lanes(
    rules: Rules, start: Start, lanes: Lanes, sights: Sights, limits: Limits, scratch: Scratch, outputs: Outputs,
    codes: Codes, final: Codes, actions: Ints, now: int, low: int, high: int,
) -> None:  # fmt: skip
    """Lanes from `low` to `high`, a block at a time: their actions, all that follows, and what is seen then.

    `low` is where a block begins; `now` counts the steps since the reset.
    """
    row = low // BLOCK_LANES
    weights, points = scratch.weights[row, : outputs.mask.shape[1]], scratch.points[row, : start.seats]
    todo, over = scratch.todo[row], scratch.over[row]
    tables, rngs, owing, together, aheads = lanes.tables, lanes.rngs, lanes.owing, lanes.together, lanes.aheads
    raw, mask, open_count, seat, done = outputs.raw, outputs.mask, outputs.open_count, outputs.seat, outputs.done
    reward, terminated, truncated, soonest = outputs.reward, outputs.terminated, outputs.truncated, outputs.soonest
    same_step, max_steps = limits.same_step, limits.max_steps
    for block in range(low, high, BLOCK_LANES):
        end = min(block + BLOCK_LANES, high)
        for i in range(np.uint64(block), np.uint64(end)):
            if done[i]:
                done[i] = not same_step  # in the other mode this tells that the next game is due
                terminated[i] = truncated[i] = False
                reward[i, :] = 0
        count, ended = act(
            rules.actors, rules.step, rules.sight, lanes, tables, owing, together, same_step, seat, actions, todo, over,
            block, end,
        )  # fmt: skip
        while count or ended:
            ended = run_chances(
                rules.actors,
                rules.options,
                rules.step,
                rules.roll_all,
                tables,
                rngs,
                owing,
                todo,
                count,
                over,
                ended,
                weights,
            )
            if not ended:
                break
            count = turn_over(
                rules.setup, rules.actors, rules.result, rules.sight, start, lanes, sights, limits, outputs, final, over,
                ended, todo, points, now, block,
            )  # fmt: skip
            ended = 0
        if max_steps and now >= soonest[block // BLOCK_LANES]:
            cut_short(rules, start, lanes, sights, limits, outputs, final, todo, weights, block, end, now)
        look_all(
            rules.options, rules.sight, start, lanes, tables, owing, together, aheads, sights, same_step, outputs, raw, mask,
            open_count, seat, block, end,
        )  # fmt: skip
        encode(codes, raw, seat, block, end)


@loop
def begin_lanes(
    rules: Rules, start: Start, lanes: Lanes, sights: Sights, limits: Limits, scratch: Scratch, outputs: Outputs,
    codes: Codes, low: int, high: int,
) -> None:  # fmt: skip
    """New games in lanes from `low` to `high`, and what is seen then."""
    weights = scratch.weights[low // BLOCK_LANES, : outputs.mask.shape[1]]
    for block in range(low, high, BLOCK_LANES):
        end = min(block + BLOCK_LANES, high)
        outputs.soonest[block // BLOCK_LANES] = limits.max_steps
        for i in range(block, end):
            begin_game(rules.setup, rules.actors, start, lanes, outputs, i, limits.max_steps)
            lanes.owing[i] = run_chance(
                rules.actors, rules.options, rules.step, rules.roll_all, lanes.tables[i], lanes.rngs[i], weights
            )
        look_all(
            rules.options, rules.sight, start, lanes, lanes.tables, lanes.owing, lanes.together, lanes.aheads, sights,
            limits.same_step, outputs, outputs.raw, outputs.mask, outputs.open_count, outputs.seat, block, end,
        )  # fmt: skip
        encode(codes, outputs.raw, outputs.seat, block, end)


@loop
def encode_lanes(codes: Codes, raw: Shorts, seat: Bytes, low: int, high: int) -> None:
    """The flat rows of raw ones, where the simulator is not compiled."""
    encode(codes, raw, seat, low, high)


@loop
def draw_open(mask: Bytes, count: Shorts, rngs: Tables, actions: Ints, low: int, high: int) -> None:
    """Any open action in each of these lanes, all equally likely."""
    for i in range(np.uint64(low), np.uint64(high)):
        actions[i] = nth_open(mask[i], below(rngs[i], count[i]))
