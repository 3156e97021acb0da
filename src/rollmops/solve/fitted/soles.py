"""Roll for Soles on fitted values: what the network sees of a turn start, and the search of a whole turn.

Within a turn the mover's supply stays and the soles in the middle and in the other supplies can only become fewer, so the
tables of a turn are a grid: one axis for the middle, one for each rival that a hook may take from. With few players that is
every rival, and the search is exact. With more the grid has the richest rivals, as many as there is room for; at the
decision itself every rival may be named, and the search then begins behind each.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import OVER, Game
from rollmops.engine.stream import Stream
from rollmops.engine.table import Floats, Ints, copy
from rollmops.games.soles.rules import haul, soles_shown
from rollmops.games.soles.table import GO_ON, HOOK, ROLL, Table
from rollmops.solve.fitted.net import new_net, put_shares
from rollmops.solve.fitted.soles_grid import INPUTS, fill_grid, fill_leaves, look, play_turn
from rollmops.solve.fitted.soles_sway import fill_sways
from rollmops.solve.soles.dice import dice_of, set_aside

AHEAD_NOW, AHEAD = 8, 9
MOST_SPOTS = 16_000
"""The most tables of the grid, for each that may be set aside."""
LATE_SOLES = 16
"""With fewer in the middle the end is near."""


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
        self._sways: tuple[Floats, Floats] | None = None

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
        return self._find(t, self.inner, self.agains)

    def sways(self, t: Table, doubt: Floats) -> Floats | None:
        """What they are off by there because the mover may decide between others by a hair; looked at when first asked."""
        if self._sways is None:
            kinds = self.search.kinds
            self._sways = np.zeros_like(self.inner), np.zeros_like(self.inner)
            fill_sways(
                kinds.chance, kinds.parts, kinds.after, kinds.hauls, kinds.hooks, self.sizes, self.strides, self.middle,
                self.secured, self.inner, self.agains, doubt, *self._sways,
            )  # fmt: skip
        return self._find(t, *self._sways)

    def _find(self, t: Table, inner: Floats, agains: Floats) -> Floats | None:
        thrown = t.phase == ROLL and not t.shown.any()
        if t.phase != GO_ON and not thrown:
            return None
        column = int(turned(t, self.search.seats)[self.rivals] @ self.strides)
        spot, aside = column * (self.middle + 1) + int(t.middle), self.search.kinds.asides[set_aside(t)]
        return np.asarray(agains[aside, spot] if thrown else inner[aside, spot])

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
