"""What a policy of Roll for Soles is worth, and what a seat gets that replies to it as well as it can."""

from __future__ import annotations

import numpy as np

from rollmops.engine.compile import loop, rule
from rollmops.engine.table import Floats, Ints
from rollmops.games.soles.rules import AGAIN, SECURE
from rollmops.solve.choice import put_weights
from rollmops.solve.numbers import Whole
from rollmops.solve.soles.columns import MOST_ROUNDS


@rule
def before(column: int, seats: int) -> int:
    """Where a seat's figure stands at the next turn start: everyone has come one place nearer to the move."""
    return column - 1 if column % seats else column + seats - 1


@loop
def reply_columns(
    chance: Floats, parts: Ints, after: Ints, first: Ints, falls: Whole, goes: Whole, secures: Whole, base: Ints,
    columns: Ints, lefts: Ints, temperature: float, still: float,
    starts: Floats, inner: Floats, replies: Floats, within: Floats, new: Floats,
) -> None:  # fmt: skip
    """Like `fill_columns`, with the policy that the values of turn starts and of tables within turns (`inner`) make.

    `replies` has for every turn start first the shares of every seat, the mover's first, if all keep to the policy, then
    what a seat gets that sits so many places behind the mover and replies best; `within` the same within turns.
    """
    seats, sets, kinds, places = starts.shape[1], len(chance), len(after), replies.shape[1]
    worth, own = np.zeros((kinds, places)), np.zeros(kinds)
    weights, shares = np.zeros((kinds + 1, seats + 1)), np.zeros(seats + 1)
    two, rest = np.zeros((2, places)), np.zeros(places)
    loops, feet = np.zeros(kinds, np.int64), np.zeros(goes.shape[1], np.int64)
    for column in columns:
        for edge in range(1, len(feet)):
            feet[edge] = base[goes[column, edge]]
        own[0] = starts[goes[column, 0], seats - 1]
        for place in range(places):
            worth[0, place] = replies[goes[column, 0], before(place, seats)]
        for middle in range(1, lefts[column] + 1):
            spot = base[column] + middle
            secured = starts[secures[spot], seats - 1]
            for place in range(places):
                two[SECURE, place] = replies[secures[spot], before(place, seats)]
            kind = 1
            for aside in range(sets):
                begin = kind
                while kind < kinds and after[kind] == aside:
                    kind += 1
                looping = 0
                for k in range(begin, kind):
                    edges = first[k + 1] - first[k]
                    back = False
                    for line in range(edges):
                        there = feet[first[k] + line] + falls[first[k] + line, middle]
                        shares[line] = inner[aside, there, 0]
                        back |= there == spot
                    own[k] = put_weights(shares, edges, temperature, weights, k)
                    if back:
                        loops[looping] = k
                        looping += 1
                        for place in range(places):
                            worth[k, place] = 0.0
                        continue
                    for place in range(places):
                        worth[k, place] = 0.0
                    for line in range(edges):
                        there = feet[first[k] + line] + falls[first[k] + line, middle]
                        for place in range(places):
                            if place == seats:
                                worth[k, place] = max(worth[k, place], within[aside, there, place])
                            else:
                                worth[k, place] += weights[k, line] * within[aside, there, place]
                again = 0.0
                for place in range(places):
                    rest[place] = 0.0
                for part in range(parts.shape[1]):
                    k = parts[aside, part]
                    if k < 0:
                        break
                    again += chance[aside, k] * own[k]
                    for place in range(places):
                        rest[place] += chance[aside, k] * worth[k, place]
                shares[AGAIN], shares[SECURE] = again, secured
                put_weights(shares, 2, temperature, weights, kinds)
                for _ in range(MOST_ROUNDS):
                    for place in range(places):
                        two[AGAIN, place] = rest[place]
                    for loop_number in range(looping):
                        k = loops[loop_number]
                        for place in range(places):
                            worth[k, place] = 0.0
                        for line in range(first[k + 1] - first[k]):
                            there = feet[first[k] + line] + falls[first[k] + line, middle]
                            for place in range(places):
                                if place == seats:
                                    worth[k, place] = max(worth[k, place], within[aside, there, place])
                                else:
                                    worth[k, place] += weights[k, line] * within[aside, there, place]
                        for place in range(places):
                            two[AGAIN, place] += chance[aside, k] * worth[k, place]
                    moves = 0.0
                    for place in range(places):
                        now = weights[kinds, AGAIN] * two[AGAIN, place] + weights[kinds, SECURE] * two[SECURE, place]
                        if place == seats:
                            now = max(two[AGAIN, place], two[SECURE, place])
                        moves = max(moves, abs(now - within[aside, spot, place]))
                        within[aside, spot, place] = now
                    if looping == 0 or moves < still:
                        break
            if middle == lefts[column]:
                for place in range(places):
                    new[column, place] = two[AGAIN, place]
