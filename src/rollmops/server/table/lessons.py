"""A lesson as a page plays it: every step with its table, played through the same match as any game."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from msgspec import UNSET

from rollmops.engine.contract import LETTERS
from rollmops.engine.match import Match
from rollmops.games.lessons import LEARNER, Lesson, Step, Text, lesson, rehearse
from rollmops.games.news import news_of
from rollmops.games.records import open_match
from rollmops.server.protocol.lessons import LessonAnswer, LessonReply, LessonStep, LessonText
from rollmops.server.protocol.messages import Line, Part, message_encoder
from rollmops.server.table.offers import offer_of
from rollmops.server.table.updates import letters


@cache
def lesson_reply(name: str) -> bytes | None:
    """A LessonReply, as JSON; None where the game has none. A lesson never changes while a server runs."""
    found = lesson(name)
    return message_encoder.encode(tell_lesson(found)) if found else None


def tell_lesson(found: Lesson) -> LessonReply:
    """All that a page needs to play a lesson to its end without asking again."""
    opened = open_match(found.record.header)
    return LessonReply(
        game=opened.game.name,
        title=opened.game.title,
        digest=sha256(found.record.text().encode()).hexdigest()[:16],
        names={LETTERS[place]: name for place, name in enumerate(opened.names)},
        opening=opened.view(LEARNER),
        steps=tuple(tell_step(step, match) for step, match in rehearse(found)),
        goodbye=_text(found.goodbye),
    )


def tell_step(step: Step, match: Match) -> LessonStep:
    """One entry, as it is about to be added to the match."""
    asked = asked_part(match) if step.task else None
    owing, chance = letters(match.owing), match.chance
    before, done, ahead = match.table, len(match.entries), ahead_of(match)
    ahead.add(step.entry)
    lines = []
    for entry in ahead.entries[done:]:
        seat = LETTERS.find(entry.seat)
        told = match.game.words.tell(before, ahead.table, seat, entry.words, match.names)
        news = news_of(match.game, before, ahead.table, seat, entry.words)
        lines.append(Line(entry.seat, entry.words, told, step.flight or UNSET, news=news))
    return LessonStep(
        seat=step.entry.seat,
        chance=chance,
        says=_text(step.says) if step.says else None,
        task=_text(step.task) if step.task else None,
        why=_text(step.why) if step.why else None,
        answers=tuple(LessonAnswer(answer.line, _text(answer.text)) for answer in step.answers),
        accepted=step.accepted,
        points=step.points,
        part=asked,
        owing=owing,
        lines=tuple(lines),
        view=ahead.view(LEARNER),
    )


def ahead_of(match: Match) -> Match:
    """The same match, to look one entry ahead; tables are never changed but replaced."""
    return Match(match.game, match.components, match.header, list(match.entries), dict(match.sealed), match.table)


def asked_part(match: Match) -> Part:
    """What a table would send to the learner, who is to choose."""
    turn = offer_of(match.game, match.table, LEARNER).turn
    return Part(
        seat=LETTERS[LEARNER],
        lines=(),
        view=match.view(LEARNER),
        owes=True,
        verbs=turn.verbs,
        choices=turn.choices,
        sealed=None,
        undo=False,
    )


def _text(text: Text) -> LessonText:
    return LessonText(text.en, text.de)
