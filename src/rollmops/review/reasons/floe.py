"""Why, on the floe: what a die earns as it lies, and how hard its own colour will find it to outdo, on the library's ice."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rollmops.engine.contract import LETTERS
from rollmops.engine.match import Match
from rollmops.engine.stream import stream
from rollmops.games.floe.scoring import earned
from rollmops.games.floe.table import DONE, KEEP
from rollmops.minds.sharp.floe_ice import scratch
from rollmops.minds.sharp.floe_know import known
from rollmops.minds.sharp.floe_play import play_on
from rollmops.minds.sharp.floe_worth import SCRATCH
from rollmops.review.reasons.reason import Reason, after

GAMES = 100
"""Played on from either line, to see how often the next throw of the colour does not outdo its die."""
IDEAS, THROWS = 8, 5
"""Gestures that are weighed in a turn of these games, and throws of each."""
CLEARLY = 0.05


def reason(match: Match, seat: int, best: str, other: str) -> Reason:
    """The facts behind the die that is kept."""
    if match.table.phase != KEEP:
        return Reason("plain", other)
    tables, colours = [after(match, seat, line) for line in (best, other)], [_colour(line) for line in (best, other)]
    points, instead = (float(earned(t, colour)) for t, colour in zip(tables, colours, strict=True))
    fails, failing = (_misthrows(t, colour) for t, colour in zip(tables, colours, strict=True))
    plain = Reason("plain", other, fails, failing, points, instead)
    if fails < failing - CLEARLY:
        return replace(plain, kind="endures")
    return replace(plain, kind="earns") if points > instead else plain


def _colour(line: str) -> int:
    """Whose die `keep C2` keeps."""
    return LETTERS.index(line.split()[-1][0])


def _misthrows(t: Any, colour: int) -> float:
    """How often this colour does not outdo its die when it throws next; games that end before do not count."""
    net, rng, failed, thrown = known().nets[int(t.seats)], stream(1), 0, 0
    for _ in range(GAMES):
        rows = scratch(t, 1 + SCRATCH)
        for _ in range(2 * int(t.colours)):
            if rows[0].phase == DONE:
                break
            own = int(rows[0].turn) == colour
            play_on(rows, 1, IDEAS, THROWS, known().ice, net, rng)
            if own:
                thrown, failed = thrown + 1, failed + (not rows[0].scoring[colour])
                break
    return failed / thrown if thrown else 0.0
