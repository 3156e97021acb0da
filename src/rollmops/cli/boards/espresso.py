"""A table of Espresso Fishing in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from rollmops.cli.boards.dice import dice_row
from rollmops.engine.contract import LETTERS
from rollmops.games.espresso.view import Fish, View

FACES = {
    "worm": ("", "~~~o", ""),
    "hook": ("│", "╰─╯", ""),
    "wave": ("", "≈≈≈", "1"),
    "double": ("≈≈≈", "≈≈≈", "2"),
    "empty": ("", "⌣ ⌣", "½"),
    None: ("", "", ""),
}
WHITE = {
    "fish": ("", "><>", ""),
    "two": ("><>", "><>", ""),
    "shoe": ("█", "█▄▖", ""),
    "zzz": ("z", "z", "z"),
}


def draw(view: View, names: list[str]) -> RenderableType:
    """The lake, what everyone has, and the dice as they lie."""
    parts: list[RenderableType] = [_lake(view.lake), _players(view, names)]
    if view.pile:
        parts.append(_chips(view.pile).append(" spent", "dim"))
    if any(die.face for die in view.dice) and view.phase != "over":
        parts += [_dice(view), _right(view)]
    return Group(*parts)


def _fish(fish: Fish) -> Text:
    """Fish as they lie there, the yellow one first and with a sign of its own, for terminals without colours."""
    swarm = Text("><*> " * fish.yellow, "bold yellow")
    return swarm.append("><> " * fish.blue, "blue")


def _lake(lake: Fish) -> Panel:
    inside = _fish(lake) if lake.blue + lake.yellow else Text("empty", "dim")
    return Panel(inside, title=f"lake {lake.blue + lake.yellow}", title_align="left", border_style="cyan", width=70)


def _chips(count: int) -> Text:
    return Text("◉" * count, "rgb(150,100,50)")


def _players(view: View, names: list[str]) -> Table:
    rows = Table.grid(padding=(0, 1))
    for letter, name in zip(LETTERS, names, strict=False):
        fish = view.fish[letter]
        style = "bold" if letter == (view.turn if view.phase != "over" else view.ahead) else ""
        label = Text(f"{letter} {name[:16]}", style)
        rows.add_row(label, Text(f"{fish.blue + fish.yellow:2}", style), _chips(view.chips[letter]), _fish(fish))
    return rows


def _dice(view: View) -> RenderableType:
    faces = [FACES[die.face] for die in view.dice]
    styles = [f"{'bold ' if die.fresh or view.phase != 'reroll' else 'dim '}{die.colour}" for die in view.dice]
    words = [die.face or "" for die in view.dice]
    again = [die.name + (" ↻" if die.fresh else "") for die in view.dice]
    if view.white is None:
        return dice_row(faces, styles, words, again)
    return dice_row([*faces, WHITE[view.white]], [*styles, "bold"], [*words, view.white], [*again, "white"])


def _right(view: View) -> Padding:
    """What the player may do now, beyond the words of the choices."""
    said = {
        "reroll": "↻ may be rolled once more",
        "fish": f"white throws left: {view.throws}{', wide awake' if view.drunk else ''}",
        "take": f"fish to take: {view.owed}",
        "poach": " · ".join(
            ([f"fish to steal: {view.steals}"] if view.steals else [])
            + (["special combination: take a chip or move a fish"] if view.special else [])
        ),
    }.get(view.phase, "")
    return Padding(Text(said, "italic"), (0, 0))
