"""Small boxes that can be solved in no time, by us and by brute force."""

from __future__ import annotations

import re

from rollmops.engine.components import Components
from rollmops.games import components_text, house_text


def small_soles(soles: int, dice: int) -> Components:
    """So many yellow soles and dice, whoever plays."""
    text = re.sub(r"^(\d) = \d+$", r"\1 = 0", house_text("soles"), flags=re.MULTILINE)
    text = re.sub(r"\[die\.faces\].*", "", text, flags=re.DOTALL)
    text = (
        text.replace("yellow = 40", f"yellow = {soles}")
        .replace("dice = 4", f"dice = {dice}")
        .replace('"house"\n\n', '"small"\n\n')
    )
    return components_text("soles", text + "[die.faces]\n1 = 2\n2 = 1\nhook = 1\ndouble = 1\nwater = 1\n")


def small_espresso(blue: int, chips: int) -> Components:
    """So many blue fish, chips for each, blue dice that show waves only, red ones with hook and worm."""
    return components_text(
        "espresso",
        f"""
game = "espresso"
name = "small"
[fish]
mark = "house"
yellow = 1
blue = {{ 2 = {blue}, 3 = {blue}, 4 = {blue}, 5 = {blue} }}
[chips]
mark = "house"
box = {5 * chips}
each = {chips}
[blue]
mark = "house"
faces = {{ wave = 1 }}
[red]
mark = "house"
faces = {{ hook = 1, worm = 2 }}
[white]
mark = "house"
faces = {{ fish = 1, two = 1, zzz = 2 }}
""",
    )
