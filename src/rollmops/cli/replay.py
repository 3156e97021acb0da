"""`rollmops replay FILE`: the game as a person would tell it, and the table at the end."""

from __future__ import annotations

from typing import Annotated

import typer

from rollmops.cli.files import check_there


def replay(
    file: Annotated[str, typer.Argument(callback=check_there, help="A logbook; - reads standard input.")],
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")] = False,
    components: Annotated[str | None, typer.Option(help="The component file the game was played with.")] = None,
) -> None:
    """Tell a recorded game and show the table at its end."""
    from rollmops.cli.files import parts_for_record, read_bytes

    data = read_bytes(file)
    parts = parts_for_record(data, components)
    if json:
        _print_json(data, parts)
    else:
        _tell(data, parts)


def _print_json(data: bytes, parts: object) -> None:
    import json
    from typing import Any, cast

    from rollmops.engine.contract import LETTERS
    from rollmops.games.records import read_match

    match = read_match(data, cast(Any, parts))
    report = {
        "game": match.game.name,
        "over": match.over,
        "actors": match.acting(),
        "entries": len(match.entries) + len(match.sealed),
        "points": {LETTERS[seat]: points for seat, points in enumerate(match.points())},
        "winners": match.winners(),
        "table": match.game.words.table(match.table),
    }
    print(json.dumps(report))


def _tell(data: bytes, parts: object) -> None:
    from typing import Any, cast

    from rich.console import Console

    from rollmops.cli.boards import draw
    from rollmops.cli.result import result_in_words
    from rollmops.engine.contract import NOBODY
    from rollmops.games.records import read_match, tell

    match = read_match(data, cast(Any, parts))
    console = Console(highlight=False)
    names = ", ".join(match.names[:-1]) + " and " + match.names[-1]
    console.print(f"{match.game.title}, {names}", style="bold", markup=False)
    for line in tell(match.record(), cast(Any, parts)):
        console.print(f"  {line}", markup=False)
    console.print()
    console.print(draw(match.game.name, match.view(NOBODY), match.names))
    console.print(result_in_words(match), markup=False)
