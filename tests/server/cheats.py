"""A host who cheats at dice: `python -m tests.server.cheats HOW serve …` is `rollmops serve` with one of these patches."""

from __future__ import annotations

import sys
from collections.abc import Callable

import msgspec

from rollmops.engine.contract import LETTERS
from rollmops.engine.dice import commitment, new_salt, new_seed
from rollmops.engine.keyed import KeyedDice
from rollmops.server.store import events as ev
from rollmops.server.table import folding, updates
from rollmops.server.table.seats import final_salts, salted_by_house
from rollmops.server.table.sitting import Sitting

honest_begin = Sitting.begin


def bots_of(sitting: Sitting) -> list[int]:
    return [place for place, seat in enumerate(sitting.seats) if seat.plan.kind == "bot"]


def pleases(sitting: Sitting) -> bool:
    """Whether the lot lets the first bot begin."""
    dice = KeyedDice(sitting.plan.seed, final_salts(sitting.plan.seed, sitting.seats))
    return dice.lot(len(sitting.seats)) == bots_of(sitting)[0]


def grind(sitting: Sitting) -> ev.Events:
    """Draw the bots' salts last, until the dice please; the record then has them for salts of people."""
    while True:
        for place in bots_of(sitting):
            sitting.seats[place].salt = new_salt()
        if pleases(sitting):
            return honest_begin(sitting)


def grind_and_lie(sitting: Sitting) -> ev.Events:
    """The same, but the record says that these salts were fixed beforehand."""
    bots = {LETTERS[place]: "house" for place in bots_of(sitting)}
    vars(folding)["salted_by_house"] = lambda seats: salted_by_house(seats) | bots
    return grind(sitting)


def swap(sitting: Sitting) -> ev.Events:
    """Take another seed when everybody has sat down, until the dice please."""
    while True:
        sitting.plan = msgspec.structs.replace(sitting.plan, seed=new_seed())
        if pleases(sitting):
            return honest_begin(sitting)


def swap_in_secret(sitting: Sitting) -> ev.Events:
    """The same, but the pages are told the old commitment to the end."""
    seen, house = commitment(sitting.plan.seed), sitting.house_salts()
    vars(updates)["commitment"] = lambda seed: seen
    Sitting.house_salts = lambda self: house  # type: ignore[method-assign]
    return swap(sitting)


def put_in_own(sitting: Sitting) -> ev.Events:
    """Let no salt of a person count: the host's own instead, until the dice please."""
    while True:
        for seat in sitting.seats:
            if seat.promise:
                seat.salt = new_salt()
        if pleases(sitting):
            return honest_begin(sitting)


CHEATS: dict[str, Callable[[Sitting], ev.Events]] = {
    "grind": grind,
    "grind and lie": grind_and_lie,
    "swap": swap,
    "swap in secret": swap_in_secret,
    "put in own": put_in_own,
}


if __name__ == "__main__":
    from rollmops.cli import main

    Sitting.begin = CHEATS[sys.argv.pop(1)]  # type: ignore[method-assign, assignment]
    main()
