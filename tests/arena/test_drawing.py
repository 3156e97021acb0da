from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.image import imread

from rollmops.arena import Arena, Gesture, Lying, Map, Rest
from rollmops.arena.drawing import COLOURS, described, paint, shapes, svg
from rollmops.arena.trajectory import Trajectory


def drawn(floe: Map, rests: Sequence[Rest], trajectory: Trajectory | None = None) -> str:
    return svg(floe, shapes(floe, rests, trajectory), described(rests))


SVG = "{http://www.w3.org/2000/svg}"


def test_every_die_is_drawn_with_its_pips_and_its_way(arena: Arena, floe: Map) -> None:
    thrown = arena.throw([Lying("B1", 40.0, 340.0, 10, 6)], ["A1", "A2", "A3"], Gesture(0, 5, 140, 50, 50), 3)
    picture = ET.fromstring(drawn(floe, thrown.rests, thrown.trajectory))  # noqa: S314  our own drawing
    dice = picture.findall(f"{SVG}g")
    assert [len(die.findall(f"{SVG}circle")) for die in dice] == [rest.up for rest in thrown.rests]
    colours = [line.attrib["stroke"] for line in picture.findall(f"{SVG}polyline")]
    assert [colours.count(COLOURS[letter]) for letter in "AB"] == [3, 1]
    assert len(picture.findall(f"{SVG}polygon")) == 2  # water and floe
    texts = [text.text for text in picture.findall(f"{SVG}text")]
    assert texts == [f"{mark.worth:+d}" for mark in floe.marks]
    assert "B1" in picture.attrib["aria-label"]


def test_ahead_is_up_in_the_drawing(floe: Map) -> None:
    rests = [Rest("A1", "floe", 0.0, 100.0, 0, 1), Rest("A2", "floe", 0.0, 300.0, 0, 2)]
    picture = ET.fromstring(drawn(floe, rests))  # noqa: S314  our own drawing
    places = [die.attrib["transform"] for die in picture.findall(f"{SVG}g")]
    assert places[0].startswith("translate(0 -100)")
    assert places[1].startswith("translate(0 -300)")


def test_the_painted_picture_is_the_same_drawing(arena: Arena, floe: Map, tmp_path: Path) -> None:
    """Where a die lies in the SVG the painted one shows its colour, and no other has it."""
    rests = [Rest("A1", "floe", 0.0, 300.0, 30, 1), Rest("B1", "floe", 60.0, 260.0, 0, 2)]
    paint(floe, shapes(floe, rests), tmp_path / "dice.png")
    paint(floe, shapes(floe), tmp_path / "empty.png")
    dice, empty = (np.asarray(imread(tmp_path / name))[:, :, :3] for name in ("dice.png", "empty.png"))
    for rest in rests:
        inked = np.abs(dice - to_rgb(COLOURS[rest.name[0]])).max(axis=2) < 0.02
        assert inked.sum() > 100
        assert not (np.abs(empty - to_rgb(COLOURS[rest.name[0]])).max(axis=2) < 0.02).any()
    ahead, beside = [np.argwhere(np.abs(dice - to_rgb(COLOURS[name])).max(axis=2) < 0.02).mean(axis=0) for name in "AB"]
    assert ahead[0] < beside[0]  # A lies further ahead: higher up
    assert ahead[1] < beside[1]  # B lies to the right
