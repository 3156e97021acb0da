from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from rollmops.arena import Arena, BadDiceError, Gesture, Lying, Map, Request, Thrown, throw
from rollmops.arena.gesture import random_gesture
from rollmops.arena.throw import MOST_IDLE_WORLDS, idle_worlds
from tests.effort import short_or_long

HAND = ("A1", "A2", "A3", "A4")
RIVALS = (Lying("B1", -50.0, 300.0, 10, 4), Lying("C2", 12.3, 340.5, 77, 2), Lying("D3", 24.6, 341.0, 80, 5))


def requests(count: int, seed: int) -> list[Request]:
    chance = random.Random(seed)
    found = []
    for number in range(count):
        gesture = Gesture(chance.randint(-40, 40), chance.randint(-8, 8), chance.randint(100, 170), 40, 20)
        found.append(Request(RIVALS[: number % 4], HAND, gesture, chance.getrandbits(40)))
    return found


def bits(thrown: Thrown) -> tuple[object, ...]:
    return thrown.rests, thrown.trajectory.digest


def test_the_same_throw_has_the_same_bits_alone_in_a_batch_in_threads_and_in_any_order(arena: Arena, floe: Map) -> None:
    asked = requests(short_or_long(80, 240), 1)
    batch = [bits(one) for one in arena.throws(asked)]
    assert [bits(one) for one in arena.throws(asked[::-1], threads=2)] == batch[::-1]
    alone = [bits(throw(floe, one.lying, one.hand, one.gesture, one.seed)) for one in asked[:40]]
    assert alone == batch[:40]
    assert len(set(batch)) == len(batch)


def test_another_process_has_the_same_bits(arena: Arena) -> None:
    script = (
        "from tests.arena.conftest import read_floe\n"
        "from tests.arena.test_throw import requests\n"
        "from rollmops.arena import Arena\n"
        "print(*(one.trajectory.digest for one in Arena(read_floe()).throws(requests(40, 2))))\n"
    )
    folder = Path(__file__).parents[2]
    told = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=True)
    assert told.stdout.split() == [one.trajectory.digest for one in arena.throws(requests(40, 2))]


def test_every_die_has_a_rest_in_the_order_given(arena: Arena) -> None:
    thrown = arena.throw(RIVALS, HAND[:3], Gesture(0, 0, 140, 50, 50), 3)
    assert [rest.name for rest in thrown.rests] == ["B1", "C2", "D3", "A1", "A2", "A3"]


def test_by_name_rests_and_trajectory_come_in_the_order_of_the_rest_line(arena: Arena) -> None:
    thrown = arena.throw(RIVALS, HAND[:3], Gesture(0, 0, 140, 50, 50), 3).by_name()
    assert [rest.name for rest in thrown.rests] == ["A1", "A2", "A3", "B1", "C2", "D3"]
    last = thrown.trajectory.places()[-1]
    for number, rest in enumerate(thrown.rests):
        assert last[number, :2] == pytest.approx([rest.x, rest.y], abs=0.3)


def test_a_die_that_nobody_touches_keeps_its_numbers(arena: Arena) -> None:
    corner = (Lying("B1", 90.0, 30.0, 33, 6), Lying("C1", 102.0, 30.1, 32, 1), Lying("D1", -110.0, 330.0, 5, 3))
    for seed in range(30):
        thrown = arena.throw(corner, HAND, Gesture(-60, -5, 90, 40, 20), seed)
        assert [rest.lying() for rest in thrown.rests[:2]] == list(corner[:2])


def test_hanging_over_the_edge_is_not_water(arena: Arena, floe: Map) -> None:
    hanging = Lying("B1", 120.0, 190.0, 0, 4)
    assert floe.is_ice(hanging.x, hanging.y)
    assert not floe.is_ice(hanging.x + 9, hanging.y)
    edge = Lying("B1", 125.0, 188.0, 0, 4)
    thrown = arena.throw([edge], HAND, Gesture(-60, -5, 90, 40, 20), 1)
    assert thrown.rests[0].is_dry
    assert thrown.trajectory.splashes[0] == -1


def test_a_die_that_slides_over_the_edge_is_wet_even_when_it_fell_slowly(arena: Arena) -> None:
    thrown = arena.throw([], HAND, Gesture(0, 0, 20, 20, 0), 1)
    # Twenty centimetres a second do not carry over the strip of water before the floe.
    assert not any(rest.is_dry for rest in thrown.rests)
    assert all(frame >= 0 for frame in thrown.trajectory.splashes)


def test_a_hard_landing_on_the_ice_is_no_water(arena: Arena) -> None:
    """Dropped from as high as may be onto the middle: no die dips through the ice into false water."""
    thrown = arena.throws([Request((), HAND, Gesture(0, 0, 110, 150, -150), seed) for seed in range(60)])
    for one in thrown:
        for number, rest in enumerate(one.rests):
            places = one.trajectory.places()[:, number]
            inland = (abs(places[:, 0]) < 100) & (places[:, 1] < 360) | (places[:, 1] < 20)
            if inland.all() and places[:, 1].max() > 20:
                assert rest.is_dry, rest


def test_over_the_wall_is_lost(arena: Arena) -> None:
    thrown = arena.throws([Request((), HAND, Gesture(0, 0, 400, 150, 0), seed) for seed in range(10)])
    lost = [rest for one in thrown for rest in one.rests if rest.where == "lost"]
    assert lost
    assert all(rest.y > 430 or abs(rest.x) > 150 or rest.y < 0 for rest in lost)


def test_dice_that_cannot_be_are_refused_by_name(arena: Arena) -> None:
    gesture = Gesture(0, 0, 140, 50, 50)
    with pytest.raises(BadDiceError, match="B1"):
        arena.throw([Lying("B1", 140.0, 200.0, 0, 3)], HAND, gesture, 1)
    with pytest.raises(BadDiceError, match=r"B1.*7"):
        Lying("B1", 0.0, 200.0, 0, 7)
    with pytest.raises(BadDiceError, match="A1"):
        arena.throw([Lying("A1", 0.0, 200.0, 0, 3)], HAND, gesture, 1)
    with pytest.raises(BadDiceError, match="1 to 4"):
        arena.throw([], (), gesture, 1)


def test_the_seed_changes_the_throw_and_the_gesture_does_too(arena: Arena) -> None:
    gesture = Gesture(0, 0, 140, 50, 50)
    digests = {arena.throw([], HAND, gesture, seed).trajectory.digest for seed in range(5)}
    digests.add(arena.throw([], HAND, Gesture(0, 0, 141, 50, 50), 0).trajectory.digest)
    assert len(digests) == 6


def test_random_gestures_are_within_the_ranges() -> None:
    chance = random.Random(1)
    assert len({random_gesture(chance) for _ in range(200)}) == 200


def test_few_worlds_wait_for_the_next_throw(floe: Map) -> None:
    """Each takes megabytes; one for every thread, number of dice and map of a visitor's made hundreds."""
    for wider in range(3):
        other = Arena(replace(floe, wall=floe.wall + wider))
        other.throws(requests(40, wider), threads=3)
        other.throw(RIVALS, HAND, Gesture(0, 0, 140, 50, 50), wider)
    assert 1 <= len(idle_worlds) <= MOST_IDLE_WORLDS
