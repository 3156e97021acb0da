"""Laws that every game in the registry fulfils."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rollmops.engine.contract import CHANCE, LETTERS, NOBODY, OVER, Game, seats_of
from rollmops.engine.dice import LabDice
from rollmops.engine.errors import IllegalError
from rollmops.engine.lines import follow, legal_lines
from rollmops.engine.logbook import Header, read_record
from rollmops.engine.match import Match
from rollmops.engine.table import Ints, copy, numbers, same
from rollmops.games import house
from rollmops.games.records import fold
from rollmops.minds import mind
from rollmops.minds.loop import play
from tests.contract.walk import seat_counts, walk
from tests.effort import LONG

GAMES_EACH = 3


def test_weights_are_positive_and_their_sum_is_returned(any_game: Game) -> None:
    for seats in seat_counts(any_game):
        for moment in walk(any_game, seats, seed=1):
            weights = np.zeros(any_game.choices, np.int64)
            total = any_game.options(moment.before, moment.seat, weights)
            assert (weights >= 0).all()
            assert total == weights.sum() > 0
            if moment.seat != NOBODY:
                assert weights.max() == 1


def test_options_and_actors_change_nothing(any_game: Game) -> None:
    for moment in walk(any_game, any_game.most, seed=2):
        t = copy(moment.before)
        any_game.actors(t)
        any_game.weights(t, moment.seat)
        any_game.standing(t, any_game.most)
        any_game.views.view(t, 0)
        assert same(t, moment.before)


def test_where_the_facts_that_a_game_names_are_equal_so_are_the_lines_of_a_seat(any_game: Game) -> None:
    facts = getattr(any_game.words, "facts", None)
    if facts is None:
        pytest.skip("this game names no facts: its lines are spelled anew for every table")
    found: dict[Any, tuple[Any, ...]] = {}
    again = 0
    for seats in seat_counts(any_game):
        for moment in walk(any_game, seats, seed=5):
            if moment.actors != CHANCE:
                t, seat = moment.before, moment.seat
                lines = legal_lines(any_game, t, seat)
                spelled = any_game.words.verbs(t, seat), [(any_game.words.spell(t, seat, line), line) for line in lines]
                again += (seat, facts(t)) in found
                assert found.setdefault((seat, facts(t)), spelled) == spelled
    assert again > len(found)


def some(choices: Ints, most: int = 40) -> Ints:
    """All of them, or where they are hundreds (a throw's speeds) some from end to end."""
    return choices[:: max(1, len(choices) // most)]


def test_every_legal_choice_applies_and_every_other_is_refused(any_game: Game) -> None:
    for moment in walk(any_game, any_game.fewest + 1, seed=3):
        for choice in some(np.flatnonzero(moment.weights)):
            after = copy(moment.before)
            any_game.step(after, moment.seat, int(choice))
            assert not same(after, moment.before)
        closed = np.flatnonzero(moment.weights == 0)
        for choice in [*closed[:3], any_game.choices, -1]:
            with pytest.raises(IllegalError):
                follow(any_game, copy(moment.before), moment.seat, [int(choice)], "this")


def test_every_decision_is_a_real_one(any_game: Game) -> None:
    """Where the rules leave one choice, nothing is asked."""
    for seats in seat_counts(any_game):
        for moment in walk(any_game, seats, seed=4):
            if moment.actors in (CHANCE, OVER):
                continue
            for seat in seats_of(moment.actors):
                if not any_game.words.begun(moment.before, seat):
                    assert len(legal_lines(any_game, moment.before, seat, 2)) == 2


def test_every_legal_line_reads_back(any_game: Game) -> None:
    for moment in walk(any_game, any_game.fewest, seed=5):
        if moment.actors == CHANCE or any_game.words.begun(moment.before, moment.seat):
            continue
        lines = legal_lines(any_game, moment.before, moment.seat, 40)
        spelled = [any_game.words.spell(moment.before, moment.seat, line) for line in lines]
        assert len(set(spelled)) == len(spelled)
        for line, words in zip(lines, spelled, strict=True):
            assert words.split()[0] in any_game.words.verbs(moment.before, moment.seat)
            assert any_game.words.parse(moment.before, moment.seat, words.split()) == line


def test_random_play_ends_with_shares_that_sum_to_one(any_game: Game) -> None:
    for seats in seat_counts(any_game):
        for seed in range(GAMES_EACH):
            *_, last = walk(any_game, seats, seed)
            assert any_game.actors(last.after) == OVER
            _, share = any_game.standing(last.after, seats)
            assert sum(share) == pytest.approx(1)
            assert min(share) >= 0


def random_match(game: Game, seats: int, seed: int) -> Match:
    """A whole game between random minds, through the same door as people."""
    header = Header(game.name, tuple(f"Name {letter}" for letter in LETTERS[:seats]), first=LETTERS[seed % seats])
    match = Match(game, house(game.name), header)
    dice = game.chance.source(match.components, LabDice(seed))
    minds = [mind("random", game, house(game.name), seed * 8 + seat) for seat in range(seats)]
    play(match, minds, dice)
    return match


def test_a_table_is_the_fold_of_its_log_through_text_too(any_game: Game) -> None:
    for seats in seat_counts(any_game) if LONG or any_game.chance.by_weight else (any_game.fewest,):  # real throws take time
        match = random_match(any_game, seats, seed=7)
        again = fold(read_record(match.record().text()))
        assert same(again.table, match.table)
        assert again.record() == match.record()
        assert again.points() == match.points()


def test_what_lay_on_the_table_is_never_changed_afterwards(any_game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A room reads its numbers once (`engine/table.py`): if anything changed it, pages would be shown what it was before."""
    lain, lie = [], Match._lie

    def watched(match: Match, table: Any, transitions: int) -> None:
        lain.append(table)
        lie(match, table, transitions)

    monkeypatch.setattr(Match, "_lie", watched)
    monkeypatch.setattr(Match, "reads_once", True)
    match = random_match(any_game, any_game.fewest, seed=11)
    while match.entries and len(lain) < 400:
        match.undo()
    assert len(lain) > len(match.entries)
    for table in lain:
        assert numbers(table) == numbers(copy(table))


def test_every_prefix_of_a_log_is_a_running_game(any_game: Game) -> None:
    record = random_match(any_game, any_game.fewest, seed=8).record()
    for end in range(0, len(record.entries), max(1, len(record.entries) // 25)):
        running = fold(read_record(type(record)(record.header, record.entries[:end]).text()))
        assert not running.over


def test_filling_a_view_gives_a_table_with_that_view(any_game: Game) -> None:
    rng = np.random.default_rng(9)
    empty = any_game.empty(house(any_game.name))
    for seats in seat_counts(any_game):
        for moment in walk(any_game, seats, seed=9):
            if moment.actors in (CHANCE, OVER) or any_game.words.begun(moment.before, moment.seat):
                continue
            for seat in seats_of(moment.actors):
                view = any_game.views.view(moment.before, seat)
                table = copy(empty)
                any_game.views.fill(view, table, rng)
                assert any_game.views.view(table, seat) == view
                # who else has chosen already is not known where choices are secret
                assert seat in seats_of(any_game.actors(table))
                assert any_game.secrets or any_game.actors(table) == moment.actors
                assert (any_game.weights(table, seat) == any_game.weights(moment.before, seat)).all()
                if not any_game.secrets:
                    assert same(table, moment.before)


def test_the_fast_way_of_chance_is_the_elementary_one(any_game: Game) -> None:
    """`roll_all` draws the same numbers from the stream and leaves the same table, bit for bit."""
    from rollmops.engine.stream import pick, stream

    if any_game.roll_all is None:
        pytest.skip("this game has no fast way")
    for seats in seat_counts(any_game):
        for number, moment in enumerate(walk(any_game, seats, seed=10)):
            if moment.actors != CHANCE or any_game.words.begun(moment.before, NOBODY):
                continue
            fast, slow = copy(moment.before), copy(moment.before)
            fast_rng, slow_rng = stream(number), stream(number)
            drawn = any_game.roll_all(fast, fast_rng)
            for _ in range(drawn):
                assert any_game.actors(slow) == CHANCE
                weights = any_game.weights(slow, NOBODY)
                any_game.step(slow, NOBODY, int(pick(slow_rng, weights, int(weights.sum()))))
            assert same(fast, slow)
            assert same(fast_rng, slow_rng)
