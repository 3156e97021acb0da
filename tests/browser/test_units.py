"""Small parts of the page, run by Node: gestures, questions, and trajectories against the arena's own decoder."""

from __future__ import annotations

import base64
import json
import subprocess

import numpy as np
import pytest

from tests.browser.chromium import NODE
from tests.browser.conftest import ROOT


def test_the_parts_that_need_no_browser() -> None:
    tests = [str(path) for path in sorted((ROOT / "web/tests").glob("*.test.ts"))]
    done = subprocess.run([NODE, "--test", *tests], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]


def test_a_flight_is_read_as_the_arena_wrote_it() -> None:
    dice = pytest.importorskip("rollmops.arena.dice")
    from rollmops.arena.gesture import Gesture
    from rollmops.games import house

    arena = dice.arena_of(dice.Map.read(house("floe").facts))
    lying = (dice.Lying("A2", -60.0, 60.0, 80, 2), dice.Lying("B2", 10.0, 200.0, 30, 5))
    thrown = arena.throw(lying, ("A1", "A3", "A4"), Gesture(0, 3, 140, 50, 50), 7).by_name()
    flight = base64.b64encode(thrown.trajectory.encode()).decode()
    asked = json.dumps({"flight": flight, "rest": dice.rest_line(thrown.rests)})
    done = subprocess.run([NODE, ROOT / "web/tests/flight.mjs"], input=asked, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    page = json.loads(done.stdout)

    assert page["frames"] == thrown.trajectory.frames
    assert page["milliseconds"] == thrown.trajectory.frames * thrown.trajectory.frame_ms
    assert tuple(page["splashes"]) == thrown.trajectory.splashes
    first, last = (np.array([pose[moment][:3] for pose in page["poses"]]) for moment in (0, 1))
    np.testing.assert_allclose(first, thrown.trajectory.places()[0], atol=0.06)
    np.testing.assert_allclose(last, thrown.trajectory.places()[-1], atol=0.06)
    assert page["names"] == [rest.name for rest in thrown.rests]
    assert max(page["degrees"]) < 5, "a die shows another side at rest than at the end of its flight"
