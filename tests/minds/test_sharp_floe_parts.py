"""What the sharp mind of the floe is made of: kernel regression, the fitted worth, the library of open ice, its training."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from rollmops.arena import Gesture, Map, Request, arena_of
from rollmops.arena.dice import rest_choices
from rollmops.engine.stream import stream
from rollmops.engine.table import copy
from rollmops.games import game, house
from rollmops.games.floe.rules import LOWEST
from rollmops.games.floe.table import COLOURS, DICE, DONE, THROW, Table
from rollmops.minds.sharp.floe import Sharp, numbers
from rollmops.minds.sharp.floe_ice import GIVEN, STYLES, TURNED, WIDE, aim_at, land, scratch, throw
from rollmops.minds.sharp.floe_kernel import Kernel
from rollmops.minds.sharp.floe_know import Known, keep, known
from rollmops.minds.sharp.floe_library import fit_contact, throw_library, throw_meetings
from rollmops.minds.sharp.floe_play import face_mean
from rollmops.minds.sharp.floe_train import Games, first_net, foretell, play, targets, train
from rollmops.minds.sharp.floe_worth import SCRATCH, facts_of, read_facts, settled_shares, shares
from tests.effort import long_only

HAND = ("A1", "A2", "A3", "A4")


def test_kernel_regression_is_the_plain_formula() -> None:
    rng = np.random.default_rng(1)
    points, foretold = rng.normal(size=(7, 3)), rng.uniform(0.3, 0.7, 7)
    kernel = Kernel(points, foretold, 0.1, 5.0)
    throws = [(int(rng.integers(7)), float(rng.uniform(0, 1))) for _ in range(30)]
    for gesture, value in throws:
        kernel.add(gesture, value)
    for at in range(7):
        near = [math.exp(-0.5 * math.dist(points[at], points[gesture]) ** 2) for gesture, _ in throws]
        more = sum(w * (value - foretold[gesture]) for w, (gesture, value) in zip(near, throws, strict=True))
        assert kernel.means()[at] == pytest.approx(foretold[at] + more / (5 + sum(near)))
        parts = math.sqrt(5 + sum(w * w for w in near)) / (5 + sum(near))
        assert kernel.errors()[at] == pytest.approx(kernel.spread() * parts)
    squares = sum((value - foretold[gesture]) ** 2 for gesture, value in throws)
    assert kernel.spread() == pytest.approx(math.sqrt((squares + 5 * 0.01) / 35))


def test_a_throw_informs_neighbours_more_than_strangers() -> None:
    kernel = Kernel(np.array([[0.0], [1.0], [5.0]]), np.full(3, 0.5), 0.1, 4.0)
    for _ in range(4):
        kernel.add(0, 0.9)
    own, near, far = kernel.means()
    assert own > near > far > 0.5
    assert far == pytest.approx(0.5, abs=1e-4)
    assert list(np.argsort(kernel.errors())) == [0, 1, 2]


def some_tables(seats: int, count: int = 12) -> list[Table]:
    """Tables between turns of a game thrown on the library's ice."""
    t = game("floe").open(house("floe"), seats)
    found: list[Table] = []
    rng, gesture = stream(seats), np.zeros(5, np.int64)
    ice, net, share = known().ice, known().nets[seats], np.zeros(seats)
    while len(found) < count and t.phase == THROW:
        found.append(copy(t))
        aim_at(ice, 0, 0.0, 20.0 * (len(found) % 3), 220.0 + 10 * (len(found) % 11), gesture)
        tables = scratch(t, SCRATCH)
        throw(tables[0], gesture, ice, rng)
        settled_shares(tables, net, share)
        t = copy(tables[0])
    return found


def turned(t: Table) -> Table:
    """The same table with everybody's colour one further."""
    other, colours = copy(t), int(t.colours)
    for c in range(colours):
        to = (c + 1) % colours
        for row in ("track", "scoring", "x", "y", "angle", "up", "pushed"):
            getattr(other, row)[to] = getattr(t, row)[c]
    other.turn, other.starter = (int(t.turn) + 1) % colours, (int(t.starter) + 1) % colours
    for place, block in enumerate(t.blocks):
        other.blocks[place] = 0 if not block else int(block) % colours + 1
    return other


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_shares_sum_to_one_and_turn_with_the_seats(seats: int) -> None:
    net, tables = known().nets[seats], some_tables(seats)
    assert any(table.scoring.any() for table in tables)
    for table in tables:
        share, other = np.zeros(seats), np.zeros(seats)
        shares(table, net, share)
        shares(turned(table), net, other)
        assert share.sum() == pytest.approx(1)
        assert (share > 0).all()
        assert np.roll(share, 1) == pytest.approx(other)


def test_points_on_the_track_are_worth_something_and_a_finished_game_is_what_it_is() -> None:
    net = known().nets[2]
    table, ahead, share = game("floe").open(house("floe"), 2), game("floe").open(house("floe"), 2), np.zeros(2)
    shares(table, net, share)
    even = share[0]
    assert 0.4 < even < 0.6
    ahead.track[:4] = 40, 20, 41, 21
    shares(ahead, net, share)
    assert share[0] > even + 0.2
    ahead.phase = DONE
    shares(ahead, net, share)
    assert list(share) == [1, 0]
    ahead.track[:4] = 40, 41, 21, 20
    shares(ahead, net, share)
    assert list(share) == [0.5, 0.5]


def test_compiled_shares_are_the_network_that_was_trained() -> None:
    net = known().nets[4]
    for table in some_tables(4):
        facts, share = np.zeros(facts_of(4)), np.zeros(4)
        read_facts(table, facts)
        shares(table, net, share)
        assert np.roll(share, -int(table.turn)) == pytest.approx(foretell(net, facts[None])[0])


@pytest.mark.parametrize("style", range(len(STYLES)))
def test_the_library_foretells_real_throws(style: int) -> None:
    """Aimed at a place, dice come to rest about there in the arena, and as often on the ice as the library says."""
    ice, table, gesture = known().ice, game("floe").open(house("floe"), 2), np.zeros(5, np.int64)
    aim_at(ice, style, 20.0, 40.0, 260.0, gesture)
    requests = [Request((), HAND, Gesture(*gesture.tolist()), 10**6 + seed) for seed in range(60)]
    real = [rest for one in arena_of(Map.read(house("floe").facts)).throws(requests) for rest in one.rests]
    rng, rests = stream(1), np.zeros((COLOURS + DICE, 3))
    foretold = []
    for _ in range(300):
        land(table, gesture, ice, rng, rests)
        foretold += rests[COLOURS:, :2].tolist()
    mean = np.array(foretold).mean(axis=0)
    dry = [(rest.x, rest.y) for rest in real if rest.is_dry]
    assert np.array(dry).mean(axis=0) == pytest.approx(mean, abs=15)
    assert len(dry) / len(real) == pytest.approx(sum(y < 385 and abs(x) < 120 for x, y in foretold) / len(foretold), abs=0.1)


@long_only  # a library is thrown anew only when the arena changes
def test_the_library_can_be_thrown_anew_and_contact_is_found_from_real_throws() -> None:
    """One throw of each style and speed reaches about as far as the file says; what dice do when they meet is found again
    from a few meetings."""
    ice = known().ice
    fresh = throw_library(1)[..., 1].mean(axis=(2, 3))
    assert fresh == pytest.approx(ice.reach, rel=0.35)
    requests, thrown = throw_meetings(Map.read(house("floe").facts), 240, seed=9)
    found = fit_contact(game("floe").open(house("floe"), 4), ice.rests.astype(np.float64), requests, thrown)
    assert found[WIDE] == pytest.approx(ice.contact[WIDE], abs=0.35)
    assert found[GIVEN] == pytest.approx(ice.contact[GIVEN], abs=0.25)
    assert found[TURNED] == pytest.approx(ice.contact[TURNED], abs=0.15)


def test_throws_on_the_library_are_legal_rests() -> None:
    """The rules take what the library throws as they take a rest line: every choice is open when it comes."""
    rules = game("floe")
    ice, gesture = known().ice, np.zeros(5, np.int64)
    for number, table in enumerate(some_tables(3)):
        aim_at(ice, number % 3, 10.0, -30.0, 300.0, gesture)
        thrown = scratch(table, 1)
        throw(thrown[0], gesture, ice, stream(number))
        assert thrown[0].phase != THROW or thrown[0].taken != table.taken
        again = copy(thrown[0])
        rules.views.fill(rules.views.view(again, 0), again, np.random.default_rng(0))
        assert rules.words.table(again) == rules.words.table(thrown[0])


def test_the_numbers_of_the_hand_are_found_and_every_face_counts_alike() -> None:
    rules = game("floe")
    table = some_tables(2)[6]
    mind = Sharp(rules, house("floe"), 1)
    line = [number - low for number, low in zip((0, 0, 130, 20, -50), LOWEST, strict=True)]
    _, after, rests = next(iter(mind.thrown(table, int(table.turn) % 2, [(line, 5)])))
    told, places = np.array(rest_choices(rests)), numbers(after, rests)
    hand = sorted((rest for rest in rests if rest.name[0] == "ABCD"[int(table.turn)]), key=lambda rest: rest.name)
    hand = [rest for rest in hand if rest.name[1] != str(int(table.scoring[table.turn]))]
    assert [int(told[at]) + 1 for at in places] == [rest.up for rest in hand]
    tables = scratch(after, 1 + SCRATCH)
    means = [face_mean(tables, told, places, known().nets[2], stream(seed)) for seed in range(200)]
    faces = np.random.default_rng(1)
    singly = []
    for _ in range(1200):
        told[places] = faces.integers(0, 6, len(places))
        tables = scratch(after, SCRATCH)
        for choice in told:
            rules.step(tables[0], -1, int(choice))
        share = np.zeros(2)
        settled_shares(tables, known().nets[2], share)
        singly.append(share[int(table.turn) % 2])
    error = math.hypot(np.std(means) / math.sqrt(len(means)), np.std(singly) / math.sqrt(len(singly)))
    assert np.mean(means) == pytest.approx(np.mean(singly), abs=4 * error)
    assert np.std(means) < np.std(singly) / 2


def test_training_learns_who_wins() -> None:
    """Games in which the thrower at the first turn wins when its first fact is high: soon foretold."""
    rng = np.random.default_rng(2)
    size = 8000
    facts = np.zeros((size, facts_of(4)))
    facts[:, 0] = rng.normal(size=size)
    ends = np.zeros((size, 2))
    ends[np.arange(size), np.where(facts[:, 0] > 0, 0, 1)] = 1
    games = Games(facts, np.zeros(size, np.int64), np.ones(size, np.int64), ends)
    net, loss = train(games, targets(games, None), first_net(4, 2), 1)
    assert loss < 0.3
    again, no_worse = train(games, targets(games, None), net, 1, rounds=1)
    assert no_worse <= loss + 1e-3
    assert foretell(again, np.eye(1, facts_of(4)) * 2)[0, 0] > 0.9


def test_targets_are_turned_to_the_thrower_and_end_with_the_game() -> None:
    net = first_net(4, 2)
    facts = np.zeros((3, facts_of(4)))
    games = Games(facts, np.array([0, 1, 0]), np.array([3]), np.array([[1.0, 0.0]]))
    assert targets(games, None).tolist() == [[1, 0], [0, 1], [1, 0]]
    softened = targets(games, net)
    assert softened[2].tolist() == [1, 0]
    assert softened[1].tolist() == pytest.approx([0.1, 0.9])
    assert softened[0].tolist() == pytest.approx([0.82, 0.18])


def test_games_against_itself_end_and_the_knowledge_can_be_kept(tmp_path: Path) -> None:
    table = game("floe").open(house("floe"), 3)
    games = play(table, 3, 2, 2, known().ice, first_net(3, 3), 1)
    assert len(games.lengths) == 3
    assert games.ends.sum(axis=1) == pytest.approx(1)
    assert len(games.facts) == games.lengths.sum()
    keep(Known(known().ice, {3: first_net(3, 3)}, {3: 0.03}), tmp_path / "kept.npz")
    again = known(tmp_path / "kept.npz")
    assert np.array_equal(again.ice.rests, known().ice.rests)
    assert np.array_equal(again.nets[3].direct, first_net(3, 3).direct)
    assert again.levels == {3: 0.03}
