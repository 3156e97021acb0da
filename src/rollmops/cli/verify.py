"""`rollmops verify FILE`: were the dice the ones that were promised, and how much does that prove?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rollmops.engine.logbook import Header

Noted = Annotated[
    list[str] | None, typer.Option(metavar="A=HEX", help="A salt that seat A's device drew, as its page shows it.")
]
Promised = Annotated[
    list[str] | None, typer.Option(metavar="B=HEX", help="What seat B promised before the salts were opened (SHA-256).")
]


def verify(
    file: Annotated[str, typer.Argument(help="A finished logbook; - reads standard input.")],
    components: Annotated[str | None, typer.Option(help="The component file the game was played with.")] = None,
    commit: Annotated[str | None, typer.Option(metavar="HEX", help="The commitment as you saw it before the game.")] = None,
    salt: Noted = None,
    promise: Promised = None,
) -> None:
    """Check every die of a finished game against the seed that was promised at its start."""
    from rollmops.cli.files import parts_for_record, read_bytes
    from rollmops.engine.logbook import read_record
    from rollmops.games import game
    from rollmops.games.records import check_kept
    from rollmops.games.records import verify as prove

    data = read_bytes(file)
    record, parts = read_record(data), parts_for_record(data, components)
    check_kept(record.header, commit, pairs("--salt", salt), pairs("--promise", promise))
    proven = prove(record, parts)
    print(f"all {proven} {game(record.header.game).chance.proven}")
    for line in what_it_proves(record.header, kept=commit is not None):
        print(line)


def pairs(option: str, given: list[str] | None) -> dict[str, str]:
    """Seats and their numbers, as `A=HEX`."""
    from rollmops.engine.contract import is_seat
    from rollmops.engine.errors import RollmopsError

    found = {}
    for one in given or []:
        letter, _, number = one.partition("=")
        if not is_seat(letter) or not number:
            raise RollmopsError(f"{option}: give a seat's letter and its number, as in {option} A=1f…, not '{one}'")
        found[letter] = number.lower()
    return found


def what_it_proves(header: Header, *, kept: bool) -> Iterator[str]:
    """How far the proof reaches, in words."""
    from rollmops.games.records import HOUSE, salted_by_house

    yield "Proven: the seed fits the commitment, and every die and card follows from the seed, the salts and the components."
    house = salted_by_house(header)
    if house is None:
        yield "The salts of this game were not promised beforehand: whoever ran the table could have chosen the last of them"
        yield "so that the dice please."
    else:
        for letter, name in zip(header.salts, header.seats, strict=False):
            why = house.get(letter)
            own = "drawn by its own device, if the record says so truly; that device can tell (--salt)"
            fixed = "the house's, fixed by the seed"
            told = own if why is None else fixed if why == HOUSE else f"promised, not opened in time; instead {fixed}"
            yield f"  salt of {letter} ({name}): {told}"
    if not kept:
        yield "A record alone cannot show that its commitment was published before the game; --commit compares yours."
    yield "Nobody can prove that whoever ran the table, and so knew the seed, did not look ahead while playing."
