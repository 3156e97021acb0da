"""Which kind of problem an error is for a page."""

from __future__ import annotations

from rollmops.engine import errors
from rollmops.games.records import OtherBoxError
from rollmops.server.protocol.messages import Problem
from rollmops.server.protocol.words import ProblemKind
from rollmops.server.store.files import StoreError, StoreFullError
from rollmops.server.table.archive import OldRulesError


class SeatError(errors.RollmopsError):
    """A seat that this device does not hold."""


class TakenError(errors.RollmopsError):
    """A seat that is somebody's."""


class EarlyError(errors.RollmopsError):
    """Something that will be possible later."""


class TooFastError(errors.RollmopsError):
    """More than one visitor may ask for."""


class OutOfTimeError(errors.RollmopsError):
    """What takes longer than the server has time for."""


class UnknownDealError(errors.RollmopsError):
    """There are no shared dice of this code."""


KINDS: dict[type[errors.RollmopsError], ProblemKind] = {
    errors.BadWordsError: "bad words",
    errors.IllegalError: "illegal",
    errors.NotYourTurnError: "not your turn",
    errors.StaleError: "stale",
    OtherBoxError: "other box",
    errors.BadRecordError: "bad record",
    errors.BadComponentsError: "bad components",
    errors.BadTableError: "bad table",
    OldRulesError: "old rules",
    SeatError: "unknown seat",
    TakenError: "seat taken",
    EarlyError: "too early",
    UnknownDealError: "not found",
    TooFastError: "too fast",
    OutOfTimeError: "out of time",
    StoreFullError: "full",
    StoreError: "cannot write",
}


def kind_of(error: errors.RollmopsError) -> ProblemKind:
    """The kind a page can act on."""
    return next((kind for family, kind in KINDS.items() if isinstance(error, family)), "illegal")


def problem_of(error: errors.RollmopsError, about: int = 0) -> Problem:
    """The error as a page hears it, with the line or the field that is to blame."""
    line = error.line if isinstance(error, errors.BadRecordError) else None
    field = error.field if isinstance(error, errors.BadComponentsError) else None
    return Problem(about, kind_of(error), str(error), line, field)
