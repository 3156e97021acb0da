"""Four fishing dice games at one table: play them, prove the dice, study the luck.

    import rollmops

    match = rollmops.open("soles", players=["Ann", "Ben"])
    match.roll()
    match.lines()       # what the seat that owes a choice may play
    print(match)        # the board

Everything here is loaded when it is first used; importing the package costs nothing and changes nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rollmops.engine.errors import (
        BadComponentsError,
        BadProofError,
        BadRecordError,
        BadTableError,
        BadWordsError,
        IllegalError,
        NotYourTurnError,
        RollmopsError,
        StaleError,
    )
    from rollmops.engine.logbook import Entry
    from rollmops.extras import MissingExtraError
    from rollmops.lab.odds.prospect import Prospect
    from rollmops.lab.summary import Summary
    from rollmops.library import (
        Bot,
        Match,
        Record,
        mind,
        odds,
        open,  # noqa: A004
        play,
        read,
        script,
        simulate,
        verify,
        what_if,
    )
    from rollmops.library import review_of as review
    from rollmops.minds import Mind

__version__ = "0.1.0"
__all__ = [
    "BadComponentsError",
    "BadProofError",
    "BadRecordError",
    "BadTableError",
    "BadWordsError",
    "Bot",
    "Entry",
    "IllegalError",
    "Match",
    "Mind",
    "MissingExtraError",
    "NotYourTurnError",
    "Prospect",
    "Record",
    "RollmopsError",
    "StaleError",
    "Summary",
    "mind",
    "odds",
    "open",
    "play",
    "read",
    "review",
    "script",
    "simulate",
    "verify",
    "what_if",
]

_HOMES = {
    "Entry": "rollmops.engine.logbook",
    "Mind": "rollmops.minds",
    "MissingExtraError": "rollmops.extras",
    "Prospect": "rollmops.lab.odds.prospect",
    "Summary": "rollmops.lab.summary",
}
"""Where names live that are neither in engine/errors.py nor in library.py."""


def __getattr__(name: str) -> Any:
    if name == "review":  # a folder of the package too, which can be called
        return import_module("rollmops.review")
    if name not in __all__:
        raise AttributeError(f"module 'rollmops' has no attribute '{name}'")
    home = _HOMES.get(name, "rollmops.engine.errors" if name.endswith("Error") else "rollmops.library")
    found = getattr(import_module(home), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
