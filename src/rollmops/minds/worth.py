"""What a table of Rolling Dice is worth to a seat, in points: the track, what the dice earn as they lie, what comes next."""

from __future__ import annotations

from rollmops.engine.compile import loop, rule
from rollmops.games.floe.scoring import earned
from rollmops.games.floe.table import DONE, Table

PROMISE_PART = 0.5
"""A die whose owner has still to throw in this round earns what it promises only half the time."""
WIN_POINTS = 60.0
FAIL_POINTS = 5.0
"""What it costs not to outdo one's own die in the next round: its points then, but four dice after that."""
COMING_POINTS = 3.0
"""What a colour that has still to throw will show on the floe, less what it loses in the water."""
NEAR_MM, FAR_MM = 130.0, 340.0
"""Hardly a throw rests behind the one, hardly one beyond the other (mm)."""


@rule
def has_thrown(t: Table, c: int) -> bool:
    """Whether a colour has had its turn in this round."""
    return (c - int(t.starter)) % int(t.colours) < int(t.taken)


@rule
def ahead_of_most(t: Table, c: int) -> float:
    """The chance that a die still to be thrown will lie behind this one, roughly."""
    return float(min(0.95, max(0.05, (t.y[c] / 10 - NEAR_MM) / (FAR_MM - NEAR_MM))))


@loop
def hard_to_outdo(t: Table, c: int) -> float:
    """The chance that three dice do not outdo this one, roughly."""
    further = 1 - ahead_of_most(t, c)
    higher = (6 - t.up[c]) / 6
    beaten = 0.8 * (1 - (1 - further) * (1 - higher))
    return float((1 - beaten) ** 3)


@loop
def prospects(t: Table, c: int) -> float:
    """Points of a colour: on the track, by its die as it lies, less the trouble it makes in the next round."""
    points = float(t.track[c])
    if t.scoring[c] and not t.pushed[c]:
        if not has_thrown(t, c):
            return points + PROMISE_PART * earned(t, c)
        points += earned(t, c) - FAIL_POINTS * hard_to_outdo(t, c)
        for other in range(int(t.colours)):
            if not has_thrown(t, other) and not t.scoring[other]:
                points += COMING_POINTS * ahead_of_most(t, c)
    return points


@loop
def worth(t: Table, seat: int) -> float:
    """The seat's prospects less the mean of the others', per colour; a finished game is won or lost above all."""
    seats, colours = int(t.seats), int(t.colours)
    own, others, best_other, own_track = 0.0, 0.0, -1.0, 0.0
    for s in range(seats):
        points, track = 0.0, 0.0
        for c in range(s, colours, seats):
            points += prospects(t, c)
            track += t.track[c]
        if s == seat:
            own, own_track = points, track
        else:
            others += points / (seats - 1)
            best_other = max(best_other, track)
    value = own - others
    if t.phase == DONE:
        value += WIN_POINTS if own_track > best_other else (0.0 if own_track == best_other else -WIN_POINTS)
    return value
