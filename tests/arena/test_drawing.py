from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
from matplotlib.image import imread

from rollmops.arena import Arena, Gesture, Lying, Map, Rest
from rollmops.arena.drawing import draw
from rollmops.arena.heatmap import heatmap, rests_of

SVG = "{http://www.w3.org/2000/svg}"


def test_every_die_is_drawn_with_its_pips_and_its_way(arena: Arena, floe: Map) -> None:
    thrown = arena.throw([Lying("B1", 40.0, 340.0, 10, 6)], ["A1", "A2", "A3"], Gesture(0, 5, 140, 50, 50), 3)
    picture = ET.fromstring(draw(floe, thrown.rests, thrown.trajectory))  # noqa: S314  our own drawing
    dice = picture.findall(f"{SVG}g")
    assert [len(die.findall(f"{SVG}circle")) for die in dice] == [rest.up for rest in thrown.rests]
    assert len(picture.findall(f"{SVG}polyline")) == 4
    assert len(picture.findall(f"{SVG}polygon")) == 1
    texts = [text.text for text in picture.findall(f"{SVG}text")]
    assert texts == [f"{mark.worth:+d}" for mark in floe.marks]
    assert "B1" in picture.attrib["aria-label"]


def test_ahead_is_up_in_the_drawing(floe: Map) -> None:
    rests = [Rest("A1", "floe", 0.0, 100.0, 0, 1), Rest("A2", "floe", 0.0, 300.0, 0, 2)]
    picture = ET.fromstring(draw(floe, rests))  # noqa: S314  our own drawing
    places = [die.attrib["transform"] for die in picture.findall(f"{SVG}g")]
    assert places[0].startswith("translate(0 -100)")
    assert places[1].startswith("translate(0 -300)")


def test_a_heatmap_is_a_picture_of_where_dice_rest(floe: Map, tmp_path: Path) -> None:
    gesture = Gesture(0, 0, 110, 50, 30)
    rests = rests_of(floe, gesture, range(30))
    assert len(rests) == 120
    heatmap(floe, rests, str(gesture), tmp_path / "rests.png")
    heatmap(floe, [], "nothing", tmp_path / "nothing.png")
    full, empty = np.asarray(imread(tmp_path / "rests.png")), np.asarray(imread(tmp_path / "nothing.png"))
    assert full.shape[0] > 500
    assert full.shape != empty.shape or (full != empty).any()
