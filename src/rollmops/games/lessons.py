"""Lessons: a record whose comments speak. `lesson.rollmops` lies next to a game, and `rollmops replay` plays it as it is.

Comments belong to the entry that follows; several lines of one kind and language are one text. docs/lessons.md tells more.

    #> en Said before the entry.             #@ hook       a point of RULES.md that is met here
    #? en The task: seat A decides.          #+ take B     another line that is right as well; * for any
    #= en Said after it was played: why.     #! secure en  A kind answer to this legal line; * for any other
    #~ BASE64   how the dice of a real throw flew, for pages that show it
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from rollmops.engine.errors import BadRecordError, BadTableError, RollmopsError
from rollmops.engine.logbook import Entry, Record, read_record, shown
from rollmops.engine.match import Match
from rollmops.games import rules_text, text_beside
from rollmops.games.records import open_match

FILE = "lesson.rollmops"
LANGUAGES = ("en", "de")
LEARNER = 0
"""Who learns sits at seat A."""
ANY = "*"
MARKS = {
    ">": "#> en TEXT",
    "?": "#? en TEXT",
    "=": "#= en TEXT",
    "!": "#! LINE en TEXT",
    "+": "#+ LINE",
    "@": "#@ POINT",
    "~": "#~ BASE64",
}
BEGINNERS = "## What a beginner needs"
_SPOKEN = re.compile(r"#([>?=!+@~])\s*(.*)")
_LANGUAGE = re.compile(rf"({'|'.join(LANGUAGES)})\s+(\S.*)")
_ANSWER = re.compile(rf"(\S.*?)\s+({'|'.join(LANGUAGES)})\s+(\S.*)")
_POINT = re.compile(r"[a-z]+(-[a-z]+)*")
_FLIGHT = re.compile(r"[A-Za-z0-9+/]+=*")
_LISTED = re.compile(r"- `([a-z-]+)`")


class Text(Struct, frozen=True):
    """The same in every language of the page."""

    en: str
    de: str


class Answer(Struct, frozen=True):
    """What is said to a legal line that is not the one looked for; `*` for all that have no answer of their own."""

    line: str
    text: Text


class Step(Struct, frozen=True):
    """One entry of the record and what is said about it. Where there is a task, the learner finds the entry."""

    entry: Entry
    says: Text | None = None
    task: Text | None = None
    why: Text | None = None
    answers: tuple[Answer, ...] = ()
    accepted: tuple[str, ...] = ()
    """Lines that are right, the entry's own first; `*` for any."""
    points: tuple[str, ...] = ()
    """What of the game's rules is met here."""
    flight: str = ""
    """A throw's trajectory."""


class Lesson(Struct, frozen=True):
    """A game's lesson; `goodbye` is said when the last entry has been played."""

    record: Record
    steps: tuple[Step, ...]
    goodbye: Text
    points: tuple[str, ...]
    """All that is met, in this order."""


class _Spoken:
    """What stands in the comments before one entry."""

    def __init__(self) -> None:
        self.texts: dict[str, dict[str, tuple[int, str]]] = {}
        self.lines: list[tuple[int, str]] = []
        self.points: list[str] = []
        self.flight = ""
        self.first = 0

    def hear(self, number: int, mark: str, rest: str) -> None:
        self.first = self.first or number
        if mark == "@":
            if not _POINT.fullmatch(rest):
                raise BadRecordError(number, f"found {shown(f'#@ {rest}')}; expected {MARKS[mark]}, a word in small letters")
            self.points.append(rest)
        elif mark == "~":
            if not _FLIGHT.fullmatch(rest):
                raise BadRecordError(number, f"found {shown(f'#~ {rest}')}; expected {MARKS[mark]}, a trajectory")
            self.flight = rest
        elif mark == "+":
            if not rest:
                raise BadRecordError(number, f"found '#+' without a line; expected {MARKS[mark]}")
            self.lines.append((number, " ".join(rest.split())))
        else:
            found = (_ANSWER if mark == "!" else _LANGUAGE).fullmatch(rest)
            if not found:
                languages = " or ".join(LANGUAGES)
                raise BadRecordError(
                    number, f"found {shown(f'#{mark} {rest}')}; expected {MARKS[mark]}, in the language {languages}"
                )
            *line, language, text = found.groups()
            said = self.texts.setdefault(mark + " ".join(" ".join(line).split()), {})
            number, before = said.get(language, (number, ""))
            said[language] = (number, f"{before} {text}".strip())

    def text(self, key: str) -> Text | None:
        said = self.texts.get(key)
        if said is None:
            return None
        for language in LANGUAGES:
            if language not in said:
                number, spoken = next(iter(said.values()))
                raise BadRecordError(number, f"{shown(spoken)} is not said in {language!r}; say it in every language")
        return Text(**{language: said[language][1] for language in LANGUAGES})

    def step(self, entry: Entry) -> Step:
        task = self.text("?")
        answers = tuple(
            Answer(key[1:], text) for key in self.texts if key.startswith("!") and (text := self.text(key)) is not None
        )
        if task is None and (answers or self.lines):
            raise BadRecordError(
                self.first, f"'#!' and '#+' belong to a task, and {shown(str(entry))} has none: {MARKS['?']}"
            )
        accepted = (entry.words, *(line for _, line in self.lines)) if task else ()
        return Step(entry, self.text(">"), task, self.text("="), answers, accepted, tuple(self.points), self.flight)


def read_lesson(text: str) -> Lesson:
    """Read a lesson; BadRecordError names the line that cannot be read. Whether it can be played, `rehearse` finds out."""
    record = read_record(text)
    if not record.entries:
        raise BadRecordError(1, "this lesson has no entry to be played")
    ends = [entry.line for entry in record.entries]
    spoken = [_Spoken() for _ in range(len(ends) + 1)]
    for number, line in enumerate(re.split(r"\r\n|\n|\r", text), 1):
        found = _SPOKEN.fullmatch(line.strip())
        if found:
            place = sum(end < number for end in ends)
            spoken[place].hear(number, found[1], found[2])
    steps = tuple(said.step(entry) for said, entry in zip(spoken, record.entries, strict=False))
    last = spoken[-1]
    goodbye = last.text(">")
    if goodbye is None or set(last.texts) != {">"} or last.lines:
        raise BadRecordError(last.first or ends[-1], f"after its last entry a lesson says goodbye: {MARKS['>']}")
    points = (*(point for step in steps for point in step.points), *last.points)
    return Lesson(record, steps, goodbye, tuple(dict.fromkeys(points)))


@cache
def lesson(name: str) -> Lesson | None:
    """The lesson that comes with the game of this name; None where there is none."""
    text = lesson_text(name)
    if text is None:
        return None
    found = read_lesson(text)
    if found.record.header.game != name:
        raise BadRecordError(found.record.header.where["game"], f"this lesson lies next to the game {shown(name)}")
    return found


@cache
def lesson_text(name: str) -> str | None:
    """The file of a game's lesson; None where there is none."""
    try:
        return text_beside(name, FILE)
    except BadTableError:
        rules_text(name)  # says what is wrong with a game that is not there at all
        return None


def beginners_points(name: str) -> tuple[str, ...]:
    """What a beginner needs to meet: the list under that heading of the game's RULES.md."""
    _, _, after = rules_text(name).partition(f"{BEGINNERS}\n")
    return tuple(_LISTED.findall(after.split("\n## ")[0]))


def rehearse(lesson: Lesson) -> Iterator[tuple[Step, Match]]:
    """Every step with the match as it stands before it is played; refuses what cannot be played, with its line."""
    header = lesson.record.header
    try:
        match = open_match(header)
    except RollmopsError as error:
        raise BadRecordError(1, str(error)) from None
    for step in lesson.steps:
        _check(match, step)
        yield step, match
        try:
            match.add(step.entry)
        except RollmopsError as error:
            raise BadRecordError(step.entry.line, f"found {shown(str(step.entry))}: {error}") from None


def _check(match: Match, step: Step) -> None:
    """Whether the learner is asked here, and may play every line that the step names."""
    if step.task is None:
        return
    line = step.entry.line
    if match.chance or LEARNER not in match.owing or step.entry.seat != match.game.words.letter(match.table, LEARNER):
        raise BadRecordError(line, f"found {shown(str(step.entry))}, but a task asks seat A for a decision")
    for words in (*step.accepted, *(answer.line for answer in step.answers)):
        if words == ANY:
            continue
        try:
            match.check(LEARNER, words)
        except RollmopsError as error:
            raise BadRecordError(line, f"{shown(words)} is named before this entry: {error}") from None
