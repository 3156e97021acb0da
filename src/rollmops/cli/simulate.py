"""`rollmops simulate GAME`: many games, win shares, length, points."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rollmops.lab.simulate import Plan, Simulation
    from rollmops.lab.summary import Summary

STOPPED = 130
"""The exit code of what Ctrl-C has stopped."""


def simulate(
    game: Annotated[str, typer.Argument(help="The game's name.")],
    seats: Annotated[int | None, typer.Option(help="How many play (default: as many as minds are named, or 2).")] = None,
    games: Annotated[int, typer.Option(help="How many games.")] = 10_000,
    minds: Annotated[list[str] | None, typer.Option(help="One mind for all seats, or one for each.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    first: Annotated[str | None, typer.Option(help="Who begins (default: drawn by lot).")] = None,
    longest: Annotated[int | None, typer.Option(help="Give a game up after so many dice and decisions.")] = None,
    jobs: Annotated[int, typer.Option(help="Processes.")] = 1,
    cluster: Annotated[str | None, typer.Option(help="The address of a Dask scheduler, whose workers play.")] = None,
    rows: Annotated[Path | None, typer.Option(help="Write every game as a row (CSV, or Parquet by its name).")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw shares, points and lengths (PNG or SVG).")] = None,
    checkpoint: Annotated[Path | None, typer.Option(help="Keep in this file how far it came.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the --checkpoint file.")] = False,
    components: Annotated[str | None, typer.Option(help="Another component file.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play many games between minds and tell who wins how often. Ctrl-C tells what there is so far."""
    from rollmops.cli.checks import check_cluster, check_jobs, check_seed
    from rollmops.cli.files import read_parts
    from rollmops.engine.contract import LETTERS, is_seat
    from rollmops.engine.errors import BadTableError
    from rollmops.lab.simulate import LONGEST_GAME, Plan, Simulation

    chosen = tuple(minds or ["random"])
    places = seats if seats is not None else max(2, len(chosen))
    if first is not None and not is_seat(first, places):
        raise BadTableError(f"first: give a seat from A to {LETTERS[max(0, places - 1) % 8]}, not '{first}'")
    check_jobs(jobs)
    check_cluster(cluster)
    check_seed(seed)
    if resume and checkpoint is None:
        raise BadTableError("--resume goes on with a file: name it with --checkpoint FILE")
    if len(chosen) == 1:
        chosen *= max(1, min(places, len(LETTERS) + 1))  # how many may sit there is the game's business
    parts, starter = read_parts(game, components), None if first is None else LETTERS.index(first)
    plan = Plan(game, parts, places, chosen, games, seed, starter, LONGEST_GAME if longest is None else longest)
    simulation = Simulation(plan, jobs=jobs, cluster=cluster, rows=rows, checkpoint=checkpoint, resume=resume)
    stopped = _run(simulation)
    if stopped and not simulation.state.tally.games:
        raise KeyboardInterrupt
    summary = simulation.summary()
    if plot is not None:
        from rollmops.lab.plots import plot_simulation

        plot_simulation(summary, simulation.state.tally, plot)
    if json:
        import msgspec

        print(msgspec.json.encode(summary).decode())
    else:
        _show(summary)
    if stopped:
        if checkpoint is not None:
            print(f"Go on with the same command and --resume: {checkpoint} knows how far it came.")
        raise typer.Exit(STOPPED)


def _run(simulation: Simulation) -> bool:
    """Play, with a bar for whoever watches; returns whether Ctrl-C has stopped it."""
    import threading

    from rich.console import Console

    from rollmops.cli.bar import games_bar
    from rollmops.cli.compiling import say_once
    from rollmops.cli.stopping import stoppable

    threading.excepthook = lambda _: None  # when Ctrl-C ends it, the pool's thread trips over workers it has just stopped
    plan: Plan = simulation.plan
    console = Console(stderr=True)
    with games_bar(console) as progress:
        task = progress.add_task(f"{plan.game}, games", total=plan.games)
        try:
            with say_once(plan.game, progress.console.print), stoppable() as check:

                def advance(games: int) -> None:
                    check()
                    progress.advance(task, games)

                simulation.run(advance)
        except KeyboardInterrupt:
            return True
    return False


def _show(summary: Summary) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    games = "1 game" if summary.games == 1 else f"{summary.games} games"
    title = f"{summary.game}: {games}, seed {summary.seed}, components {summary.components}"
    table = Table(title=Text(title))
    for head in ("seat", "mind", "win share", "95 % interval", "points"):
        table.add_column(head, justify="left" if head in ("seat", "mind") else "right")
    for seat in summary.seats:
        wins, points = seat.wins, seat.points
        table.add_row(seat.seat, seat.mind, f"{wins.mean:.2%}", wins.span(".2%"), f"{points.mean:.2f} {points.half('.2f')}")
    console.print(table)
    order = ", ".join(f"{place}. {wins.mean:.2%} ({wins.span('.2%')})" for place, wins in enumerate(summary.order, 1))
    console.print(f"Win share by turn order: {order}")
    length, span = summary.length, f"{summary.shortest} to {summary.longest}"
    console.print(f"Dice and decisions in a game: {length.mean:.1f} {length.half('.1f')} ({span})")
    for remark in summary.remarks():
        console.print(remark, markup=False)
