"""The ways through a turn of Espresso Fishing: what the network sees of its ends, what its tables are worth, its dice."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rollmops.engine.compile import loop, rule
from rollmops.engine.contract import CHANCE, NOBODY, OVER, lowest
from rollmops.engine.stream import Stream, next32
from rollmops.engine.table import Floats, Ints, Tables
from rollmops.games.espresso.combinations import red_worm
from rollmops.games.espresso.rules import STAND
from rollmops.games.espresso.table import ALL_DICE, ANGLE, LAKE, REROLL, ROLL, YELLOW, Table
from rollmops.games.espresso.turn import fish_at
from rollmops.solve.doubt import between, put_sway
from rollmops.solve.fitted.net import put_shares

INPUTS = 18
MOST_TURN_CHOICES = 48
"""Choices and dice of one turn behind each other, coloured dice left out: two for each white throw and each fish."""
UNIT = 2.0**-32


@rule
def look(t: Table, scale: float, seen: Floats) -> None:
    """What the network sees of a turn start, the mover first; `scale` makes another box like ours."""
    seats, mover = len(seen), int(t.turn)
    lake = scale * fish_at(t, LAKE)
    total, chips = 0.0, 0.0
    for seat in range(seats):
        total += scale * fish_at(t, seat)
        chips += t.chips[seat]
    for place in range(seats):
        seat = (mover + place) % seats
        own = scale * fish_at(t, seat)
        best, second, holder, level = 0.0, 0.0, 0.0, 0.0
        for other in range(seats):
            if other != seat:
                fish = scale * fish_at(t, other)
                level += 1.0 if fish == own else 0.0
                holder = max(holder, fish * t.fish[other, YELLOW])
                if fish > best:
                    best, second = fish, best
                elif fish > second:
                    second = fish
        ahead = own - best
        seen[place, 0] = 1.0 if place == 0 else 0.0
        seen[place, 1] = place / (seats - 1)
        seen[place, 2] = own / 5
        seen[place, 3] = best / 5
        seen[place, 4] = second / 5
        seen[place, 5] = (total - own) / (seats - 1) / 5
        seen[place, 6] = lake / 10
        seen[place, 7] = 2 / (2 + lake)
        seen[place, 8] = ahead / (2 + lake)
        seen[place, 9] = ahead / (2 + abs(ahead))
        seen[place, 10] = t.fish[seat, YELLOW]
        seen[place, 11] = t.fish[LAKE, YELLOW]
        seen[place, 12] = holder / 5
        seen[place, 13] = level * seen[place, 7]
        seen[place, 14] = t.chips[seat] / 2
        seen[place, 15] = (chips - t.chips[seat]) / (seats - 1) / 2
        seen[place, 16] = seen[place, 0] * t.chips[seat]
        seen[place, 17] = t.fish[seat, YELLOW] * seen[place, 7]


@rule
def memory_of(t: Table, most_fish: int) -> int:
    """The number of a table before a white throw among those of its turn, -1 for any other table."""
    if t.phase != ANGLE:
        return -1
    number = (int(t.throws) * 2 + int(t.drunk)) * 2 + red_worm(t.shown)
    return (number * (most_fish + 1) + fish_at(t, LAKE)) * 2 + int(t.fish[LAKE, YELLOW])


@rule
def is_start(t: Table) -> bool:
    """Whether all coloured dice are in the air for the first time in this turn."""
    return bool(t.phase == ROLL and t.fallen == 0 and t.fresh == ALL_DICE)


@loop
def explore(
    actors: Any, options: Any, step: Any, result: Any, choices: int, stack: Tables, level: int, mover: int, most_fish: int,
    scale: float, net: Floats, memory: Floats, remembered: Ints, doubt: Floats, out: Floats, row: int,
) -> None:  # fmt: skip
    """What the table at this level of the stack is worth, into a row of `out`, by turn order from this mover on: the mean
    of what dice lead to, the mover's best choice. Tables before a white throw are remembered. If there is room, everybody's
    share is followed by what it is off by because the mover may decide between others by a hair."""
    seats, width = int(stack[level].seats), out.shape[1]
    shares, points, absolute = np.zeros((1, width)), np.zeros(seats, np.int64), np.zeros(seats)
    weights, seen = np.zeros((MOST_TURN_CHOICES, choices), np.int64), np.zeros((seats, INPUTS))
    who, total, upcoming = (
        np.zeros(MOST_TURN_CHOICES, np.int64),
        np.zeros(MOST_TURN_CHOICES, np.int64),
        np.zeros(MOST_TURN_CHOICES, np.int64),
    )
    sums, judged = np.zeros((MOST_TURN_CHOICES, width)), np.zeros((1, seats))
    kept = choices if width > seats else 0
    lines, ends = np.zeros((MOST_TURN_CHOICES, kept, seats)), np.zeros((MOST_TURN_CHOICES, kept), np.bool_)
    rows, squares, sway = np.arange(kept), np.zeros(kept), np.zeros(seats)
    many, best = np.zeros(MOST_TURN_CHOICES, np.int64), np.zeros(MOST_TURN_CHOICES, np.int64)
    foot, enter = level, True
    while True:
        done = True
        if enter:
            acting = actors(stack[level])
            place = memory_of(stack[level], most_fish)
            if acting == OVER or is_start(stack[level]):
                for column in range(seats, width):
                    shares[0, column] = 0.0
            if acting == OVER:
                result(stack[level], points, absolute)
                for seat in range(seats):
                    shares[0, seat] = absolute[(mover + seat) % seats]
            elif is_start(stack[level]):
                look(stack[level], scale, seen)
                put_shares(seen, net, judged, 0)
                behind = int(stack[level].turn) - mover
                for seat in range(seats):
                    shares[0, (seat + behind) % seats] = judged[0, seat]
            elif place >= 0 and remembered[place]:
                for column in range(width):
                    shares[0, column] = memory[place, column]
            else:
                who[level] = NOBODY if acting == CHANCE else lowest(acting)
                total[level] = options(stack[level], who[level], weights[level])
                upcoming[level] = many[level] = best[level] = 0
                for column in range(width):
                    sums[level, column] = 0.0 if who[level] == NOBODY else -1.0
                done = False
        else:
            done = False
        enter = False
        if not done:
            choice = upcoming[level]
            while choice < choices and weights[level, choice] == 0:
                choice += 1
            if choice < choices:
                upcoming[level] = choice + 1
                stack[level + 1] = stack[level]
                step(stack[level + 1], who[level], choice)
                level += 1
                enter = True
                continue
            if kept and who[level] != NOBODY:
                for line in range(many[level]):
                    ends_turn = ends[level, best[level]] != ends[level, line]
                    squares[line] = between(lines[level, best[level], 0], lines[level, line, 0], ends_turn, doubt)
                put_sway(lines[level], rows, squares, many[level], best[level], 0, sway)
                for seat in range(seats):
                    sums[level, seats + seat] = math.sqrt(sums[level, seats + seat] ** 2 + sway[seat])
            place = memory_of(stack[level], most_fish)
            for column in range(width):
                shares[0, column] = sums[level, column] / (total[level] if who[level] == NOBODY else 1)
                if place >= 0:
                    memory[place, column] = shares[0, column]
            if place >= 0:
                remembered[place] = 1
        if level == foot:
            for column in range(width):
                out[row, column] = shares[0, column]
            return
        level -= 1
        if who[level] == NOBODY:
            for column in range(width):
                sums[level, column] += weights[level, upcoming[level] - 1] * shares[0, column]
            continue
        if kept:
            ends[level, many[level]] = is_start(stack[level + 1])
            for seat in range(seats):
                lines[level, many[level], seat] = shares[0, seat]
        if shares[0, 0] > sums[level, 0]:
            best[level] = many[level]
            for column in range(width):
                sums[level, column] = shares[0, column]
        many[level] += 1


@loop
def explore_scores(
    actors: Any, options: Any, step: Any, result: Any, choices: int, scores: Tables, t: Tables, most_fish: int, scale: float,
    net: Floats, memory: Floats, remembered: Ints, doubt: Floats, values: Floats,
) -> None:  # fmt: skip
    """What every score of the dice is worth at this table."""
    stack = np.zeros(MOST_TURN_CHOICES + 1, scores.dtype)
    mover = int(t[0].turn)
    for score in range(len(scores)):
        stack[0] = t[0]
        for die in range(5):
            stack[0].shown[die] = scores[score].shown[die]
        stack[0].phase = REROLL
        step(stack[0], mover, STAND)
        explore(
            actors, options, step, result, choices, stack, 0, mover, most_fish, scale, net, memory, remembered, doubt,
            values, score,
        )  # fmt: skip


@loop
def sway_dice(
    rolls: Any, first: Ints, to: Any, chance: Floats, scores: int, values: Floats, doubt: Floats, sways: Floats
) -> None:
    """What all tables of the dice are off by because the mover may decide between others by a hair, given what they are
    worth and what the scores are off by."""
    seats = values.shape[1]
    most = 0
    for node in range(len(rolls)):
        most = max(most, first[node + 1] - first[node])
    rows, squares, sway = np.zeros(most, np.int64), np.zeros(most), np.zeros(seats)
    for node in range(len(rolls)):
        begin, many = first[node], first[node + 1] - first[node]
        if rolls[node]:
            for edge in range(begin, begin + many):
                for seat in range(seats):
                    sways[scores + node, seat] += chance[edge] * sways[to[edge], seat]
            continue
        best = 0
        for line in range(many):
            rows[line] = to[begin + line]
            if values[rows[line], 0] > values[rows[best], 0]:
                best = line
        for line in range(many):
            squares[line] = between(values[rows[best], 0], values[rows[line], 0], False, doubt)
        put_sway(values, rows, squares, many, best, 0, sway)
        for seat in range(seats):
            sways[scores + node, seat] = math.sqrt(sways[rows[best], seat] ** 2 + sway[seat])


@loop
def walk_dice(rolls: Any, first: Ints, to: Any, chance: Floats, scores: int, values: Floats, rng: Stream) -> int:
    """Roll the coloured dice of a turn as the mover would; returns the score they end with."""
    node = len(values) - 1
    while node >= scores:
        begin, end = first[node - scores], first[node - scores + 1]
        best = begin
        if rolls[node - scores]:
            spot = next32(rng) * UNIT
            while best + 1 < end and spot >= chance[best]:
                spot -= chance[best]
                best += 1
        else:
            for edge in range(begin + 1, end):
                if values[to[edge], 0] > values[to[best], 0]:
                    best = edge
        node = to[best]
    return int(node)
