"""Espresso Fishing on fitted values: what the network sees of a turn start, and the search of a whole turn.

The search is exact: the coloured dice are one graph for all turns (solve/espresso/dice.py), and what the rights bring that
they lead to is found by going through the game's own rules, white throw by white throw.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from rollmops.engine.compile import loop, rule
from rollmops.engine.components import Components
from rollmops.engine.contract import CHANCE, NOBODY, OVER, Game, lowest
from rollmops.engine.stream import Stream, next32, pick
from rollmops.engine.table import Floats, Ints, Tables, copy
from rollmops.games.espresso.combinations import red_worm
from rollmops.games.espresso.rules import STAND
from rollmops.games.espresso.table import ALL_DICE, ANGLE, BLUE, LAKE, REROLL, ROLL, YELLOW, Table
from rollmops.games.espresso.turn import fish_at
from rollmops.solve.espresso.dice import Dice, dice_of, fill_dice, key_of
from rollmops.solve.fitted.net import new_net, put_shares

INPUTS = 18
AHEAD_NOW, AHEAD = 8, 9
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
    scale: float, net: Floats, memory: Floats, remembered: Ints, out: Floats, row: int,
) -> None:  # fmt: skip
    """What the table at this level of the stack is worth, into a row of `out`, by turn order from this mover on: the mean
    of what dice lead to, the mover's best choice. Tables before a white throw are remembered."""
    seats = out.shape[1]
    shares, points, absolute = np.zeros((1, seats)), np.zeros(seats, np.int64), np.zeros(seats)
    weights, seen = np.zeros((MOST_TURN_CHOICES, choices), np.int64), np.zeros((seats, INPUTS))
    who, total, upcoming = (
        np.zeros(MOST_TURN_CHOICES, np.int64),
        np.zeros(MOST_TURN_CHOICES, np.int64),
        np.zeros(MOST_TURN_CHOICES, np.int64),
    )
    sums = np.zeros((MOST_TURN_CHOICES, seats))
    foot, enter = level, True
    while True:
        done = True
        if enter:
            acting = actors(stack[level])
            place = memory_of(stack[level], most_fish)
            if acting == OVER:
                result(stack[level], points, absolute)
                for seat in range(seats):
                    shares[0, seat] = absolute[(mover + seat) % seats]
            elif is_start(stack[level]):
                look(stack[level], scale, seen)
                put_shares(seen, net, sums, level)
                behind = int(stack[level].turn) - mover
                for seat in range(seats):
                    shares[0, (seat + behind) % seats] = sums[level, seat]
            elif place >= 0 and remembered[place]:
                for seat in range(seats):
                    shares[0, seat] = memory[place, seat]
            else:
                who[level] = NOBODY if acting == CHANCE else lowest(acting)
                total[level] = options(stack[level], who[level], weights[level])
                upcoming[level] = 0
                for seat in range(seats):
                    sums[level, seat] = 0.0 if who[level] == NOBODY else -1.0
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
            place = memory_of(stack[level], most_fish)
            for seat in range(seats):
                shares[0, seat] = sums[level, seat] / (total[level] if who[level] == NOBODY else 1)
                if place >= 0:
                    memory[place, seat] = shares[0, seat]
            if place >= 0:
                remembered[place] = 1
        if level == foot:
            for seat in range(seats):
                out[row, seat] = shares[0, seat]
            return
        level -= 1
        if who[level] == NOBODY:
            for seat in range(seats):
                sums[level, seat] += weights[level, upcoming[level] - 1] * shares[0, seat]
        elif shares[0, 0] > sums[level, 0]:
            for seat in range(seats):
                sums[level, seat] = shares[0, seat]


@loop
def explore_scores(
    actors: Any, options: Any, step: Any, result: Any, choices: int, scores: Tables, t: Tables, most_fish: int, scale: float,
    net: Floats, memory: Floats, remembered: Ints, values: Floats,
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
            actors, options, step, result, choices, stack, 0, mover, most_fish, scale, net, memory, remembered, values, score
        )


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


class EspressoSearch:
    """Searches whole turns of Espresso Fishing with this box on this network."""

    inputs = INPUTS

    def __init__(self, game: Game, components: Components, seats: int, net: Floats, scale: float) -> None:
        self.game, self.seats, self.net, self.scale = game, seats, net, scale
        self.components = components
        self.opening = game.open(components, seats, 0)
        self.most_fish = int(fish_at(self.opening, LAKE))

    @staticmethod
    def prepare(game: Game, components: Components) -> None:
        """Do before the first decision what takes longer than one may."""
        all_dice(game, components)

    @cached_property
    def dice(self) -> Dice:
        """The coloured dice of a turn; the same for any number of players."""
        return all_dice(self.game, self.components)

    @cached_property
    def throws(self) -> int:
        """The most white throws of a turn."""
        return max(1, *(kind[0] for kind in self.dice.kinds))

    @staticmethod
    def guess(seed: int = 1) -> Floats:
        """A network before any game: whoever is ahead wins, the surer the nearer the end."""
        return new_net(INPUTS, {AHEAD_NOW: 2.0, AHEAD: 2.0}, seed)

    @staticmethod
    def pieces(opening: Table) -> int:
        """How many fish there are."""
        return int(fish_at(opening, LAKE))

    def narrow(self, part: float, late: float | None = None) -> bool:
        """A turn is searched in milliseconds: there is nothing to leave out."""
        return False

    def is_start(self, t: Table) -> bool:
        """Whether all coloured dice are in the air for the first time in this turn."""
        return bool(is_start(t))

    def see(self, t: Table) -> Floats:
        """What the network sees of this turn start."""
        seen = np.zeros((self.seats, INPUTS))
        look(t, self.scale, seen)
        return seen

    def start(self, t: Table) -> Floats:
        """What the network thinks of this turn start, by turn order."""
        shares = np.zeros((1, self.seats))
        put_shares(self.see(t), self.net, shares, 0)
        return np.asarray(shares[0])

    def turn(self, t: Table) -> Fishing:
        """The tables of this turn from this one on."""
        return Fishing(self, t)

    def scatter(self, t: Table, rng: np.random.Generator) -> None:
        """Some of the fish with the seats, some of the chips drunk."""
        blue, chips = int(self.opening.fish[LAKE, BLUE]), int(self.opening.chips_each)
        t.fish[LAKE, BLUE] = rng.integers(1, blue + 1)
        t.fish[: self.seats, BLUE] = rng.multinomial(blue - int(t.fish[LAKE, BLUE]), rng.dirichlet(np.full(self.seats, 4.0)))
        holder = int(rng.integers(0, self.seats + 1))
        t.fish[LAKE, YELLOW] = 0
        t.fish[LAKE if holder == self.seats else holder, YELLOW] = 1
        t.chips[: self.seats] = rng.integers(0, chips + 1, self.seats)
        t.pile = chips * self.seats - int(t.chips[: self.seats].sum())


_DICE: dict[str, Dice] = {}


def all_dice(game: Game, components: Components) -> Dice:
    """The graph of the coloured dice, made once in a process: that takes a second or two."""
    if components.digest not in _DICE:
        _DICE[components.digest] = dice_of(game, game.open(components, game.fewest))
    return _DICE[components.digest]


class Fishing:
    """The tables of a turn with these fish and chips at hand."""

    def __init__(self, search: EspressoSearch, t: Table) -> None:
        self.search, self.mover = search, int(t.turn)
        self.begun = self._state(t)
        rows = (search.throws + 1) * 4 * (search.most_fish + 1) * 2
        self.memory, self.remembered = np.zeros((rows, search.seats)), np.zeros(rows, np.int64)
        self.values: Floats | None = None
        if t.phase in (ROLL, REROLL):
            self._roll(t)

    def _roll(self, t: Table) -> None:
        game, search, dice = self.search.game, self.search, self.search.dice
        table = np.array([t]).view(np.ndarray)
        worth = np.zeros((len(dice.kinds), search.seats))
        explore_scores(
            game.actors, game.options, game.step, game.result, game.choices, dice.scores, table, search.most_fish,
            search.scale, search.net, self.memory, self.remembered, worth,
        )  # fmt: skip
        self.values = np.zeros((len(dice.kinds) + len(dice.rolls), search.seats - 1))
        self.values[: len(dice.kinds)] = worth[:, :-1]
        fill_dice(dice.rolls, dice.first, dice.to, dice.chance, 0.0, len(dice.kinds), self.values, np.zeros(64))

    def covers(self, t: Table) -> bool:
        """Whether this player has these fish and chips, and the dice were looked at if they are still rolled."""
        return self._state(t) == self.begun and (self.values is not None or t.phase not in (ROLL, REROLL))

    def _state(self, t: Table) -> tuple[int, int, bytes, bytes]:
        return int(t.turn), int(t.drunk), t.fish.tobytes(), t.chips.tobytes()

    def shares(self, t: Table) -> Floats | None:
        """By turn order, wherever the coloured dice are rolled or done."""
        if t.phase in (ROLL, REROLL):
            if self.values is None:
                return None
            shares = self.values[self.search.dice.nodes[key_of(t)]]
            return np.append(shares, 1 - shares.sum())
        return self._explore(t)

    def assumed(self, t: Table) -> Floats:
        """By turn order; nothing is left out here."""
        shares = self.shares(t)
        assert shares is not None
        return shares

    def _explore(self, t: Any) -> Floats:
        game, search = self.search.game, self.search
        stack = np.empty(MOST_TURN_CHOICES + 1, t.dtype).view(np.ndarray)
        stack[0] = t
        out = np.zeros((1, search.seats))
        explore(
            game.actors, game.options, game.step, game.result, game.choices, stack, 0, self.mover, search.most_fish,
            search.scale, search.net, self.memory, self.remembered, out, 0,
        )  # fmt: skip
        return np.asarray(out[0])

    def play(self, t: Table, rng: Stream) -> None:
        """Play this turn to its end as the mover would."""
        game, dice = self.search.game, self.search.dice
        assert self.values is not None
        score = walk_dice(dice.rolls, dice.first, dice.to, dice.chance, len(dice.kinds), self.values, rng)
        t.shown[:] = dice.scores[score]["shown"]
        t.phase = REROLL
        game.step(t, self.mover, STAND)
        while game.actors(t) != OVER and not is_start(t):
            if game.actors(t) == CHANCE:
                weights = game.weights(t, NOBODY)
                game.step(t, NOBODY, int(pick(rng, weights, int(weights.sum()))))
                continue
            best, share = 0, -1.0
            for choice in np.flatnonzero(game.weights(t, self.mover)).tolist():
                after = copy(t)
                game.step(after, self.mover, choice)
                own = float(self._explore(after)[0])
                if own > share:
                    best, share = choice, own
            game.step(t, self.mover, best)
