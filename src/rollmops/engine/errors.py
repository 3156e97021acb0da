"""Everything that can be wrong with what people give us: one family, each told so that one knows what to do."""

from __future__ import annotations


class RollmopsError(Exception):
    """Something a person gave cannot be used; the message says what was wrong and what would be right."""


class BadWordsError(RollmopsError):
    """The words of an entry are not in the game's vocabulary."""


class IllegalError(RollmopsError):
    """The words make sense, but the rules forbid it now."""


class NotYourTurnError(RollmopsError):
    """This seat owes no choice now."""


class StaleError(RollmopsError):
    """The choice was made for a table that has moved on."""


class BadRecordError(RollmopsError):
    """A record cannot be read or breaks the rules; `line` is where."""

    def __init__(self, line: int, message: str) -> None:
        self.line = line
        super().__init__(f"line {line}: {message}")


class BadComponentsError(RollmopsError):
    """A component file makes no sense; `field` names the place."""

    def __init__(self, field: str, message: str) -> None:
        self.field = field
        super().__init__(f"components: {field}: {message}")


class BadTableError(RollmopsError):
    """A table cannot be laid like this: too many players, an unknown game, a seat that is not there."""


class BadProofError(RollmopsError):
    """The dice of a record are not the ones that were promised."""
