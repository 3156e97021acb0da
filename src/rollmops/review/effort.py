"""How closely a review looks where nothing is known exactly: first quickly, then as usual, then in full."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Closeness:
    """What is spent on estimates; exact values need none of it."""

    throws: int  # of every gesture on the floe, in the arena; 0: on the library's ice alone
    seconds: float  # for a decision of Lure, on the machine where the mind was measured
    trials: int  # throws of the dice of a round of Lure


EFFORTS = {"quick": Closeness(0, 0.015, 100), "usual": Closeness(40, 0.2, 400), "full": Closeness(1000, 0.7, 2000)}
QUICK, USUAL = "quick", "usual"
