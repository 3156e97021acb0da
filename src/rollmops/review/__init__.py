"""Was it luck? What dice and decisions changed about everybody's chances in a game that was played.

`rollmops.review(record)` gives a `Review` of plain structs: the ledger of every seat, and what every line changed. The
record may be a `Record`, a `Match` or a file; `effort` says how closely estimates are looked at: `quick`, `usual` or
`full`. Raises BadRecordError where the record is no legal game, RollmopsError where it cannot be reviewed.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from rollmops.review.ledger import review as review
from rollmops.review.structs import Moment as Moment
from rollmops.review.structs import Rating as Rating
from rollmops.review.structs import Review as Review
from rollmops.review.structs import SeatLedger as SeatLedger
from rollmops.review.structs import Step as Step
from rollmops.review.structs import WhatIf as WhatIf

if TYPE_CHECKING:
    from rollmops.engine.logbook import Record
    from rollmops.engine.match import Match


class _Front(ModuleType):
    """The front door calls this folder by its name, as it does `rollmops.verify`."""

    def __call__(self, record: Record | Match | str | Path, *, effort: str = "usual") -> Review:
        """What was luck and what was skill."""
        from rollmops.library import review_of

        return review_of(record, effort=effort)


sys.modules[__name__].__class__ = _Front
