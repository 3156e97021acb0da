"""`rollmops verify FILE`: were the dice the ones that were promised, and how much does that prove?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from rollmops.cli.files import check_there

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
    file: Annotated[str, typer.Argument(callback=check_there, help="A finished logbook; - reads standard input.")],
    components: Annotated[str | None, typer.Option(help="The component file the game was played with.")] = None,
    commit: Annotated[str | None, typer.Option(metavar="HEX", help="The commitment as you saw it before the game.")] = None,
    salt: Noted = None,
    promise: Promised = None,
    older: Annotated[
        str | None, typer.Option("--from", metavar="FILE", help="The record that this game went on from, checked too.")
    ] = None,
) -> None:
    """Check every die of a finished game against the seed that was promised at its start."""
    from rollmops.cli.files import parts_for_record, read_bytes
    from rollmops.engine.logbook import read_record
    from rollmops.games import game
    from rollmops.games.origin import check_older
    from rollmops.games.records import check_kept
    from rollmops.games.records import verify as prove

    data = read_bytes(file)
    record, parts = read_record(data), parts_for_record(data, components)
    check_kept(record.header, commit, pairs("--salt", salt), pairs("--promise", promise))
    before = None
    if older is not None:
        data = read_bytes(older)
        check_older(record, read_record(data))
        before = prove(read_record(data), parts)
    proven = prove(record, parts)
    done = game(record.header.game).chance.proven
    print(f"all {proven} {done}{_since(record.header)}")
    for line in whose_dice(record.header, before):
        print(line)
    for line in what_it_proves(record.header, kept=commit is not None):
        print(line)


def _since(header: Header) -> str:
    from rollmops.games.origin import origin_of

    origin = origin_of(header)
    return "" if origin is None or not origin.drawn_from else f" (from entry {origin.drawn_from + 1} on)"


def whose_dice(header: Header, before: int | None) -> Iterator[str]:
    """In a game that went on from another record: which dice are that record's, and how many of it were proven."""
    from rollmops.games.origin import origin_of

    if header.options.get("dice") == "dealt":
        yield "The same dice were dealt to several tables: the salts are those of the first; who had played could have told."
    origin = origin_of(header)
    if origin is None:
        return
    came = "1 entry comes" if origin.entries == 1 else f"{origin.entries} entries come"
    yield f"The first {came} from another record (SHA-256 {origin.digest})."
    if origin.same_dice:
        yield "The dice go on as that record's seed says: it was open before this game began, so who had it could know them."
    if before is not None:
        yield f"That record was given and fits: its {before} dice and cards are proven too."
    elif origin.drawn_from:
        yield "Dice of another seed are among them and are not checked here; --from FILE checks that record."


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
            whose = own if why is None else fixed if why == HOUSE else f"promised, not opened in time; instead {fixed}"
            yield f"  salt of {letter} ({name}): {whose}"
    if not kept:
        yield "A record alone cannot show that its commitment was published before the game; --commit compares yours."
    yield "Nobody can prove that whoever ran the table, and so knew the seed, did not look ahead while playing."
