"""`rollmops verify FILE`: were the dice the ones that were promised?"""

from __future__ import annotations

from typing import Annotated

import typer


def verify(
    file: Annotated[str, typer.Argument(help="A finished logbook; - reads standard input.")],
    components: Annotated[str | None, typer.Option(help="The component file the game was played with.")] = None,
) -> None:
    """Check every die of a finished game against the seed that was promised at its start."""
    from rollmops.cli.files import parts_for_record, read_bytes
    from rollmops.engine.logbook import read_record
    from rollmops.games import game
    from rollmops.games.records import verify as prove

    data = read_bytes(file)
    record, parts = read_record(data), parts_for_record(data, components)
    proven = prove(record, parts)
    print(f"all {proven} {game(record.header.game).chance.proven}")
