"""What lies on a table of Lure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.table import Grid, Number, Record, Row
from rollmops.games.lure.box import ALL_NAMES, CARDS, LURES, MOST_NAMED, SEATS, SIXES, Card, read_box

ADJUST, X1, BOAST = 0, 1, 7
"""Places in LURES: an adjust lure, the first of the extra dice, a boast."""
SPECIAL = ("d12", "d20")
SIDES = (12, 20)
DICE = SIXES + len(SPECIAL)

ITEMS = 1 + len(SPECIAL) + len(LURES)
"""What a cast is made of, in this order: six-sided dice, the d12, the d20, lures of each kind."""
SIX, D12, FIRST_LURE = 0, 1, 3

UNSEEN, MIDDLE, PILE_OF, NOWHERE = 0, 1, 2, -1
"""Where a fish is: not turned up · in the middle · PILE_OF + s, the score pile of seat s · no such card in this box."""

SPLASH, CAST, ROLL, ADJUSTING, FISHED, DONE = range(6)
"""Fish are turned up · all cast in secret · dice fall · dice are adjusted in secret · between two turns · it is over.

Whenever somebody has to draw a lure (`drawing`), that comes first."""


class Table(Record):
    """Deck and draw pile are sets without an order: which card comes is chance at the moment it is drawn.

    With two or three players ten fish leave the game unseen. Here nobody takes them out: `deck` says how many more fish
    will be turned up, each drawn from all that are unseen. Ten cards taken from a shuffled deck and twenty taken from all
    thirty, one by one, come out with the same chances, and which ten never came is not written anywhere.
    """

    # the box
    sixes: Number
    specials: Annotated[Row, 2]
    new_fish: Annotated[Row, SEATS + 1]
    leave: Annotated[Row, SEATS + 1]
    boast_vp: Number
    lures: Annotated[Row, 8]
    cards: Number  # how many fish there are
    called: Annotated[Row, ALL_NAMES // 2]  # their names in UTF-8, two bytes to a number, spaces between
    catch: Annotated[Row, CARDS]
    vp: Annotated[Row, CARDS]
    splash: Annotated[Row, CARDS]
    need: Annotated[Row, CARDS]  # PAIR, DISTINCT, ODD, EVEN and HAS, added
    named: Annotated[Grid, CARDS, MOST_NAMED]  # the numbers it names
    often: Annotated[Grid, CARDS, MOST_NAMED]  # how often each must be there

    # the table
    seats: Number
    phase: Number
    rounds: Number
    deck: Number
    splashing: Number  # fish still to be turned up in this splash
    drawing: Number  # a bit for each seat that is to draw a lure
    place: Annotated[Row, CARDS]
    stamp: Annotated[Row, CARDS]  # in which order fish came into the middle, and into score piles
    turned_up: Number
    shoal: Number  # fish in the middle
    boasts: Annotated[Row, SEATS]
    resting: Annotated[Grid, SEATS, 2]

    # lures, by kind
    pile: Annotated[Row, 8]
    discards: Annotated[Row, 8]
    hand: Annotated[Grid, SEATS, 8]
    # since the discards were last shuffled: what tells others which lures a hand can hold
    stock: Annotated[Row, 8]  # the draw pile as it was then
    drawn: Annotated[Grid, SEATS, 8]
    played: Annotated[Grid, SEATS, 8]

    # this round
    owing: Number  # a bit for each seat whose secret choice is still to come
    cast: Annotated[Grid, SEATS, ITEMS]
    casting: Annotated[Row, SEATS]  # what this seat's cast chooses next; ITEMS when it is ready
    fished: Number  # a bit for each seat that has had its turn
    fishing: Number  # a bit for each seat that rolls now
    roller: Number
    fallen: Number  # dice of the roller on the table
    face: Annotated[Grid, SEATS, DICE]
    turned: Annotated[Grid, SEATS, DICE]  # adjusting that is still secret
    total: Annotated[Row, SEATS]
    meets: Annotated[Row, SEATS]  # PAIR, DISTINCT, ODD, EVEN as the dice meet them, added


def check(facts: Mapping[str, Any]) -> None:
    """Refuse a component file that makes no sense."""
    read_box(facts)


def set_components(t: Table, components: Components) -> None:
    """Put the box on the table."""
    box = read_box(components.facts)
    t.sixes = box.sixes
    t.specials[:] = box.specials
    t.new_fish[2:] = box.new_fish
    t.leave[2:] = box.leave
    t.boast_vp = box.boast_vp
    t.lures[:] = box.lures
    t.cards = len(box.deck)
    t.called[:] = np.frombuffer(" ".join(box.deck).encode().ljust(ALL_NAMES, b"\0"), np.int16)
    for fish, card in enumerate(box.deck.values()):
        _lay_card(t, fish, card)


def _lay_card(t: Table, fish: int, card: Card) -> None:
    t.catch[fish], t.vp[fish] = card.catch, card.vp
    t.splash[fish], t.need[fish] = card.splash, card.need
    for place, number in enumerate(card.named):
        t.named[fish, place] = number
        t.often[fish, place] = card.named[: place + 1].count(number)


def names(t: Table) -> list[str]:
    """What the fish of this box are called, in the order of the cards."""
    return t.called.tobytes().rstrip(b"\0").decode().split()


def deck_of(t: Table) -> dict[str, int]:
    """The fish of this box by name, each with the number of its card."""
    return {name: fish for fish, name in enumerate(names(t))}


def name_of(t: Table, fish: int) -> str:
    """What this fish is called."""
    return names(t)[fish]


def fish_at(t: Table, place: int) -> list[int]:
    """The fish there, in the order they came."""
    found = np.flatnonzero(t.place == place)
    return [int(fish) for fish in found[np.argsort(t.stamp[found])]]


def names_at(t: Table, place: int) -> list[str]:
    """What the fish there are called, in the order they came."""
    called = names(t)
    return [called[fish] for fish in fish_at(t, place)]


def lures_of(counts: Row) -> list[str]:
    """Lures by name, from a row that counts them by kind."""
    return [lure for lure, count in zip(LURES, counts.tolist(), strict=True) for _ in range(count)]


def resting(t: Table, seat: int) -> list[str]:
    """The special dice in front of this seat's screen."""
    return [name for special, name in enumerate(SPECIAL) if t.resting[seat, special]]
