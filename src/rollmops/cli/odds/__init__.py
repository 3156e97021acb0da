"""`rollmops odds GAME …`: exact odds, one module a game."""

from __future__ import annotations

import typer

from rollmops.cli.compiling import told
from rollmops.cli.odds import espresso, lure, soles

app = typer.Typer(help="Exact odds.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def odds() -> None:
    """Exact odds of a roll, a cast, a re-roll."""


app.command("soles")(told(soles.soles))
app.command("espresso")(told(espresso.espresso))
app.command("lure")(told(lure.lure))
