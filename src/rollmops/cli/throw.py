"""`rollmops throw`: one throw onto an empty or laid floe, told and drawn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rollmops.arena import Lying, Map, Thrown


def throw(
    start: Annotated[int, typer.Option("--from", help="Release point along the entrance in mm, 0 is the middle.")] = 0,
    aim: Annotated[int, typer.Option(help="Direction in degrees, positive to the right.")] = 0,
    speed: Annotated[int, typer.Option(help="Speed in cm/s.")] = 140,
    height: Annotated[int, typer.Option(help="Height of the hand above the ice in mm.")] = 50,
    spin: Annotated[int, typer.Option(help="Tumble in tenths of a turn a second.")] = 50,
    seed: Annotated[int, typer.Option(help="What the hand does not control.")] = 1,
    dice: Annotated[int, typer.Option(help="Dice in the hand, 1 to 4.")] = 4,
    lying: Annotated[list[str] | None, typer.Option(help="A die on the floe, like B1=0,300,15,4 (again for more).")] = None,
    out: Annotated[str | None, typer.Option(help="Where to draw: .svg or .png (default: throw.svg).")] = None,
    components: Annotated[str | None, typer.Option(help="Another component file.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")] = False,
) -> None:
    """Throw dice onto the floe: print where they rest and draw the arena from above."""
    from rollmops.arena import Gesture, Map
    from rollmops.arena import throw as throw_dice
    from rollmops.cli.files import read_parts
    from rollmops.engine.errors import RollmopsError
    from rollmops.extras import need

    if out is not None and out.endswith(".png"):
        need("plots", "a .png (an .svg needs nothing)")
    if not 1 <= dice <= 4:
        raise RollmopsError(f"dice: give a number from 1 to 4, not {dice}")
    if seed < 0:
        raise RollmopsError(f"seed: give a whole number from 0, not {seed}")
    arena = Map.read(read_parts("floe", components).facts)
    there = [_lying(text) for text in lying or []]
    hand = [f"A{number}" for number in range(1, dice + 1)]
    thrown = throw_dice(arena, there, hand, Gesture(start, aim, speed, height, spin), seed)
    if json:
        _print_json(thrown)
    else:
        _tell(thrown)
    if out is not None or not json:
        path = Path(out or "throw.svg")
        _draw(arena, thrown, path)
        if not json:
            print(f"drawn: {path}")


def _lying(text: str) -> Lying:
    """A die in the words of the rest line."""
    import re

    from rollmops.arena import BadDiceError, Lying
    from rollmops.engine.logbook import shown

    found = re.fullmatch(r"([A-F][1-4])=(-?\d{1,3}(?:\.\d)?),(\d{1,3}(?:\.\d)?),(\d{1,3}),([1-6])", text, re.ASCII)
    if not found or int(found[4]) > 359:
        raise BadDiceError(
            f"lying: {shown(text)} is no die; give it like B1=0,300,15,4: x and y in mm with up to one decimal,"
            " a turn from 0 to 359, the number"
        )
    name, x, y, turn, up = found.groups()
    return Lying(name, float(x), float(y), int(turn), int(up))


def _tell(thrown: Thrown) -> None:
    from rollmops.arena.dice import arena_name, rest_line

    print(rest_line(thrown.rests))
    for rest in thrown.rests:
        place = f"on the floe at {rest.x:6.1f} {rest.y:6.1f}" if rest.is_dry else f"in the water{_lost(rest.where)}"
        print(f"  {rest.name}  shows {rest.up}, {place}")
    flight = thrown.trajectory
    size, seconds = len(flight.encode()), (flight.frames - 1) * flight.frame_ms / 1000
    print(f"trajectory: {seconds:.2f} s, {flight.frames} keyframes, {size} bytes, digest {flight.digest[:16]}…")
    print(f"thrown by {arena_name()}")


def _lost(where: str) -> str:
    return " (left the box)" if where == "lost" else ""


def _print_json(thrown: Thrown) -> None:
    import base64

    import msgspec

    from rollmops.arena.dice import arena_name, rest_line

    report = {
        "rest": rest_line(thrown.rests),
        "dice": list(thrown.rests),
        "nudges": thrown.nudges,
        "digest": thrown.trajectory.digest,
        "trajectory": base64.b64encode(thrown.trajectory.encode()).decode(),
        "arena": arena_name(),
    }
    print(msgspec.json.encode(report).decode())


def _draw(arena: Map, thrown: Thrown, path: Path) -> None:
    from rollmops.arena.drawing import described, paint, shapes, svg
    from rollmops.engine.errors import RollmopsError

    drawn = shapes(arena, thrown.rests, thrown.trajectory)
    try:
        if path.suffix == ".svg":
            path.write_text(svg(arena, drawn, described(thrown.rests)), encoding="utf-8")
        elif path.suffix == ".png":
            paint(arena, drawn, path)
        else:
            raise RollmopsError(f"out: give a file that ends in .svg or .png, not '{path.name}'")
    except OSError as error:
        raise RollmopsError(f"{path} cannot be written: {error.strerror}") from None
