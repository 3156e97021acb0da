"""Tempers decide between lines that look alike, and nowhere else."""

from __future__ import annotations

from rollmops.engine.dice import LabDice
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.games import game, house
from rollmops.minds import mind
from rollmops.minds.levels import LEVELS
from rollmops.minds.rollout import Opinion
from rollmops.minds.temper import ALIKE_SHARE, STEADY, TEMPERS, Tempered, lean, temper_of, tempered


def opinions(*shares: tuple[str, float]) -> list[Opinion]:
    return [Opinion(words, share, 0.02, 100) for words, share in shares]


def test_every_crew_has_every_temper_and_nobody_else_has_one() -> None:
    for level in LEVELS.values():
        assert {temper_of(name) for name in level.names} == set(TEMPERS)
    assert temper_of("Hilda 2") == temper_of("Hilda") == "bold"
    assert temper_of("Hildegard") == temper_of("Karen") == STEADY


def test_between_lines_that_look_alike_the_temper_decides() -> None:
    alike = opinions(("secure", 0.5), ("again", 0.5 - ALIKE_SHARE / 2))
    assert [lean(alike, temper) for temper in TEMPERS] == ["again", "secure", "secure", "secure"]
    assert lean(opinions(("again", 0.5), ("secure", 0.5)), "careful") == "again"  # stopping for nothing would cost them
    assert lean(opinions(("take middle", 0.5), ("take B", 0.5)), "cheeky") == "take B"


def test_what_is_better_is_played_by_every_temper() -> None:
    apart = opinions(("secure", 0.5), ("again", 0.5 - 2 * ALIKE_SHARE))
    assert {lean(apart, temper) for temper in TEMPERS} == {"secure"}
    sure = [Opinion("secure", 0.5, 0.001, 9000), Opinion("again", 0.498, 0.001, 9000)]
    assert lean(sure, "bold") == "secure"
    dropped = [Opinion("secure", 0.5, 0.02, 100), Opinion("again", 0.5, 0.1, 10)]
    assert lean(dropped, "bold") == "secure"


def test_who_knows_what_a_table_is_worth_has_no_mood_to_follow() -> None:
    rules, parts = game("soles"), house("soles")
    for level, has in (("easy", False), ("medium", True), ("hard", True), ("master", False)):
        assert isinstance(tempered(mind(level, rules, parts, 1), "bold"), Tempered) == has
    match = Match(rules, parts, Header("soles", ("Ann", "Ben"), first="A"))
    match.roll_all(rules.chance.source(parts, LabDice(4)))
    line = tempered(mind("medium", rules, parts, 1), "bold").choose(match.view(match.owing[0]))
    match.choose(match.owing[0], line)
