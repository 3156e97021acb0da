"""A table of Rolling Dice in the terminal: the floe in characters, entrance below."""

from __future__ import annotations

import math

from rich.cells import set_cell_size
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from rollmops.games.floe.polygon import is_inside
from rollmops.games.floe.view import Die, Floe, View

WIDE, TALL = 6.0, 12.0
"""Millimetres of one character: a cell of the terminal is about twice as tall as wide."""
STYLES = {"A": "white on dark_orange3", "B": "white on blue", "C": "white on dark_green", "D": "white on purple"}
STYLES |= {"E": "white on red", "F": "black on gold1"}

Cells = list[list[tuple[str, str]]]


def draw(view: View, names: list[str]) -> RenderableType:
    """The floe with its dice beside the track and the ice blocks."""
    floe = view.floe
    cells = _ground(floe)
    for mark in floe.marks:
        _write(floe, cells, mark.x, mark.y, f"{mark.worth:+d}", "bold green" if mark.worth > 0 else "bold red")
    for die in view.dice.values():
        _write(
            floe,
            cells,
            die.x,
            die.y,
            _label(die),
            STYLES[die.die[0]] + (" bold" if die.die != view.marked else " underline"),
        )
    for die in view.thrown:
        _write(floe, cells, die.x, die.y, _label(die), STYLES[die.die[0]] + " bold")
    picture = Text()
    for row in cells:
        for sign, style in row:
            picture.append(sign, style)
        picture.append("\n")
    picture.append(f"{'entrance':^{len(cells[0])}}", "dim")
    return Columns([picture, _side(view, names)], padding=(0, 3))


def _ground(floe: Floe) -> Cells:
    """Water, ice, and dots where nets and holes are."""
    columns, rows = round(floe.width / WIDE), math.ceil(floe.length / TALL)
    cells: Cells = []
    for row in range(rows):
        y = floe.length - (row + 0.5) * TALL
        line = []
        for column in range(columns):
            x = (column + 0.5) * WIDE - floe.width / 2
            mark = next((one for one in floe.marks if math.hypot(one.x - x, one.y - y) <= one.radius), None)
            if not is_inside(floe.outline, x, y):
                line.append(("~", "blue"))
            elif mark is not None:
                line.append(("#", "green") if mark.worth > 0 else ("o", "red"))
            else:
                line.append((" ", ""))
        cells.append(line)
    return cells


def _write(floe: Floe, cells: Cells, x: float, y: float, text: str, style: str) -> None:
    row = min(len(cells) - 1, max(0, int((floe.length - y) / TALL)))
    start = round((x + floe.width / 2) / WIDE - len(text) / 2)
    for place, mark in enumerate(text, max(0, min(start, len(cells[row]) - len(text)))):
        cells[row][place] = (mark, style)


def _label(die: Die) -> str:
    return f"{die.die}:{die.up}"


def _side(view: View, names: list[str]) -> RenderableType:
    lines = [Text(f"Round {view.round}, to {view.goal} points", "bold")]
    for letter, points in view.track.items():
        owner = names["ABCDEF".index(view.owners[letter])]
        mark = "▶" if letter == view.turn and view.phase != "over" else " "
        line = Text(f"{mark} ")
        line.append(f" {letter} ", STYLES[letter])
        line.append(f" {set_cell_size(owner, 16)} {points:4}")
        if letter in view.dice:
            die = view.dice[letter]
            line.append(f"   {die.die} shows {die.up} at {die.x:.0f}, {die.y:.0f}", "dim")
        lines.append(line)
    for number, block in enumerate(view.blocks):
        sign = "the starting symbol" if number == 0 else f"block {number + 1}"
        lines.append(Text(f"  on {sign}: {block.die} shows {block.up}", "cyan"))
    lines += [Text(f"  in the water: {wet.die} shows {wet.up}", "blue") for wet in (*view.wet, *view.pushed)]
    if view.phase == "throw":
        hand = " ".join(view.hand)
        lines.append(Text(f"  in the hand: {hand}" + (f", to outdo {view.marked}" if view.marked else "")))
    return Group(*lines)
