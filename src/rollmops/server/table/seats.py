"""The seats of a table: who sits there, and what each puts into the dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rollmops.engine.contract import LETTERS
from rollmops.engine.dice import house_salt
from rollmops.games.records import HOUSE, UNOPENED
from rollmops.server.protocol.words import Colour
from rollmops.server.store.events import SeatPlan


@dataclass
class Seat:
    """Who sits there now."""

    plan: SeatPlan
    name: str
    colour: Colour
    lock: str
    promise: str = ""  # SHA-256 of the salt that its holder has drawn
    salt: str = ""  # known once it was opened
    stand_in: str = ""  # the level of the bot that plays on for somebody who is gone

    @property
    def sat(self) -> bool:
        """Whether somebody sat down there with a contribution to the dice."""
        return bool(self.promise or self.salt)

    @property
    def opened(self) -> bool:
        """Whether nothing is to be waited for: its salt is open, or there is none."""
        return bool(self.salt or self.bot) or not self.promise

    @property
    def bot(self) -> str:
        """The level of the bot that chooses for this seat; empty where a person does."""
        return self.plan.level if self.plan.kind == "bot" else self.stand_in


def house_salts(seed: str, seats: Sequence[Seat]) -> dict[str, str]:
    """What the house puts in for bots and for salts that are never opened: the seed fixes it, all see it from the start."""
    return {letter: house_salt(seed, letter) for letter in LETTERS[: len(seats)]}


def final_salts(seed: str, seats: Sequence[Seat]) -> dict[str, str]:
    """Every seat's contribution, with the house's own where none was opened."""
    house = house_salts(seed, seats)
    return {letter: seat.salt or house[letter] for letter, seat in zip(house, seats, strict=True)}


def salted_by_house(seats: Sequence[Seat]) -> dict[str, str]:
    """The seats that have opened no salt, each with the record's word for why: it had none, or it did not come."""
    return {LETTERS[place]: UNOPENED if seat.promise else HOUSE for place, seat in enumerate(seats) if not seat.salt}
