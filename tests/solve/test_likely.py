"""A look at what is likely in a turn: the same as the whole turn if nothing is left out, and hardly worse as it is."""

from __future__ import annotations

import pytest

from rollmops.engine.contract import CHANCE, OVER, lowest
from rollmops.games import game, house
from rollmops.minds import mind
from rollmops.solve.asking import known
from rollmops.solve.known import Known
from rollmops.solve.soles.likely import Likely
from tests.contract.walk import walk
from tests.effort import long_only

SEATS = 3


@pytest.fixture(scope="module")
def solved() -> Known:
    found = known(game("soles"), house("soles"), SEATS)
    assert found is not None
    return found


def decisions(seeds: range) -> list[tuple[object, int]]:
    rules = game("soles")
    return [
        (moment.before, int(lowest(moment.actors)))
        for seed in seeds
        for moment in walk(rules, SEATS, seed)
        if moment.actors not in (CHANCE, OVER)
    ]


@long_only
def test_with_nothing_left_out_it_is_the_whole_turn(solved: Known) -> None:
    """Where a hook takes from an empty supply too: values that are found in rounds."""
    whole = Likely(solved.turns, solved.starts, solved.temperature, least=1e-300)  # type: ignore[arg-type]
    checked = 0
    for t, seat in decisions(range(3))[::5]:
        following = solved._following(t, seat)
        asked = {words: after for words, after in following.items() if not solved._known_at_once(after)}
        if not asked or not all(map(whole.knows, asked.values())):
            continue
        exact = solved.lines(t, seat)
        for words, share in zip(asked, whole.shares(list(asked.values())), strict=True):
            assert share == pytest.approx(exact[words].shares[seat], abs=1e-9)
            checked += 1
    assert checked > 15


def test_the_best_line_is_the_best_by_the_whole_turn(solved: Known) -> None:
    lost = []
    for t, seat in decisions(range(10, 14))[::3]:
        exact = solved.lines(t, seat)
        lost.append(max(value.shares[seat] for value in exact.values()) - exact[solved.best(t, seat)].shares[seat])
    assert len(lost) > 40
    assert max(lost) < 1e-4
    assert sum(lost) / len(lost) < 2e-6


def test_the_exact_mind_plays_by_it(solved: Known) -> None:
    rules, parts = game("soles"), house("soles")
    t, seat = next((t, seat) for t, seat in decisions(range(20, 22)) if len(solved.lines(t, seat)) > 1)
    exact = mind("exact", rules, parts, 1)
    assert exact.choose(rules.views.view(t, seat)) == solved.best(t, seat)
