"""How a game's chance happens. Most games have dice and cards by weight; a game may bring something else (a real throw).

A `Game` names the module that holds its `CHANCE` (`chance_at`), and everybody asks `game.chance`: table, server, lab and
proof let it happen in the same way, whatever it is.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from rollmops.engine.table import Ints, copy

if TYPE_CHECKING:
    from rollmops.engine.components import Components
    from rollmops.engine.contract import Game


class Source(Protocol):
    """Anything that lets chance happen."""

    def roll(self, game: Game, t: Any) -> list[int]:
        """Let chance's next line happen on this table; returns its elementary choices."""


class Dice(Source, Protocol):
    """A source that draws: choices by weight, and numbers, as the seed of a real throw."""

    def number(self, total: int) -> int:
        """A number from 0 to total − 1."""

    def draw_at(self, game: Game, t: Any, weights: Ints, nth: int) -> int:
        """One choice by weight, as number `nth` of the line that is due on this table."""


class Chance:
    """Chance by weight: dice fall and cards are turned as `options` weighs them. Games of another kind override this."""

    by_weight = True
    """Whether the weights of `options` are the odds, so that chance can be listed, reckoned and compiled."""
    proven = "dice proven"
    """What has been done with the dice of a record that was checked; their number stands before it."""

    def source(self, components: Components, dice: Dice, stamp: str = "") -> Source:
        """What lets chance happen at a table with these dice; `stamp` is what `stamp` told of the chance before."""
        return dice

    def draw(self, game: Game, t: Any, dice: Dice) -> None:
        """Draw what chance's next line takes from the dice; the line does not happen."""
        dice.roll(game, copy(t))

    def dice_of(self, choices: list[int], words: str) -> int:
        """How many dice or cards a line of chance is."""
        return len(choices)

    def maker(self) -> str | None:
        """What makes this chance, as the `arena` line of a header names it; None where the dice alone do."""
        return None

    def stamp(self, source: Source) -> str:
        """What the `arena` line keeps of all that this source has let happen."""
        return ""

    def flight(self, source: Source) -> str:
        """How the dice of the line just made came to lie, for the page."""
        return ""

    def check_maker(self, stamp: str | None) -> None:
        """Refuse (BadProofError) where chance that was made like this cannot be made again here."""

    def check_stamp(self, stamp: str | None, source: Source) -> None:
        """Refuse (BadProofError) where a source that made a whole record again tells another stamp."""


CHANCE = Chance()


@cache
def chance_of(module: str) -> Chance:
    """The chance that a module holds; loaded when it is asked for."""
    found: Chance = import_module(module).CHANCE
    return found
