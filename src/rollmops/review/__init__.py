"""Was it luck? What dice and decisions changed about everybody's chances in a game that was played."""

from __future__ import annotations

from rollmops.review.ledger import review as review
from rollmops.review.structs import Moment as Moment
from rollmops.review.structs import Rating as Rating
from rollmops.review.structs import Review as Review
from rollmops.review.structs import SeatLedger as SeatLedger
from rollmops.review.structs import Step as Step
