"""Replays and proofs: a logbook, step by step, and every die of it with its weights."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, NOBODY, Game
from rollmops.engine.dice import FairDice
from rollmops.engine.errors import BadRecordError, RollmopsError
from rollmops.engine.keyed import LOT, dice_of, is_keyed
from rollmops.engine.lines import roll_line
from rollmops.engine.logbook import Record, read_record, shown
from rollmops.engine.match import Match
from rollmops.engine.table import Ints
from rollmops.games.news import news_of
from rollmops.games.origin import drawn_from
from rollmops.games.records import blamed, open_match
from rollmops.server.protocol.messages import Line, message_encoder
from rollmops.server.protocol.replays import Draw, Proof, Replay, Step
from rollmops.server.store.events import Kept
from rollmops.server.table.updates import line_for, result_of

MOST_ENTRIES = 6_000
"""Several times the longest game; every one is played again for a replay."""
MOST_LINES = 4 * MOST_ENTRIES
LONGEST_ANSWER_BYTES = 2_000_000
"""Steps of one answer; most games have less."""


def read_short_record(text: str) -> Record:
    """A logbook that is short enough for a replay; how many lines it has is looked at first."""
    if text.count("\n") + text.count("\r") > MOST_LINES:
        raise BadRecordError(MOST_LINES + 1, f"a replay or a review has {MOST_ENTRIES} entries at most")
    record = read_record(text)
    if len(record.entries) > MOST_ENTRIES:
        raise BadRecordError(record.entries[MOST_ENTRIES].line, f"a replay or a review has {MOST_ENTRIES} entries at most")
    return record


def replay_of(
    record: Record, components: Components | None, seat: int, kept: list[Kept] | None = None, start: int = 0
) -> bytes:
    """A Replay, as JSON: the game as this seat (NOBODY: a watcher) saw it, from step `start` on as far as it goes into one
    answer. `kept`: the lines of a table of ours, with flights. Encoded step by step, so that no other thread waits long."""
    match = _open(record, components)
    if seat >= match.seats:
        seat = NOBODY
    opening = match.view(seat)
    steps: list[msgspec.Raw] = []
    size, number, more = 0, 0, None
    for entry in record.entries:
        before, done, chance = match.table, len(match.entries), match.chance
        try:
            match.add(entry)
        except RollmopsError as error:
            raise BadRecordError(entry.line, f"found {shown(str(entry))}: {error}") from None
        for place in range(done, len(match.entries)):
            number += 1
            if number <= start or more is not None:
                continue
            line = line_for(kept[place], "*", over=True) if kept else _line(match, before, place)
            step = message_encoder.encode(Step(line, match.view(seat), _points(match), chance))
            if steps and size + len(step) > LONGEST_ANSWER_BYTES:
                more = number - 1
                continue
            size += len(step)
            steps.append(msgspec.Raw(step))
    first = start == 0
    replay = Replay(
        game=match.game.name,
        title=match.game.title,
        names={LETTERS[place]: name for place, name in enumerate(match.names)},
        date=record.header.date,
        opening=opening,
        start=start,
        steps=(),
        next=more,
        result=result_of(match) if match.over else None,
        proof=proof_of(record, components) if first and record.header.reveal and match.over else None,
        record=record.text() if first else "",
    )
    body = msgspec.structs.asdict(replay) | {"steps": steps}
    return message_encoder.encode(body)


def _open(record: Record, components: Components | None) -> Match:
    try:
        return open_match(record.header, components)
    except RollmopsError as error:
        raise blamed(record.header, components, str(error)) from None


def _line(match: Match, before: Any, place: int) -> Line:
    entry = match.entries[place]
    told = match.game.words.tell(before, match.table, LETTERS.find(entry.seat), entry.words, match.names)
    news = news_of(match.game, before, match.table, LETTERS.find(entry.seat), entry.words)
    return Line(entry.seat, entry.words, told, news=news)


def _points(match: Match) -> dict[str, int]:
    return {LETTERS[seat]: points for seat, points in enumerate(match.points())}


class Scribe:
    """Fair dice that write down every draw."""

    def __init__(self, dice: FairDice, match: Match) -> None:
        self.dice, self.match = dice, match
        self.draws: list[Draw] = []
        self.entry = 0

    def number(self, total: int) -> int:
        """A number from 0 to total − 1."""
        drawn = self.dice.number(total)
        self.draws.append(Draw(self.entry, total, (), drawn, self.dice.key_at(self.match.game, self.match.table, 0)))
        return drawn

    def roll(self, game: Game, t: Any) -> list[int]:
        """Chance's next line happens."""
        return roll_line(game, t, self.draw_at)

    def draw_at(self, game: Game, t: Any, weights: Ints, nth: int) -> int:
        """One choice of a line."""
        kept = np.trim_zeros(weights, "b").tolist()
        choice = self.dice.draw_at(game, t, weights, nth)
        self.draws.append(Draw(self.entry, sum(kept), tuple(kept), choice, self.dice.key_at(game, t, nth)))
        return choice


def proof_of(record: Record, components: Components | None) -> Proof | None:
    """Every draw of a finished game as its seed makes it; None where there is nothing to prove.

    It tells what the seed says, not what the log says: the page compares both.
    """
    header = record.header
    if not header.reveal or not header.commit:
        return None
    match = _open(record, components)
    scribe = Scribe(dice_of(header, header.reveal, match), match)
    lot = None
    if header.options.get("first") == "lot":
        lot = Draw(
            -1, match.seats, (1,) * match.seats, scribe.dice.lot(match.seats), LOT if is_keyed(header.options) else ""
        )
    begun = drawn_from(record)
    for number, entry in enumerate(record.entries):
        scribe.entry = number
        if match.chance and number >= begun:
            match.game.chance.draw(match.game, match.table, scribe)
        match.add(entry)
    cards = tuple(match.game.cards(match.table)) if match.game.cards else ()
    return Proof(
        header.reveal, header.commit, dict(header.salts), lot, tuple(scribe.draws), cards, match.components.canonical
    )
