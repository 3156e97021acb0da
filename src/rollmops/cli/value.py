"""`rollmops value FILE`: what is this table worth?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from rollmops.cli.files import check_there

if TYPE_CHECKING:
    from rollmops.engine.match import Match
    from rollmops.solve import Worth


def value(
    file: Annotated[
        str, typer.Argument(callback=check_there, help="A logbook that may stop anywhere; - reads standard input.")
    ],
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")] = False,
    components: Annotated[str | None, typer.Option(help="The component file the game was played with.")] = None,
) -> None:
    """Say what the last table of a game is worth to everyone, and after each line that can follow."""
    from rollmops.cli.files import parts_for_record, read_bytes
    from rollmops.games.records import read_match
    from rollmops.solve import value_of

    data = read_bytes(file)
    match = read_match(data, parts_for_record(data, components))
    worth = value_of(match)
    if json:
        import json as encoder

        print(encoder.dumps(worth.json()))
    else:
        _show(match, worth)


def _show(match: Match, worth: Worth) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    table = Table()
    table.add_column("")
    for letter, name in zip(worth.seats, match.names, strict=True):
        table.add_column(f"{letter} {name}", justify="right")
    table.add_row("now", *_figures(worth.seats, worth.error))
    actor = worth.actor or ""
    best_first = sorted(worth.lines, key=lambda words: -worth.lines[words][actor])
    for words in best_first:
        table.add_row(words, *_figures(worth.lines[words], (worth.line_errors or {}).get(words)))
    console.print(table)
    console.print(how_known(worth), markup=False)


def _figures(shares: dict[str, float], errors: dict[str, float] | None) -> list[str]:
    return [f"{share:.2%}" + (f" ± {1.96 * errors[letter]:.2%}" if errors else "") for letter, share in shares.items()]


def how_known(worth: Worth) -> str:
    """How one knows these figures."""
    if not worth.exact:
        how = "values fitted by self-play" if worth.source == "fitted" else "random games"
        return f"Win shares, estimated by {how}, with 95 % intervals."
    if worth.gain:
        return f"Win shares, certified: nobody could gain more than {worth.gain:.5f} of a win by playing otherwise."
    return "Win shares, exact."
