"""What the server and the processes that think and reckon for it say to each other. A module of its own: what is pickled has
the same name at both ends."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import Literal

from rollmops.engine.components import Components
from rollmops.engine.logbook import Record
from rollmops.server.protocol.messages import Problem
from rollmops.server.protocol.requests import WhatIfAsk
from rollmops.server.table.thoughts import AdviceTask, BotTask

LENGTH_BYTES = 4
Lane = Literal["quick", "bot", "hint", "first", "closer"]
"""Bots that hardly think · those that do · hints · first figures of a review, for which somebody waits before an empty page
· closer looks. Who is in one lane never waits for who is in another."""

REVIEW_LANES: tuple[Lane, ...] = ("first", "closer")


@dataclass(frozen=True)
class ReviewTask:
    """A game to review, for so many seconds at most."""

    record: Record
    components: Components | None
    effort: str
    seconds: float
    lane: Lane


@dataclass(frozen=True)
class WhatIfTask:
    """A line to look at; whoever asks for the same again gets more games played."""

    ask: WhatIfAsk
    record: Record
    components: Components | None
    lane: Lane = "first"


@dataclass(frozen=True)
class WarmTask:
    """A game that will be reviewed soon. Whoever asks meanwhile does not wait for it."""

    game: str
    lane: Lane = "closer"


@dataclass(frozen=True)
class DropTask:
    """Nobody waits for this number any more."""


Work = BotTask | AdviceTask | ReviewTask | WhatIfTask | WarmTask
Task = Work | DropTask


@dataclass(frozen=True)
class Answer:
    """What a task has brought, as JSON or a bot's words, or why not."""

    number: int
    body: bytes = b""
    problem: Problem | None = None


def packed(thing: object) -> bytes:
    """With its length before it."""
    data = pickle.dumps(thing)
    return len(data).to_bytes(LENGTH_BYTES, "big") + data
