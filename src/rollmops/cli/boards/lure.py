"""A table of Lure in the terminal, seen from behind one screen."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from rollmops.cli.boards.dice import dice_row
from rollmops.engine.contract import LETTERS
from rollmops.games.lure.view import Cast, Fish, View

SPLASH = {"": "", "more": "one more fish", "lures": "a lure for everyone"}


def draw(view: View, names: list[str]) -> RenderableType:
    """The middle, the players, the dice of this round, and what is behind this seat's own screen."""
    parts: list[RenderableType] = [_heading(view), _middle(view), _players(view, names)]
    parts += [_cast(letter, view, names) for letter in _in_order(view)]
    if view.seat:
        parts.append(_screen(view))
    return Group(*parts)


def _heading(view: View) -> Text:
    text = Text(f"Round {view.round}", "bold")
    text.append(f"   deck {view.deck} fish   lures {view.pile} in the pile", "dim")
    text.append(f", discards: {' '.join(view.discards) or 'none'}", "dim")
    return text


def _middle(view: View) -> RenderableType:
    if not view.middle:
        return Text("No fish in the middle.", "blue")
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("fish", "catch", "needs", "VP", "splash"):
        table.add_column(heading, justify="right" if heading in ("catch", "VP") else "left")
    for fish in view.middle:
        table.add_row(*_card(fish))
    return table


def _card(fish: Fish) -> tuple[Text, ...]:
    return (
        Text(f"><> {fish.name}", "cyan"),
        Text(str(fish.catch), "bold"),
        Text(fish.needs),
        Text(str(fish.vp), "yellow"),
        Text(SPLASH[fish.splash], "dim"),
    )


def _players(view: View, names: list[str]) -> RenderableType:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("", "VP", "caught", "boasts", "lures", "resting"):
        table.add_column(heading)
    for letter, name in zip(LETTERS, names, strict=False):
        caught = Text(", ".join(fish.name for fish in view.caught[letter]) or "–")
        label = Text(f"{letter} {name[:16]}", "bold" if letter == view.seat else "")
        boasts, lures = str(view.boasts[letter] or "–"), "?" * view.hands[letter] or "–"
        table.add_row(label, str(view.vp[letter]), caught, boasts, lures, " ".join(view.resting[letter]) or "–")
    return table


def _in_order(view: View) -> list[str]:
    """Fewest dice first, as they fish."""
    return sorted(view.casts, key=lambda letter: (_dice(view.casts[letter]), letter))


def _dice(cast: Cast) -> int:
    return cast.sixes + len(cast.specials)


def _cast(letter: str, view: View, names: list[str]) -> RenderableType:
    cast = view.casts[letter]
    now = letter in view.fishing and letter not in view.fished
    said = Text(f"{letter} {names[LETTERS.index(letter)][:16]} cast ", "bold" if now else "dim")
    said.append(" ".join([f"{cast.sixes} {'die' if cast.sixes == 1 else 'dice'}", *cast.specials, *cast.lures]))
    if cast.total is not None:
        said.append(f"   total {cast.total}", "bold")
    if not cast.faces or not now:
        said.append(f"   {' '.join(map(str, cast.faces))}" if cast.faces else "")
        return said
    sides = ["d6"] * cast.sixes + list(cast.specials)
    faces = [(die, str(face), f"#{place}") for place, (die, face) in enumerate(zip(sides, cast.faces, strict=False), 1)]
    return Group(said, dice_row(faces, ["bold" if die == "d6" else "magenta" for die, _, _ in faces]))


def _screen(view: View) -> Text:
    """What only this seat sees."""
    mine = [f"{view.sixes} six-sided", *(die for die in view.specials if die not in view.resting[view.seat or ""])]
    text = Text("Behind your screen: ", "green")
    text.append(", ".join(mine) if view.phase == "cast" else "")
    text.append("; lures: " if view.phase == "cast" else "lures: ")
    text.append(" ".join(view.hand) or "none", "bold green")
    return text
