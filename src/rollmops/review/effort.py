"""How closely a review looks where nothing is known exactly: first quickly, then as usual, then in full."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Closeness:
    """What is spent on estimates; exact values need none of it."""

    throws: int  # of every gesture on the floe, in the arena; 0: on the library's ice alone
    seconds: float  # for a decision of Lure, on the machine where the mind was measured
    trials: int  # throws of the dice of a round of Lure
    part: float = 1.0  # of the tables of a turn of soles with four players and more that are looked at
    narrow: bool = False  # whether few casts of Lure are looked at
    playouts: int = 1_000_000  # random games in all, where nobody knows anything of a box; at most 2,000 from a table


EFFORTS = {
    "quick": Closeness(0, 0.015, 100, 0.125, narrow=True, playouts=20_000),
    "usual": Closeness(40, 0.2, 400),
    "full": Closeness(1000, 0.7, 2000, playouts=10_000_000),
}
QUICK, USUAL = "quick", "usual"
