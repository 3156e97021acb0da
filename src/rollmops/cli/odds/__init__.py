"""`rollmops odds GAME …`: exact odds, one module a game."""

from __future__ import annotations

import typer

from rollmops.cli.compiling import says_when_compiling
from rollmops.cli.odds import espresso, lure, soles

app = typer.Typer(help="Exact odds.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def odds() -> None:
    """Exact odds of a roll, a cast, a re-roll."""


app.command("soles")(says_when_compiling(soles.soles))
app.command("espresso")(says_when_compiling(espresso.espresso))
app.command("lure")(says_when_compiling(lure.lure))
