"""Roll for Soles on fitted values: what the network sees of a turn start, and the search of a whole turn.

Within a turn the mover's supply stays and the soles in the middle and in the other supplies can only become fewer, so the
tables of a turn are a grid: one axis for the middle, one for each rival that a hook may take from. With few players that is
every rival, and the search is exact. With more the grid has the richest rivals, as many as there is room for; at the
decision itself every rival may be named, and the search then begins behind each.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from rollmops.engine.compile import loop, rule
from rollmops.engine.components import Components
from rollmops.engine.contract import CHANCE, NOBODY, OVER, Game, share_best
from rollmops.engine.stream import Stream, pick
from rollmops.engine.table import Floats, Ints, copy
from rollmops.games.soles.rules import AGAIN, MIDDLE, SECURE, haul, soles_shown
from rollmops.games.soles.table import DOUBLE, GO_ON, HOOK, ROLL, TAKE, WATER, Table
from rollmops.solve.fitted.net import new_net, put_shares
from rollmops.solve.soles.dice import dice_of, set_aside

INPUTS = 13
AHEAD_NOW, AHEAD = 8, 9
MOST_SPOTS = 16_000
"""The most tables of the grid, for each that may be set aside."""
LATE_SOLES = 16
"""With fewer in the middle the end is near."""
MOST_ROUNDS, CONVERGED_CHANGE = 40, 1e-10
"""To take from an empty supply leads back to the same table: its value is found in rounds, so many at the most."""


@rule
def look(supplies: Ints, middle: int, scale: float, seen: Floats) -> None:
    """What the network sees of a turn start with these supplies, the mover's first; `scale` makes another box like ours."""
    seats = len(supplies)
    total = 0.0
    for seat in range(seats):
        total += scale * supplies[seat]
    left = scale * middle
    for seat in range(seats):
        own = scale * supplies[seat]
        best, second = 0.0, 0.0
        for other in range(seats):
            if other != seat:
                soles = scale * supplies[other]
                if soles > best:
                    best, second = soles, best
                elif soles > second:
                    second = soles
        ahead = own - best
        seen[seat, 0] = 1.0 if seat == 0 else 0.0
        seen[seat, 1] = seat / (seats - 1)
        seen[seat, 2] = own / 20
        seen[seat, 3] = best / 20
        seen[seat, 4] = second / 20
        seen[seat, 5] = (total - own) / (seats - 1) / 20
        seen[seat, 6] = left / 40
        seen[seat, 7] = 8 / (8 + left)
        seen[seat, 8] = ahead / (5 + left)
        seen[seat, 9] = ahead / (8 + abs(ahead))
        seen[seat, 10] = scale * supplies[0] / 20
        seen[seat, 11] = scale * supplies[seat - 1] / 20
        seen[seat, 12] = seen[seat, 0] * seen[seat, 7]


@loop
def fill_leaves(
    supplies: Ints, rivals: Ints, sizes: Ints, strides: Ints, middle: int, own: int, scale: float, net: Floats,
    secured: Floats, bust: Floats, over: Floats,
) -> None:  # fmt: skip
    """What ends a turn: for each column of the grid a roll without a sole, for each table a secured net, at the foot of a
    column the end of the game. `own` is what mover, net and middle have together. Shares are by turn order, the mover's
    first."""
    seats = len(supplies)
    now, turned, seen = supplies.copy(), np.zeros(seats, np.int64), np.zeros((seats, INPUTS))
    points, share, judged = np.zeros(seats, np.int64), np.zeros(seats), np.zeros((1, seats))
    for column in range(len(bust)):
        here = own
        for place in range(len(rivals)):
            left = (column // strides[place]) % sizes[place]
            here += supplies[rivals[place]] - left
            now[rivals[place]] = left
        for rest in range(-1, middle + 1):
            # rest < 0 is the bust: the net goes back
            now[0] = supplies[0] if rest < 0 else here - rest
            if rest == 0:
                for seat in range(seats):
                    points[seat] = now[seat]
                share_best(points, share)
                for seat in range(seats):
                    over[column, seat] = share[seat]
                continue
            for seat in range(seats):
                turned[seat - 1 if seat else seats - 1] = now[seat]
            look(turned, here - supplies[0] if rest < 0 else rest, scale, seen)
            put_shares(seen, net, judged, 0)
            for seat in range(seats):
                if rest < 0:
                    bust[column, seat] = judged[0, seat - 1 if seat else seats - 1]
                else:
                    secured[column * (middle + 1) + rest, seat] = judged[0, seat - 1 if seat else seats - 1]


@loop
def fill_grid(
    chance: Floats, parts: Ints, after: Ints, hauls: Ints, hooks: Ints, sizes: Ints, strides: Ints, middle: int,
    secured: Floats, bust: Floats, over: Floats, inner: Floats, agains: Floats,
) -> None:  # fmt: skip
    """What every table of the grid is worth where the mover decides whether to roll again (`inner`), and if it does so
    (`agains`): by what is set aside, table and seat. Kinds of roll are in the order of what is set aside after them, most
    dice first; the first has no sole. `parts` are the kinds that have a chance, and -1 behind the last."""
    seats, sets, kinds = secured.shape[1], len(chance), len(after)
    worth, rest, again = np.zeros((kinds, seats)), np.zeros(seats), np.zeros(seats)
    for column in range(len(bust)):
        foot = column * (middle + 1)
        for seat in range(seats):
            worth[0, seat] = bust[column, seat]
            for aside in range(sets):
                inner[aside, foot, seat] = agains[aside, foot, seat] = over[column, seat]
        empty = False
        for place in range(len(sizes)):
            empty |= (column // strides[place]) % sizes[place] == 0
        for left in range(1, middle + 1):
            spot = foot + left
            kind = 1
            for aside in range(sets):
                begin = kind
                while kind < kinds and after[kind] == aside:
                    best = foot + max(0, left - hauls[kind])
                    if hooks[kind]:
                        for place in range(len(sizes)):
                            has = (column // strides[place]) % sizes[place]
                            if has > 0:
                                there = spot - min(has, hauls[kind]) * strides[place] * (middle + 1)
                                if inner[aside, there, 0] > inner[aside, best, 0]:
                                    best = there
                    for seat in range(seats):
                        worth[kind, seat] = inner[aside, best, seat]
                    kind += 1
                for seat in range(seats):
                    rest[seat] = 0.0
                for part in range(parts.shape[1]):
                    k = parts[aside, part]
                    if k < 0:
                        break
                    if not (empty and hooks[k] and after[k] == aside):
                        for seat in range(seats):
                            rest[seat] += chance[aside, k] * worth[k, seat]
                for seat in range(seats):
                    inner[aside, spot, seat] = secured[spot, seat]
                for _ in range(MOST_ROUNDS):
                    for seat in range(seats):
                        again[seat] = rest[seat]
                    if empty:
                        for k in range(begin, kind):
                            if hooks[k] and chance[aside, k] > 0:
                                stays = inner[aside, spot, 0] > worth[k, 0]
                                for seat in range(seats):
                                    again[seat] += chance[aside, k] * (inner[aside, spot, seat] if stays else worth[k, seat])
                    moves = 0.0
                    if again[0] > secured[spot, 0]:
                        for seat in range(seats):
                            moves = max(moves, abs(again[seat] - inner[aside, spot, seat]))
                            inner[aside, spot, seat] = again[seat]
                    if not empty or moves < CONVERGED_CHANGE:
                        break
                for seat in range(seats):
                    agains[aside, spot, seat] = again[seat]
                if empty:
                    for k in range(begin, kind):
                        if hooks[k] and inner[aside, spot, 0] > worth[k, 0]:
                            for seat in range(seats):
                                worth[k, seat] = inner[aside, spot, seat]


@loop
def play_turn(
    actors: Any, options: Any, step: Any, choices: int, t: Any, rng: Stream, asides: Ints, rivals: Ints,
    strides: Ints, middle: int, inner: Floats, agains: Floats, secured: Floats,
) -> None:  # fmt: skip
    """Play this turn to its end by the grid: what the mover does in self-play."""
    mover, seats, weights = int(t.turn), int(t.seats), np.zeros(choices, np.int64)
    while True:
        who = actors(t)
        if who == OVER:
            return
        if who == CHANCE:
            # die by die: `roll_all` would go on to the next player's roll
            step(t, NOBODY, pick(rng, weights, options(t, NOBODY, weights)))
            if t.turn != mover:
                return
            continue
        column = 0
        for place in range(len(rivals)):
            column += int(t.supply[(mover + rivals[place]) % seats]) * strides[place]
        spot = column * (middle + 1) + int(t.middle)
        aside = asides[int(t.doubles) + int(t.shown[DOUBLE]), int(t.waters) + int(t.shown[WATER])]
        if t.phase == TAKE:
            most = haul(t)
            best = column * (middle + 1) + max(0, int(t.middle) - most)
            choice = MIDDLE
            for place in range(len(rivals)):
                seat = (mover + rivals[place]) % seats
                there = spot - min(most, int(t.supply[seat])) * strides[place] * (middle + 1)
                if inner[aside, there, 0] > inner[aside, best, 0]:
                    best, choice = there, 1 + seat
            step(t, mover, choice)
        elif agains[aside, spot, 0] > secured[spot, 0]:
            step(t, mover, AGAIN)
        else:
            step(t, mover, SECURE)
            return


class Kinds:
    """The kinds of roll that differ for the value."""

    def __init__(self, game: Game, t: Table) -> None:
        dice = dice_of(game, t)
        self.asides, self.after, self.chance, self.parts = dice.asides, dice.after, dice.chance, dice.parts
        self.hauls, self.hooks = np.zeros(len(dice.faces), np.int64), np.zeros(len(dice.faces), np.int64)
        for kind, (last, face) in enumerate(zip(dice.last, dice.faces, strict=True)):
            lies = copy(last)
            lies.shown[face] += 1
            self.hauls[kind] = haul(lies)
            self.hooks[kind] = int(lies.shown[HOOK] > 0 and soles_shown(lies) > 0)


class SolesSearch:
    """Searches whole turns of Roll for Soles with this box on this network."""

    inputs = INPUTS

    def __init__(self, game: Game, components: Components, seats: int, net: Floats, scale: float) -> None:
        self.game, self.seats, self.net, self.scale = game, seats, net, scale
        self.opening = game.open(components, seats, 0)
        self.most_spots = self.late_spots = MOST_SPOTS

    @staticmethod
    def prepare(game: Game, components: Components) -> None:
        """Nothing takes long here."""

    @cached_property
    def kinds(self) -> Kinds:
        """The dice of a turn."""
        return Kinds(self.game, self.opening)

    @staticmethod
    def guess(seed: int = 1) -> Floats:
        """A network before any game: whoever is ahead wins, the surer the nearer the end."""
        return new_net(INPUTS, {AHEAD_NOW: 2.0, AHEAD: 2.0}, seed)

    @staticmethod
    def pieces(opening: Table) -> int:
        """How many soles there are."""
        return int(opening.middle)

    def narrow(self, part: float, late: float | None = None) -> bool:
        """Search grids of this part of the usual size at the most (`late`: near the end, when hooks decide the game);
        whether that leaves anything out."""
        self.most_spots = int(part * MOST_SPOTS)
        self.late_spots = self.most_spots if late is None else int(late * MOST_SPOTS)
        return part < 1

    def room(self, middle: int) -> int:
        """The most tables of a grid that begins with so many soles in the middle."""
        return self.late_spots if middle < LATE_SOLES else self.most_spots

    def is_start(self, t: Table) -> bool:
        """Whether all dice are in the air for the first time in this turn."""
        return bool(t.phase == ROLL and t.falling == t.dice and t.net == 0 and not t.doubles and not t.waters)

    def see(self, t: Table) -> Floats:
        """What the network sees of this turn start."""
        seen = np.zeros((self.seats, INPUTS))
        look(turned(t, self.seats), int(t.middle), self.scale, seen)
        return seen

    def start(self, t: Table) -> Floats:
        """What the network thinks of this turn start, by turn order."""
        shares = np.zeros((1, self.seats))
        put_shares(self.see(t), self.net, shares, 0)
        return np.asarray(shares[0])

    def turn(self, t: Table) -> Grid:
        """The tables of this turn from this one on."""
        return Grid(self, t)

    def scatter(self, t: Table, rng: np.random.Generator) -> None:
        """Some middle, and the other soles somehow among the supplies."""
        soles = int(self.opening.middle)
        t.middle = int(rng.integers(1, soles + 1))
        t.supply[: self.seats] = rng.multinomial(soles - int(t.middle), rng.dirichlet(np.full(self.seats, 3.0)))


class Grid:
    """The tables of a turn from one of them on."""

    def __init__(self, search: SolesSearch, t: Table) -> None:
        self.search, kinds = search, search.kinds
        self.mover, self.supplies, self.middle = int(t.turn), turned(t, search.seats), int(t.middle)
        self.rivals = self._rivals()
        self.sizes = self.supplies[self.rivals] + 1
        self.strides = np.concatenate([[1], np.cumprod(self.sizes)])[:-1].astype(np.int64)
        columns, seats = int(self.sizes.prod()), search.seats
        spots = columns * (self.middle + 1)
        self.secured, bust, over = np.zeros((spots, seats)), np.zeros((columns, seats)), np.zeros((columns, seats))
        own = int(self.supplies[0]) + int(t.net) + self.middle
        fill_leaves(
            self.supplies, self.rivals, self.sizes, self.strides, self.middle, own, search.scale, search.net,
            self.secured, bust, over,
        )  # fmt: skip
        self.inner = np.zeros((len(kinds.chance), spots, seats))
        self.agains = np.zeros_like(self.inner)
        fill_grid(
            kinds.chance, kinds.parts, kinds.after, kinds.hauls, kinds.hooks, self.sizes, self.strides, self.middle,
            self.secured, bust, over, self.inner, self.agains,
        )  # fmt: skip

    def _rivals(self) -> Ints:
        """The rivals that hooks may take from, as places behind the mover: the richest first, as many as there is room for
        (none in a box with thousands of soles: then hooks further on in the turn take from the middle)."""
        spots, chosen = self.middle + 1, list[int]()
        for place in sorted(range(1, self.search.seats), key=lambda place: (-self.supplies[place], place)):
            spots *= int(self.supplies[place]) + 1
            if spots > self.search.room(self.middle):
                break
            chosen.append(place)
        return np.array(chosen, np.int64)

    def covers(self, t: Table) -> bool:
        """Whether this table lies on the grid."""
        if int(t.turn) != self.mover or not 0 < t.middle <= self.middle:
            return False
        now = turned(t, self.search.seats)
        rest = np.delete(np.arange(len(now)), self.rivals)
        return bool((now[rest] == self.supplies[rest]).all() and (now <= self.supplies).all())

    def shares(self, t: Table) -> Floats | None:
        """By turn order, where the mover decides whether to roll again and where all dice to roll are in the air."""
        thrown = t.phase == ROLL and not t.shown.any()
        if t.phase != GO_ON and not thrown:
            return None
        column = int(turned(t, self.search.seats)[self.rivals] @ self.strides)
        spot, aside = column * (self.middle + 1) + int(t.middle), self.search.kinds.asides[set_aside(t)]
        return np.asarray(self.agains[aside, spot] if thrown else self.inner[aside, spot])

    def assumed(self, t: Table) -> Floats:
        """By turn order, as the grid takes it before the dice fall: with a hook the best of the rivals that it has."""
        shares = self.shares(t)
        if shares is not None:
            return shares
        game, best = self.search.game, None
        for choice in np.flatnonzero(game.weights(t, self.mover)).tolist():
            after = copy(t)
            game.step(after, self.mover, choice)
            if game.actors(after) == OVER:
                shares = np.roll(np.array(game.standing(after, self.search.seats)[1]), -self.mover)
            else:
                shares = self.shares(after) if self.covers(after) else None
            if shares is not None and (best is None or shares[0] > best[0]):
                best = shares
        assert best is not None  # the middle can always be taken from
        return best

    def play(self, t: Table, rng: Stream) -> None:
        """Play this turn to its end as the mover would."""
        game = self.search.game
        play_turn(
            game.actors, game.options, game.step, game.choices, t, rng, self.search.kinds.asides, self.rivals,
            self.strides, self.middle, self.inner, self.agains, self.secured,
        )  # fmt: skip


def turned(t: Table, seats: int) -> Ints:
    """The supplies, the mover's first."""
    return np.roll(np.asarray(t.supply[:seats], np.int64), -int(t.turn))
