"""`rollmops tournament GAME`: minds against each other, with a ladder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rollmops.lab.ladder import Standing
    from rollmops.lab.tournament import Deal, Plan, Tournament


def tournament(
    game: Annotated[str, typer.Argument(help="The game's name.")],
    minds: Annotated[list[str] | None, typer.Option(help="At least two minds; own ones as package.module:Name.")] = None,
    seats: Annotated[int, typer.Option(help="How many play at a table.")] = 2,
    games: Annotated[int, typer.Option(help="Games of each pairing, at the most.")] = 200,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    jobs: Annotated[int, typer.Option(help="Processes.")] = 1,
    cluster: Annotated[str | None, typer.Option(help="The address of a Dask scheduler, whose workers play.")] = None,
    until_sure: Annotated[
        bool, typer.Option("--until-sure", help="Stop a pairing as soon as it is surely decided (95 %).")
    ] = False,
    log: Annotated[Path | None, typer.Option(help="Keep every deal in this file; with --resume go on from there.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the tournament in the --log file.")] = False,
    csv: Annotated[Path | None, typer.Option(help="Write every game as a row.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the ladder (PNG or SVG).")] = None,
    components: Annotated[str | None, typer.Option(help="Another component file.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Let minds play each other with the same dice and tell who is stronger, and how sure that is. Ctrl-C tells what there
    is so far."""
    from rollmops.cli.checks import check_cluster, check_jobs, check_seed
    from rollmops.cli.files import read_parts
    from rollmops.engine.errors import BadTableError
    from rollmops.extras import need
    from rollmops.lab.tournament import Plan

    check_jobs(jobs)
    check_cluster(cluster)
    check_seed(seed)
    if plot is not None:
        need("plots", "--plot")
    if resume and log is None:
        raise BadTableError("--resume goes on with a file: name it with --log FILE")
    plan = Plan(game, read_parts(game, components), seats, tuple(minds or ["rollout", "random"]), games, seed, until_sure)
    deals: list[Deal] = []
    outcome, stopped = _run(plan, jobs, cluster, log, deals, resume=resume)
    if outcome is None:
        raise KeyboardInterrupt
    if csv is not None:
        _write_csv(plan, deals, csv)
    if plot is not None:
        from rollmops.lab.plots import plot_ladder

        plot_ladder(outcome, plot)
    if json:
        import msgspec

        print(msgspec.json.encode(outcome).decode())
    else:
        _show(outcome)
    if stopped:
        print(f"Stopped after {outcome.games} of at the most {plan.deals * plan.seats * len(plan.pairings)} games.")
        if log is not None:
            print(f"Go on with the same command and --resume: {log} has every deal.")
        raise typer.Exit(130)


def _run(
    plan: Plan, jobs: int, cluster: str | None, log: Path | None, deals: list[Deal], *, resume: bool
) -> tuple[Tournament | None, bool]:
    """Play, with a bar for whoever watches, all deals into `deals`; returns what came out so far and whether Ctrl-C has
    stopped it."""
    import threading

    from rich.console import Console

    from rollmops.cli.bar import games_bar
    from rollmops.cli.compiling import say_once
    from rollmops.cli.stopping import stoppable
    from rollmops.lab.tournament import check, play_tournament, so_far
    from rollmops.lab.tournament_log import TournamentLog

    check(plan)
    threading.excepthook = lambda _: None  # when Ctrl-C ends it, the pool's thread trips over workers it has just stopped
    console = Console(stderr=True)
    kept = TournamentLog(log, plan, resume=resume) if log is not None else None
    deals += kept.deals if kept else ()

    def keep(deal: Deal) -> None:
        if kept:
            kept.add(deal)
        deals.append(deal)

    with games_bar(console) as progress:
        task = progress.add_task(f"{plan.game}, {len(plan.pairings)} pairings", total=plan.games * len(plan.pairings))
        try:
            with say_once(plan.game, progress.console.print), stoppable() as check_stop:

                def advance(games: int) -> None:
                    check_stop()
                    progress.advance(task, games)

                outcome, deals[:] = play_tournament(
                    plan,
                    jobs,
                    known=list(deals),
                    keep=keep,
                    progress=advance,
                    cluster=cluster,
                )
            return outcome, False
        except KeyboardInterrupt:
            return so_far(plan, deals), True
        finally:
            if kept:
                kept.close()


def _write_csv(plan: Plan, deals: list[Deal], path: Path) -> None:
    import csv

    from rollmops.lab.tournament import rows

    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows(plan, deals))


def _show(outcome: Tournament) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    subtracted = "luck subtracted" if outcome.luck_subtracted else "as played"
    title = f"{outcome.game}, {outcome.seats} seats: {outcome.games} games, seed {outcome.seed}, {subtracted}"
    ladder = Table(title=Text(title))
    for head in ("mind", "rating", "share of the win", "95 % interval", "as played", "interval narrowed"):
        ladder.add_column(head, justify="left" if head == "mind" else "right")
    for one in outcome.minds:
        error = "" if one.rating_error is None else f" ± {1.96 * one.rating_error:.0f}"
        ladder.add_row(one.name, f"{one.rating:.0f}{error}", *_figures(one))
    console.print(ladder)
    if len(outcome.minds) > 2 or outcome.seats > 2:
        pairs = Table(title=Text("Pairings" if outcome.seats == 2 else "One alone among others"))
        for head in ("mind", "against", "share of the win", "95 % interval", "as played", "interval narrowed"):
            pairs.add_column(head, justify="left" if head in ("mind", "against") else "right")
        for one in outcome.pairings:
            pairs.add_row(one.name, one.against, *_figures(one))
        console.print(pairs)
    for said in outcome.forfeits:
        console.print(Text(said))


def _figures(one: Standing) -> tuple[str, str, str, str]:
    interval = "unknown" if one.low is None or one.high is None else f"{one.low:.2%} – {one.high:.2%}"
    raw = "unknown" if one.raw is None else f"{one.raw.share:.2%} ± {one.raw.high - one.raw.share:.2%}"
    return f"{one.share:.2%}", interval, raw, "" if one.narrower is None else f"{one.narrower:.1f} times"
