"""Which lures others may hold: hands dealt at random from what one seat knows.

When the discards are shuffled all have seen them, so the new draw pile is known (`stock`), and with it what the hands held
together. From then on a hand is made of old lures, which it held at that time, and of new ones, drawn from that stock. How
many everyone has drawn and what everyone has played is open; whether a lure that was played was an old or a new one is
not, and is drawn here too. Until the first shuffle all lures are new.

One thing is left out: that a lure was played before another was drawn. It could rule out a few hands more, late in a game.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rollmops.engine.contract import NOBODY
from rollmops.engine.errors import RollmopsError
from rollmops.engine.table import Ints
from rollmops.games.lure.table import ADJUSTING, BOAST, FIRST_LURE, FISHED, ROLL, Table

MOST_TRIES = 10_000


@dataclass
class Source:
    """Lures that came from one place, old hands or the stock, and how many of them each seat got."""

    lures: Ints
    slots: Ints
    got: Ints  # what each seat got, by kind

    def copy(self) -> Source:
        """The same lures, apart."""
        return Source(self.lures.copy(), self.slots.copy(), self.got.copy())

    def ways(self, seat: int, kind: int) -> int:
        """In how many ways a lure of this kind could have come to this seat from here."""
        return int(self.lures[kind] * self.slots[seat])

    def give(self, seat: int, kind: int) -> None:
        """A lure of this kind came to this seat from here."""
        self.lures[kind] -= 1
        self.slots[seat] -= 1
        self.got[seat, kind] += 1

    def deal(self, rng: np.random.Generator) -> None:
        """Fill all slots that are left."""
        for seat, slots in enumerate(self.slots):
            self.got[seat] += (lot := rng.multivariate_hypergeometric(self.lures, slots))
            self.lures -= lot
        self.slots[:] = 0


def deal(t: Table, me: int, sizes: Ints, draws: Ints, rng: np.random.Generator) -> None:
    """Deal the draw pile and all hands but `me`'s; everything else lies on the table already.

    `sizes` says how many lures each seat holds, `draws` how many it has drawn since the last shuffle.
    """
    seats = len(sizes)
    played = t.played[:seats].astype(np.int64)
    stock = t.stock.astype(np.int64)
    if me != NOBODY:
        played[me] = 0
        stock -= t.drawn[me]
    held = unseen(t, me) - stock + played.sum(axis=0)
    new_slots = draws.copy()
    old_slots = sizes + played.sum(axis=1) - draws
    if me != NOBODY:
        new_slots[me] = old_slots[me] = 0
    old, new = _place(played, Source(held, old_slots, played * 0), Source(stock, new_slots, played * 0), rng)
    old.deal(rng)
    new.deal(rng)
    for seat in range(seats):
        if seat != me:
            t.drawn[seat] = new.got[seat]
            t.hand[seat] = old.got[seat] + new.got[seat] - played[seat]
    t.pile[:] = new.lures


def unseen(t: Table, me: int) -> Ints:
    """The lures this seat has never an eye on: the draw pile and all other hands, together."""
    lures = t.lures.astype(np.int64) - t.discards
    lures[BOAST] -= t.boasts.sum()
    if t.phase in (ROLL, ADJUSTING, FISHED):
        for seat in range(t.seats):
            if not int(t.fished) >> seat & 1:  # its cast still lies on the table
                lures -= t.cast[seat, FIRST_LURE:]
    if me != NOBODY:
        lures -= t.hand[me]
    return lures


def _place(played: Ints, old: Source, new: Source, rng: np.random.Generator) -> tuple[Source, Source]:
    """Say for each lure that was played where it had come from, until all fit; the true story always can be found."""
    lures = [(seat, kind) for seat, kinds in enumerate(played) for kind, count in enumerate(kinds) for _ in range(count)]
    for _ in range(MOST_TRIES):
        before, since = old.copy(), new.copy()
        if all(_came(before, since, lures[i], rng) for i in rng.permutation(len(lures))):
            return before, since
    raise RollmopsError("this view of Lure cannot be: the lures that were played do not fit those that were drawn")


def _came(old: Source, new: Source, lure: tuple[int, int], rng: np.random.Generator) -> bool:
    seat, kind = lure
    ways, all_ways = old.ways(seat, kind), old.ways(seat, kind) + new.ways(seat, kind)
    if all_ways:
        (old if rng.integers(all_ways) < ways else new).give(seat, kind)
    return all_ways > 0
