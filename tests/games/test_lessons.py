"""Laws of the lessons: each replays, asks only what is legal, speaks both languages and meets what a beginner needs."""

from __future__ import annotations

import re
from base64 import b64decode

import pytest

from rollmops.arena.trajectory import decode
from rollmops.engine.errors import BadRecordError, BadTableError
from rollmops.engine.lines import legal_words
from rollmops.engine.logbook import read_record
from rollmops.games import all_games
from rollmops.games.lessons import ANY, LEARNER, Lesson, beginners_points, lesson, lesson_text, read_lesson, rehearse
from rollmops.games.records import fold
from rollmops.review import review

TAUGHT = tuple(all_games())
MOST_DECISIONS = 10
MOST_WORDS = 75
"""Of one text: more than a phone shows above its board, and more than anybody reads."""
MOST_READ_WORDS = 360
"""In all, by whoever errs nowhere: 1:48 at 200 words a minute. With presses and what the page plays (`make lessons`) that is
less than three minutes."""
SENTENCE = re.compile(r"[^.!?]+[.!?]")
GIVEN_AWAY = 0.01
"""What a lesson calls right costs no more of the win than this, where perfect play is known."""
HEAD = "rollmops 1\ngame soles\nseat A Ann\nseat B Ben\nfirst A\n\n"
TASK = "#? en Go on!\n#? de Weiter!\n"
BYE = "#> en Bye.\n#> de Tschüs.\n"


def taught(name: str) -> Lesson:
    found = lesson(name)
    assert found is not None
    return found


def texts(found: Lesson) -> list[tuple[str, str]]:
    said = [text for step in found.steps for text in (step.says, step.task, step.why) if text]
    said += [answer.text for step in found.steps for answer in step.answers]
    return [(text.en, text.de) for text in [*said, found.goodbye]]


@pytest.mark.parametrize("name", TAUGHT)
def test_every_game_brings_a_lesson_that_replays_as_any_record_does(name: str) -> None:
    text = lesson_text(name)
    assert text is not None
    match = fold(read_record(text))
    assert match.game.name == name
    assert len(match.entries) == len(taught(name).steps)


@pytest.mark.parametrize("name", TAUGHT)
def test_every_line_that_a_lesson_names_is_legal_and_the_learners(name: str) -> None:
    for step, match in rehearse(taught(name)):
        for words in (*step.accepted, *(answer.line for answer in step.answers)):
            if words != ANY:
                match.check(LEARNER, words)
        if step.task:
            assert LEARNER in match.owing


@pytest.mark.parametrize("name", TAUGHT)
def test_every_legal_line_is_right_or_answered(name: str) -> None:
    for step in taught(name).steps:
        answered = {answer.line for answer in step.answers}
        assert not answered & set(step.accepted)
        if step.task and ANY not in answered | set(step.accepted):
            # Then there are few lines, and each has its answer.
            match = next(match for one, match in rehearse(taught(name)) if one is step)
            assert set(legal_words(match.game, match.table, LEARNER)) == answered | set(step.accepted)


@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_is_read_in_less_than_two_minutes(name: str) -> None:
    found = taught(name)
    read = [text for step in found.steps for text in (step.says, step.task, step.why) if text]
    for language in ("en", "de"):
        words = sum(len(getattr(text, language).split()) for text in [*read, found.goodbye])
        assert 0 < words <= MOST_READ_WORDS, language


@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_meets_what_a_beginner_needs_and_no_more(name: str) -> None:
    needed = beginners_points(name)
    assert needed
    assert len(set(needed)) == len(needed)
    assert set(taught(name).points) == set(needed)


@pytest.mark.parametrize("name", TAUGHT)
def test_the_first_move_comes_after_one_sentence_and_the_last_soon(name: str) -> None:
    found = taught(name)
    own = [step for step in found.steps if step.entry.seat == "A" and (step.task or step.says)]
    first = own[0]
    for text in (first.says, first.task):
        assert not text or all(len(SENTENCE.findall(said)) == 1 for said in (text.en, text.de))
    assert not (first.says and first.task)
    assert not any(step.says or step.why for step in found.steps[: found.steps.index(first)])
    assert 2 <= sum(step.task is not None for step in found.steps) <= MOST_DECISIONS


@pytest.mark.parametrize("name", TAUGHT)
def test_texts_are_short_and_each_language_has_its_own(name: str) -> None:
    for english, german in texts(taught(name)):
        assert english != german
        assert max(len(english.split()), len(german.split())) <= MOST_WORDS


@pytest.mark.parametrize("name", ["soles", "espresso"])
def test_what_a_lesson_calls_right_is_right_by_exact_values(name: str) -> None:
    found = taught(name)
    reviewed = review(found.record)
    assert reviewed.exact
    for step, judged in zip(found.steps, reviewed.entries, strict=True):
        if step.task:
            assert (judged.loss or 0) <= GIVEN_AWAY, f"line {step.entry.line}: {step.entry}"


def test_dice_that_are_really_thrown_fly_in_the_lesson_as_they_did_then() -> None:
    rests = [step for step in taught("floe").steps if step.entry.words.startswith("rest ")]
    assert rests
    for step in rests:
        assert decode(b64decode(step.flight)).dice == len(step.entry.words.split()) - 1


def test_a_game_without_a_lesson_has_none_and_no_game_is_said() -> None:
    with pytest.raises(BadTableError, match="there is no game 'chess'"):
        lesson("chess")


@pytest.mark.parametrize(
    ("body", "line", "why"),
    [
        ("#> fr Allez.\nA roll 2 1 1 water\n" + BYE, 7, "expected #> en TEXT, in the language en or de"),
        ("#> en Go.\nA roll 2 1 1 water\n" + BYE, 7, "is not said in 'de'"),
        ("#! again en No.\n#! again de Nein.\nA roll 2 1 1 water\n" + BYE, 7, "belong to a task"),
        ("#+\nA roll 2 1 1 water\n" + BYE, 7, "'#\\+' without a line"),
        ("#@ A point\nA roll 2 1 1 water\n" + BYE, 7, "a word in small letters"),
        ("#~ ?\nA roll 2 1 1 water\n" + BYE, 7, "a trajectory"),
        ("A roll 2 1 1 water\n", 7, "says goodbye"),
        ("", 1, "has no entry"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(body: str, line: int, why: str) -> None:
    with pytest.raises(BadRecordError, match=why) as refused:
        read_lesson(HEAD + body)
    assert refused.value.line == line


@pytest.mark.parametrize(
    ("body", "line", "why"),
    [
        (TASK + "A roll 2 1 1 water\n" + BYE, 9, "a task asks seat A for a decision"),
        ("A roll 2 1 1 water\n" + TASK + "#+ take B\nA again\n" + BYE, 11, "'take B' is named before this entry"),
        ("A roll 2 1 1 water\n" + TASK + "#! take B en No.\n#! take B de Nein.\nA again\n" + BYE, 12, "'take B' is named"),
        ("A roll 2 1 1 water\nB secure\n" + BYE, 8, "found 'B secure'"),
    ],
)
def test_what_cannot_be_played_is_named_with_its_line(body: str, line: int, why: str) -> None:
    with pytest.raises(BadRecordError, match=why) as refused:
        list(rehearse(read_lesson(HEAD + body)))
    assert refused.value.line == line


def test_several_lines_of_one_language_are_one_text_and_other_comments_are_silent() -> None:
    found = read_lesson(
        HEAD + "# A note.\n#> en One\n#> de Eins\n#> en two.\n#> de zwei.\nA roll 2 1 1 water # dice\n" + BYE
    )
    says = found.steps[0].says
    assert says is not None
    assert (says.en, says.de) == ("One two.", "Eins zwei.")
