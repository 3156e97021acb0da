"""A decision of the daily catch: a logbook that stops where seat A decides. What its lines are worth stands in comments, so
`rollmops replay` and everything else reads it as it is.

    #? A               who decides
    #= 0.5312 again    a line that may be chosen and the share of the win it is worth; the best first
    #+ 0.0021          the standard error of how far the best is ahead of the second; missing where values are exact
    #~ secure          what many would choose: the natural mistake
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rollmops.engine.errors import BadRecordError, RollmopsError
from rollmops.engine.logbook import Record, read_record
from rollmops.engine.match import Match
from rollmops.games.records import fold

SEAT = 0
"""Whoever solves sits at seat A."""
LEAST_GAP, MOST_GAP = 0.015, 0.15
"""How far the best line is ahead of the second: less is a matter of taste, more is seen by anybody."""
SURE = 4.0
"""The gap is at least so many standard errors, where values are estimates."""
_SAID = re.compile(r"#([?=+~]) (.*)")
_FIRST = "rollmops 1"
MAKING = 2
"""By which making days are made now; a day says so in its first line, one without such a line is by the first."""
_MADE = "# making "


@dataclass(frozen=True)
class Decision:
    """One of the five."""

    record: Record
    lines: dict[str, float]  # best first
    error: float | None  # of the gap; None: exact
    mistake: str

    @property
    def game(self) -> str:
        """Which game it is of."""
        return self.record.header.game

    @property
    def best(self) -> str:
        """The line that wins most."""
        return next(iter(self.lines))

    @property
    def gap(self) -> float:
        """How far the best line is ahead of the second."""
        first, second, *_ = self.lines.values()
        return first - second

    @property
    def sure(self) -> bool:
        """Whether the gap is far larger than its error."""
        return self.error is None or self.gap >= SURE * self.error - 1e-9

    def lost(self, line: str) -> float:
        """What a line gives away; raises RollmopsError where it is not offered."""
        if line not in self.lines:
            raise RollmopsError(f"{line!r} is not offered here; choose one of {', '.join(self.lines)}")
        return self.lines[self.best] - self.lines[line]

    def text(self) -> str:
        """As it stands in a day."""
        said = ["#? A", *([] if self.error is None else [f"#+ {self.error:.4f}"]), f"#~ {self.mistake}"]
        said += [f"#= {share:.4f} {line}" for line, share in self.lines.items()]
        return self.record.text().rstrip("\n") + "\n" + "\n".join(said) + "\n"

    def match(self) -> Match:
        """The game as it stands there."""
        return fold(self.record)


def read_decision(text: str) -> Decision:
    """Read one; BadRecordError names what is wrong."""
    record = read_record(text)
    lines: dict[str, float] = {}
    error, mistake = None, ""
    for number, line in enumerate(text.splitlines(), 1):
        said = _SAID.fullmatch(line)
        if said is None:
            continue
        kind, rest = said.groups()
        try:
            if kind == "=":
                share, _, words = rest.partition(" ")
                lines[words] = float(share)
            elif kind == "+":
                error = float(rest)
            elif kind == "~":
                mistake = rest
        except ValueError:
            raise BadRecordError(number, f"found '{line}'; there should be a figure like 0.5312") from None
    if len(lines) < 2:
        raise BadRecordError(1, "a decision of the daily catch has two lines at least")
    return Decision(record, lines, error, mistake)


def read_day(text: str) -> tuple[Decision, ...]:
    """The decisions of a day."""
    parts = re.split(rf"^(?={_FIRST}$)", text, flags=re.MULTILINE)
    return tuple(read_decision(part) for part in parts if part.startswith(_FIRST))


def day_text(decisions: Iterable[Decision], making: int = MAKING) -> str:
    """A day as it is closed and kept."""
    head = f"{_MADE}{making}\n" if making > 1 else ""
    return head + "\n".join(decision.text() for decision in decisions)


def making_of(text: str) -> int:
    """By which making a day was made."""
    first = text.partition("\n")[0]
    return int(first.removeprefix(_MADE)) if re.fullmatch(rf"{_MADE}\d{{1,3}}", first) else 1


def check(decision: Decision) -> None:
    """The laws of a decision; raises RollmopsError with the one that is broken."""
    match = decision.match()
    if match.over or match.chance or SEAT not in match.owing:
        raise RollmopsError("seat A does not decide where this record stops")
    for line in decision.lines:
        match.check(SEAT, line)
    shares = list(decision.lines.values())
    if shares != sorted(shares, reverse=True):
        raise RollmopsError("the lines do not stand in the order of what they are worth")
    if not LEAST_GAP - 1e-4 <= decision.gap <= MOST_GAP + 1e-4:
        raise RollmopsError(f"the best line is {decision.gap:.2%} ahead, not {LEAST_GAP:.1%} to {MOST_GAP:.0%}")
    if not decision.sure:
        raise RollmopsError(f"the gap of {decision.gap:.2%} is not sure with a standard error of {decision.error:.2%}")
    if decision.mistake not in decision.lines or decision.mistake == decision.best:
        raise RollmopsError("there is no natural mistake among the lines")
