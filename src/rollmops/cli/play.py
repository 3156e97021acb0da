"""`rollmops play GAME`: a table in the terminal, for people at one keyboard and minds."""

from __future__ import annotations

from typing import Annotated

import typer


def play(
    game: Annotated[str | None, typer.Argument(help="The game's name.")] = None,
    players: Annotated[list[str] | None, typer.Option(help="People at this keyboard.")] = None,
    minds: Annotated[list[str] | None, typer.Option(help="Who else plays: random, rollout, rollout:500 …")] = None,
    resume: Annotated[str | None, typer.Option(help="Go on with the game in this file.")] = None,
    log: Annotated[str | None, typer.Option(help="Where to keep the logbook.")] = None,
    first: Annotated[str | None, typer.Option(help="Who begins (default: drawn by lot).")] = None,
    dice: Annotated[str, typer.Option(help="fair: ours, proven afterwards; hand: you throw and type them in.")] = "fair",
    components: Annotated[str | None, typer.Option(help="Another component file.")] = None,
) -> None:
    """Play in the terminal. Without --players and --minds: you against the rollout mind."""
    from rollmops.cli.compiling import say_aside, say_once
    from rollmops.cli.table import new_table, resume_table

    with say_once("this game" if resume else game or "soles", say_aside):
        if resume:
            resume_table(resume, components).run()
        else:
            new_table(game or "soles", players or [], minds or [], first, dice, components, log).run()
