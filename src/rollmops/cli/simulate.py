"""`rollmops simulate GAME`: many games, win shares, length, points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rollmops.lab.simulate import Plan, Summary


def simulate(
    game: Annotated[str, typer.Argument(help="The game's name.")],
    seats: Annotated[int, typer.Option(help="How many play.")] = 2,
    games: Annotated[int, typer.Option(help="How many games.")] = 10_000,
    minds: Annotated[list[str] | None, typer.Option(help="One mind for all seats, or one for each.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    first: Annotated[str | None, typer.Option(help="Who begins (default: drawn by lot).")] = None,
    jobs: Annotated[int, typer.Option(help="Processes.")] = 1,
    components: Annotated[str | None, typer.Option(help="Another component file.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play many games between minds and tell who wins how often."""
    from rollmops.cli.checks import check_jobs, check_seed
    from rollmops.cli.files import read_parts
    from rollmops.engine.contract import LETTERS, is_seat
    from rollmops.engine.errors import BadTableError
    from rollmops.lab.simulate import Plan

    if first is not None and not is_seat(first, seats):
        raise BadTableError(f"first: give a seat from A to {LETTERS[max(0, seats - 1) % 8]}, not '{first}'")
    check_jobs(jobs)
    check_seed(seed)
    chosen = tuple(minds or ["random"])
    if len(chosen) == 1:
        chosen *= max(1, min(seats, len(LETTERS) + 1))  # how many may sit there is the game's business
    plan = Plan(
        game, read_parts(game, components), seats, chosen, games, seed, None if first is None else LETTERS.index(first)
    )
    summary = _run(plan, jobs)
    if json:
        import msgspec

        print(msgspec.json.encode(summary).decode())
    else:
        _show(summary)


def _run(plan: Plan, jobs: int) -> Summary:
    import threading

    from rich.console import Console
    from rich.progress import Progress

    from rollmops.lab.simulate import simulate as run

    threading.excepthook = lambda _: None  # when Ctrl-C ends it, the pool's thread trips over workers it has just stopped
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(f"{plan.game}, {plan.games} games", total=plan.games)
        return run(plan, jobs, lambda done: progress.advance(task, done))


def _show(summary: Summary) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    title = f"{summary.game}: {summary.games} games, seed {summary.seed}, components {summary.components}"
    table = Table(title=Text(title))
    for head in ("seat", "mind", "win share", "95 % interval", "points"):
        table.add_column(head, justify="left" if head in ("seat", "mind") else "right")
    for seat in summary.seats:
        wins, points = seat.wins, seat.points
        table.add_row(
            seat.seat,
            seat.mind,
            f"{wins.mean:.2%}",
            f"{wins.low:.2%} – {wins.high:.2%}",
            f"{points.mean:.2f} ± {points.high - points.mean:.2f}",
        )
    console.print(table)
    order = ", ".join(
        f"{place}. {wins.mean:.2%} ± {(wins.high - wins.low) / 2:.2%}" for place, wins in enumerate(summary.order, 1)
    )
    console.print(f"Win share by turn order: {order}")
    length, span = summary.length, f"{summary.shortest} to {summary.longest}"
    console.print(f"Transitions in a game: {length.mean:.1f} ± {length.high - length.mean:.1f} ({span})")
