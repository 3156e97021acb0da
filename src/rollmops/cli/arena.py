"""`rollmops arena`: how the ice feels, and where dice come to rest."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rollmops.arena import Map


def arena(
    heatmap: Annotated[bool, typer.Option("--heatmap", help="Draw where dice rest for one gesture.")] = False,
    start: Annotated[int, typer.Option("--from", help="Release point along the entrance in mm.")] = 0,
    aim: Annotated[int, typer.Option(help="Direction in degrees, positive to the right.")] = 0,
    speed: Annotated[int, typer.Option(help="Speed in cm/s.")] = 140,
    height: Annotated[int, typer.Option(help="Height of the hand above the ice in mm.")] = 50,
    spin: Annotated[int, typer.Option(help="Tumble in tenths of a turn a second.")] = 50,
    throws: Annotated[int | None, typer.Option(help="Throws (default: 1000 for a heatmap, 200 for each line).")] = None,
    seed: Annotated[int, typer.Option(help="The first seed; the same seed gives the same throws.")] = 1,
    threads: Annotated[int, typer.Option(help="Threads; any number gives the same throws.")] = 1,
    out: Annotated[str, typer.Option(help="Where to draw: a file ending in .png, .svg or .pdf.")] = "heatmap.png",
    components: Annotated[str | None, typer.Option(help="Another component file.")] = None,
) -> None:
    """Without --heatmap: a small table of what hands achieve, careful, wild, aimed at a net, at a rival's die."""
    from rollmops.arena import Map
    from rollmops.cli.files import read_parts
    from rollmops.engine.errors import RollmopsError

    count = throws if throws is not None else (1000 if heatmap else 200)
    if not 1 <= count <= 100_000:
        raise RollmopsError(f"throws: give a number from 1 to 100000, not {count}")
    if seed < 0:
        raise RollmopsError(f"seed: give a whole number from 0, not {seed}")
    if not 1 <= threads <= 64:
        raise RollmopsError(f"threads: give a number from 1 to 64, not {threads}")
    floe = Map.read(read_parts("floe", components).facts)
    if heatmap:
        _heatmap(floe, (start, aim, speed, height, spin), range(seed, seed + count), threads, Path(out))
    else:
        _skill(floe, count, threads, seed)


def _heatmap(floe: Map, numbers: tuple[int, int, int, int, int], seeds: range, threads: int, path: Path) -> None:
    from rollmops.arena import Gesture
    from rollmops.extras import need

    need("plots", "a heatmap")
    from rollmops.engine.errors import RollmopsError
    from rollmops.lab.heatmap import heatmap, rests_of

    if path.suffix not in (".png", ".svg", ".pdf"):
        raise RollmopsError(f"out: give a file that ends in .png, .svg or .pdf, not '{path.name}'")
    gesture = Gesture(*numbers)
    rests = rests_of(floe, gesture, seeds, threads=threads)
    try:
        heatmap(floe, rests, str(gesture), path)
    except OSError as error:
        raise RollmopsError(f"{path} cannot be written: {error.strerror}") from None
    dry = sum(rest.is_dry for rest in rests)
    print(f"{len(seeds)} throws, {dry} of {len(rests)} dice on the floe; drawn: {path}")


def _skill(floe: Map, throws: int, threads: int, seed: int) -> None:
    from rich.console import Console
    from rich.table import Table

    from rollmops.lab.throw_skill import shares

    table = Table(title=f"What hands achieve, {throws} throws of four dice each")
    for head in ("throw", "gesture", "dice kept", "mean y", "in the net", "rival off"):
        table.add_column(head, justify="left" if head in ("throw", "gesture") else "right")
    for share in shares(floe, throws=throws, threads=threads, seed=seed):
        net = "" if share.net is None else f"{share.net:.0%}"
        off = "" if share.rival_off is None else f"{share.rival_off:.0%}"
        ahead = f"{share.ahead:.0f} mm" if share.kept else "–"
        table.add_row(share.name, str(share.gesture), f"{share.kept:.0%}", ahead, net, off)
    Console(highlight=False, width=130).print(table)
