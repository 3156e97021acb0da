"""`rollmops verify FILE`: were the dice the ones that were promised?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rollmops.engine.components import Components
    from rollmops.engine.dice import FairDice, Source
    from rollmops.engine.logbook import Record
    from rollmops.engine.match import Match


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
    if game(record.header.game).thrown is None:
        print(f"all {prove(record, parts)} dice proven")
    else:
        print(f"all {prove_throws(record, parts)} dice thrown again: they rest where the record says")


def prove_throws(record: Record, parts: Components | None) -> int:
    """Throw every throw again with the seeds that were promised; says why where this machine cannot."""
    from rollmops.arena.dice import ThrownDice, check_arena, check_digest
    from rollmops.games.records import verify as prove

    thrown: list[ThrownDice] = []

    def throw_again(match: Match, dice: FairDice) -> Source:
        check_arena(match.header.arena)
        thrown.append(ThrownDice(match.components, dice))
        return thrown[0]

    proven = prove(record, parts, throw_again)
    check_digest(record.header.arena or "", thrown[0])
    return proven
