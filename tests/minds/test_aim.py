"""The mind that aims: it sees a view only, keeps and places what earns most, and its seeds are its own."""

from __future__ import annotations

import math
import time
from pathlib import Path

from rollmops.arena.dice import ThrownDice
from rollmops.engine.dice import LabDice
from rollmops.engine.logbook import Header, read_record
from rollmops.engine.match import Match
from rollmops.games import game, house
from rollmops.games.records import fold
from rollmops.minds import mind
from rollmops.minds.aim import Aim
from rollmops.minds.effort import Effort
from rollmops.minds.loop import play
from rollmops.minds.uniform import Random
from tests.effort import long_only

RECORDS = Path(__file__).parents[1] / "games" / "floe" / "records"


def before(name: str, verb: str) -> Match:
    """The match of a record just before its last line with this verb."""
    record = read_record((RECORDS / f"{name}.rollmops").read_bytes())
    place = max(i for i, entry in enumerate(record.entries) if entry.words.startswith(verb))
    return fold(type(record)(record.header, record.entries[:place]))


def aim(match: Match, seed: int = 1, throws: int = 40) -> Aim:
    return Aim(match.game, match.components, seed, Effort(playouts=throws))


def test_it_keeps_what_earns_most() -> None:
    match = before("outdo_choose_one_of_three", "keep")
    assert aim(match).choose(match.view(2)) == "keep C4"


def test_it_puts_a_pushed_off_die_into_the_best_net() -> None:
    match = before("special_case_pushed_off_with_four_dice", "place")
    trials = aim(match).weigh(match.view(0))
    match.choose(0, trials[0].words)
    x, y, _ = (float(part) for part in trials[0].words.split()[1].split(","))
    assert math.hypot(x - 40, y - 340) < 14 + 9
    assert len(trials) > 100
    assert trials[0].points > trials[-1].points + 5


def test_the_same_seed_thinks_the_same_and_another_does_not_need_to() -> None:
    match = before("misthrow", "throw")
    first, again = (aim(match, 7).weigh(match.view(2)) for _ in range(2))
    assert first == again
    assert aim(match, 8).weigh(match.view(2)) != first


def test_its_own_seeds_are_not_the_real_ones() -> None:
    """Two tables whose real seeds differ get the same throw: it knows nothing of the dice that will fall."""
    match = Match(game("floe"), house("floe"), Header("floe", ("Ann", "Ben"), first="A"))
    chosen = aim(match, 3).choose(match.view(0))
    rests = set()
    for seed in range(2):
        twin = Match(match.game, match.components, match.header)
        twin.choose(0, chosen)
        rests.add(twin.roll(ThrownDice(match.components, LabDice(seed))).words)
    assert len(rests) == 2


def test_it_thinks_no_longer_than_it_may() -> None:
    match = before("misthrow", "throw")
    mind_in_time = Aim(match.game, match.components, 1, Effort(seconds=0.8))
    mind_in_time.choose(match.view(2))
    start = time.process_time()
    mind_in_time.choose(match.view(2))
    # It ends after the throw that is in the air when its 0.8 s are over; twice that is for a slow processor.
    assert time.process_time() - start < 1.5


def test_the_rollout_mind_of_the_floe_aims() -> None:
    rules, parts = game("floe"), house("floe")
    assert isinstance(mind("rollout", rules, parts, 1), Aim)
    assert isinstance(mind("random", rules, parts, 1), Random)


@long_only
def test_it_beats_random() -> None:
    rules, parts = game("floe"), house("floe")
    for seed in range(2):
        match = Match(rules, parts, Header("floe", ("Aim", "Random"), first="AB"[seed]))
        minds = [mind("rollout:10", rules, parts, seed), mind("random", rules, parts, seed)]
        play(match, minds, ThrownDice(parts, LabDice(seed)))
        assert match.winners() == ["A"]
