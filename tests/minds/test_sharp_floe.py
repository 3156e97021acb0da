"""The sharp mind of the floe: legal in whole games of every size and on other floes, and it knows only what it sees."""

from __future__ import annotations

import copy
import math
from pathlib import Path
from typing import Any

import pytest

from rollmops.arena.dice import ThrownDice
from rollmops.engine.components import Components
from rollmops.engine.dice import LabDice
from rollmops.engine.logbook import Header, read_record
from rollmops.engine.match import Match
from rollmops.games import game, house
from rollmops.games.records import fold
from rollmops.minds.effort import Effort
from rollmops.minds.loop import play
from rollmops.minds.sharp.floe import Sharp
from tests.effort import LONG, long_only

RECORDS = Path(__file__).parents[1] / "games" / "floe" / "records"


def before(name: str, verb: str) -> Match:
    """The match of a record just before its last line with this verb."""
    record = read_record((RECORDS / f"{name}.rollmops").read_bytes())
    place = max(i for i, entry in enumerate(record.entries) if entry.words.startswith(verb))
    return fold(type(record)(record.header, record.entries[:place]))


def sharp(match: Match, seed: int = 1, throws: int = 12) -> Sharp:
    return Sharp(match.game, match.components, seed, Effort(playouts=throws))


def box(**sections: Any) -> Components:
    """The house's box with other things in it."""
    facts = copy.deepcopy(dict(house("floe").facts))
    for name, section in sections.items():
        facts[name] = {**facts[name], **section} if isinstance(section, dict) else section
    game("floe").components({name: section for name, section in facts.items() if name not in ("game", "name")})
    return Components("other", facts)


def played(parts: Components, seats: int, seed: int) -> Match:
    """A whole game of sharp minds, thrown for real; the match refuses every line that is not legal."""
    match = Match(game("floe"), parts, Header("floe", ("Ann", "Ben", "Cem", "Dora", "Eva", "Finn")[:seats], first="A"))
    minds = [sharp(match, seed + seat, 1) for seat in range(seats)]
    play(match, minds, ThrownDice(parts, LabDice(seed)))
    return match


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6] if LONG else [3])
@long_only
def test_whole_games_are_legal(seats: int) -> None:
    match = played(box(goal={"few": 20, "many": 20}), seats, 5)
    assert max(match.points()) >= 20


def test_it_plays_on_another_floe_with_larger_dice_and_no_nets() -> None:
    outline = [[-90, 20], [90, 20], [90, 260], [0, 280], [-90, 260]]
    other = box(
        goal={"few": 15, "many": 15},
        box={"width": 220, "length": 300},
        floe={"outline": outline},
        die={"size": 15},
        nets=[],
        holes=[],
    )
    assert max(played(other, 2, 3).points()) >= 15


def test_the_same_seed_thinks_the_same_and_another_does_not_need_to() -> None:
    match = before("misthrow", "throw")
    seat = match.owing[0]
    first, again = (sharp(match, 7).weigh(match.view(seat)) for _ in range(2))
    assert first == again
    assert sharp(match, 8).weigh(match.view(seat)) != first


def test_it_tells_shares_with_errors_best_first() -> None:
    match = before("misthrow", "throw")
    seat = match.owing[0]
    told = sharp(match, throws=10).weigh(match.view(seat))
    assert sum(one.playouts for one in told) == 10
    assert [one.share for one in told] == sorted((one.share for one in told), reverse=True)
    assert all(0 < one.share < 1 and 0 < one.error < 0.2 for one in told)
    assert " wins " in str(told[0])
    match.check(seat, told[-1].words)


def test_its_own_seeds_are_not_the_real_ones() -> None:
    """Tables whose real seeds differ get the same throw: it knows nothing of the dice that will fall."""
    match = Match(game("floe"), house("floe"), Header("floe", ("Ann", "Ben"), first="A"))
    chosen = {sharp(twin, 3).choose(twin.view(0)) for twin in (match, Match(match.game, match.components, match.header))}
    assert len(chosen) == 1
    rests = set()
    for seed in range(2):
        twin = Match(match.game, match.components, match.header)
        twin.choose(0, min(chosen))
        rests.add(twin.roll(ThrownDice(match.components, LabDice(seed))).words)
    assert len(rests) == 2


def test_it_keeps_what_wins_most() -> None:
    match = before("outdo_choose_one_of_three", "keep")
    told = sharp(match).weigh(match.view(2))
    assert {one.words for one in told} == {f"keep {die}" for die in match.view(2).keepable}
    assert told[0].words == "keep C4"
    assert told[0].share > told[-1].share


def test_it_puts_a_pushed_off_die_into_a_net() -> None:
    match = before("special_case_pushed_off_with_four_dice", "place")
    told = sharp(match).weigh(match.view(0))
    match.choose(0, told[0].words)
    x, y, _ = (float(part) for part in told[0].words.split()[1].split(","))
    marks = [mark for mark in match.view(0).floe.marks if mark.worth > 0]
    assert any(math.hypot(x - mark.x, y - mark.y) < mark.radius + 9 for mark in marks)
    assert len(told) > 100


def test_with_seconds_it_stops_by_then() -> None:
    rules, parts = game("floe"), house("floe")
    assert Sharp(rules, parts, 1).effort.seconds == 0.65
    assert Sharp(rules, parts, 1, seconds=0.2).effort.seconds == 0.2
    assert Sharp(rules, parts, 1, Effort(seconds=3.0)).effort.seconds == 3.0
    assert Sharp(rules, parts, 1, Effort(playouts=40), seconds=1.0).effort == Effort(playouts=40, seconds=1.0)
