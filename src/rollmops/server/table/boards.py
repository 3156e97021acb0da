"""The small boards of the rules pages: roll these dice; what may I do?

A board is a match like any other, for one turn of seat A, with dice that fall as they like. The server keeps nothing of it:
the page brings the record back with each choice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from rollmops.engine.contract import LETTERS
from rollmops.engine.dice import LabDice
from rollmops.engine.errors import BadTableError, RollmopsError
from rollmops.engine.logbook import Entry, Header, Record, read_record
from rollmops.engine.match import Match
from rollmops.games import game, text_beside
from rollmops.games.lessons import ANY, LEARNER, Step
from rollmops.games.records import fold, open_match
from rollmops.minds import mind
from rollmops.server.protocol.lessons import BoardReply, LessonStep
from rollmops.server.protocol.messages import Tried, message_encoder
from rollmops.server.table.lessons import ahead_of, asked_part, tell_step
from rollmops.server.table.thinking import new_seed
from rollmops.server.table.updates import letters

NAMES = ("Karen", "Olaf")
OTHERS = "easy"
"""Who plays at the other seats, where all choose at once."""
LONGEST_RECORD_CHARACTERS = 6000
MOST_ENTRIES = 80
_POINT = re.compile(r"[a-z]+(-[a-z]+)*")


def board_reply(name: str, point: str, record: str, line: str) -> bytes:
    """A BoardReply, as JSON: from the beginning of the board for this point, or from a record with this choice."""
    return message_encoder.encode(tell_board(name, point, record, line))


def tell_board(name: str, point: str, record: str, line: str) -> BoardReply:
    """What happens up to the next choice of seat A, or the end of the turn."""
    due: tuple[Entry, ...]
    if record:
        match, due = fold(_read(name, record)), (Entry(LETTERS[LEARNER], line),)
    else:
        start = _start(name, point)
        match, due = open_match(start.header), start.entries
    for entry in due[:-1]:  # how it came to this is not told
        match.add(entry)
    opening, steps, begun = match.view(LEARNER), list[LessonStep](), bool(record)
    for entry in chain(due[-1:], _happening(match, begun)):
        steps.append(tell_step(Step(entry), match))
        match.add(entry)
    if LEARNER in match.owing and not _is_over(match, begun):
        steps.append(_question(match))
    return BoardReply(
        game=name,
        title=match.game.title,
        names={LETTERS[place]: one for place, one in enumerate(match.names)},
        opening=opening,
        steps=tuple(steps),
        record=match.record().text(),
    )


def tried_on_board(name: str, record: str, line: str) -> bytes:
    """A Tried, as JSON: whether seat A may choose this line there. Nothing happens by asking."""
    match, why = fold(_read(name, record)), ""
    try:
        match.check(LEARNER, line)
    except RollmopsError as error:
        why = str(error)
    return message_encoder.encode(Tried(0, line, not why, why))


def _read(name: str, text: str) -> Record:
    """The record of a board, as the page brings it back."""
    if len(text) > LONGEST_RECORD_CHARACTERS:
        raise RollmopsError(f"the record of a small board has {LONGEST_RECORD_CHARACTERS} characters at most")
    record = read_record(text)
    if record.header.game != name or len(record.entries) > MOST_ENTRIES:
        raise RollmopsError(f"a small board of {name} has {MOST_ENTRIES} entries of this game at most")
    return record


def _start(name: str, point: str) -> Record:
    """How a board begins: as `board-POINT.rollmops` next to the game says, else with the game itself."""
    if not _POINT.fullmatch(point):
        raise RollmopsError("a point of the rules is a word in small letters")
    try:
        return read_record(text_beside(name, f"board-{point}.rollmops"))
    except BadTableError:
        return Record(Header(game=name, seats=NAMES, first="A" if game(name).starter else None), ())


def _happening(match: Match, begun: bool) -> Iterator[Entry]:
    """What chance and the others do until seat A is asked, or the turn is over; whoever asks adds each to the match."""
    source, seed = match.game.chance.source(match.components, LabDice(new_seed())), new_seed()
    while LEARNER not in match.owing and not _is_over(match, begun):
        if match.chance:
            yield ahead_of(match).roll(source)
        else:
            seat = match.owing[0]
            words = mind(OTHERS, match.game, match.components, seed).choose(match.view(seat))
            yield Entry(match.game.words.letter(match.table, seat), words)


def _is_over(match: Match, begun: bool) -> bool:
    """Whether seat A's turn is over. Where all choose at once that is a round, and the next one begins with a card."""
    if match.over:
        return True
    if match.game.secrets:
        return begun and match.chance and not match.acting()
    return LETTERS[LEARNER] not in match.acting()


def _question(match: Match) -> LessonStep:
    """Seat A may do anything that is legal."""
    return LessonStep(
        seat=LETTERS[LEARNER],
        chance=False,
        says=None,
        task=None,
        why=None,
        answers=(),
        accepted=(ANY,),
        points=(),
        part=asked_part(match),
        owing=letters(match.owing),
        lines=(),
        view=match.view(LEARNER),
    )
