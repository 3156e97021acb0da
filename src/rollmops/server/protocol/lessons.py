"""Lessons and the small boards of the rules, as a page hears them."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from rollmops.server.protocol.messages import Line, Part


class LessonText(Struct, frozen=True):
    """The same in every language of the page."""

    en: str
    de: str


class LessonAnswer(Struct, frozen=True):
    """What is said to a legal line that is not the one looked for; `*` for all that have no answer of their own."""

    line: str
    text: LessonText


class LessonStep(Struct, frozen=True):
    """One entry of a lesson: what is said before it, the lines that were written by it, and the table after it."""

    seat: str
    chance: bool
    """Dice or cards make it, and nobody decides."""
    says: LessonText | None
    task: LessonText | None
    """What the learner is to find; then `part` is what a table would send."""
    why: LessonText | None
    """Said after it was played."""
    answers: tuple[LessonAnswer, ...]
    accepted: tuple[str, ...]
    """Lines that are right, the entry's own first; `*` for any. The lesson goes on with its own."""
    points: tuple[str, ...]
    """What of the game's rules is met here."""
    part: Part | None
    owing: tuple[str, ...]
    lines: tuple[Line, ...]
    """None while choices lie sealed; then several at once."""
    view: Annotated[Any, Meta(title="View")]


class LessonReply(Struct, frozen=True):
    """GET /api/lessons/NAME: a lesson to be played through without asking again. The learner sits at seat A."""

    game: str
    title: str
    digest: str
    """Of its record: how far somebody has come is worth keeping for this lesson alone."""
    names: dict[str, str]
    opening: Annotated[Any, Meta(title="View")]
    steps: tuple[LessonStep, ...]
    goodbye: LessonText


class BoardReply(Struct, frozen=True):
    """GET /api/boards/NAME: a small board of the rules, up to the next choice of seat A. What may be chosen is in the `part`
    of the last step; without one the turn is over."""

    game: str
    title: str
    names: dict[str, str]
    opening: Annotated[Any, Meta(title="View")]
    steps: tuple[LessonStep, ...]
    record: str
    """To be brought back with the choice: the server keeps nothing."""
