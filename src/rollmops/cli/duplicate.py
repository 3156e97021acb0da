"""`rollmops duplicate FILE…`: the same dice at several tables, side by side, and one ladder with luck subtracted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from rollmops.cli.files import check_there

if TYPE_CHECKING:
    from rollmops.engine.logbook import Record
    from rollmops.review.duplicate import Score


def duplicate(
    files: Annotated[
        list[str], typer.Argument(callback=check_there, help="Finished logbooks that were played with the same dice.")
    ],
    seat: Annotated[
        list[str] | None, typer.Option(metavar="LETTER", help="Only these seats, where bots sat at the others.")
    ] = None,
    components: Annotated[str | None, typer.Option(help="The component file they were played with.")] = None,
    effort: Annotated[str, typer.Option(help="How closely estimates are looked at: quick, usual or full.")] = "usual",
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Compare games with the same dice: points, luck, what each player gave away, and one ladder of all."""
    from rollmops.cli.files import parts_for_record, read_bytes
    from rollmops.engine.errors import BadTableError, RollmopsError
    from rollmops.engine.logbook import read_record
    from rollmops.games.records import fold, verify
    from rollmops.review import review
    from rollmops.review.duplicate import check_same_dice, scores_of

    if len(files) < 2:
        raise BadTableError("give at least two logbooks; `rollmops review FILE` looks at a single one")
    books = []
    for name in files:
        data = read_bytes(name)
        try:
            books.append((name, read_record(data), parts_for_record(data, components)))
        except RollmopsError as error:
            raise RollmopsError(f"{name}: {error}") from None
    _refuse_twice([(name, record) for name, record, _ in books])
    check_same_dice([(name, record.header) for name, record, _ in books])
    wanted = _wanted(seat, len(books[0][1].header.seats))
    games: list[tuple[Score, ...]] = []
    for name, record, parts in books:
        try:
            match = fold(record, parts)
            if not match.over:
                raise BadTableError("the game is not over")
            verify(record, parts)
            found = review(record, parts, effort=effort)
        except RollmopsError as error:
            raise RollmopsError(f"{name}: {error}") from None
        points = dict(zip("ABCDEFGH", match.points(), strict=False))
        games.append(tuple(score for score in scores_of(found, points) if score.seat in wanted))
    if json:
        _print_json(files, books[0][1].header.commit or "", games)
    else:
        _show(files, games)


def _refuse_twice(books: list[tuple[str, Record]]) -> None:
    from rollmops.engine.errors import BadTableError

    for place, (name, record) in enumerate(books):
        for other, earlier in books[:place]:
            if record == earlier:
                raise BadTableError(f"{other} and {name} are the same game: give each once")


def _wanted(seats: list[str] | None, count: int) -> str:
    from rollmops.engine.contract import LETTERS, is_seat
    from rollmops.engine.errors import BadTableError

    for letter in seats or []:
        if not is_seat(letter, count):
            raise BadTableError(f"--seat: give letters from A to {LETTERS[count - 1]}, not '{letter}'")
    return "".join(seats or LETTERS[:count])


def _print_json(files: list[str], commit: str, games: list[tuple[Score, ...]]) -> None:
    import json

    import msgspec

    from rollmops.review.duplicate import ladder

    report: dict[str, Any] = {
        "commit": commit,
        "games": [{"file": name, "seats": msgspec.to_builtins(scores)} for name, scores in zip(files, games, strict=True)],
        "ladder": [{"file": files[number], **msgspec.to_builtins(score)} for number, score in ladder(games)],
    }
    print(json.dumps(report))


def _show(files: list[str], games: list[tuple[Score, ...]]) -> None:
    from pathlib import Path

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from rollmops.review.duplicate import ladder

    console = Console(highlight=False)
    table = Table(title=Text("The same dice: one ladder, luck subtracted"))
    for head in ("", "player", "file", "points", "won", "luck", "given\naway", "luck\nsubtracted"):
        words = head in ("player", "file")
        table.add_column(head, justify="left" if words else "right", overflow="fold", no_wrap=not words)
    for place, (number, score) in enumerate(ladder(games), 1):
        error = f" ± {1.96 * score.error:.1%}" if score.error else ""
        table.add_row(
            f"{place}.",
            Text(f"{score.seat} {score.name}"),
            Text(Path(files[number]).name.removesuffix(".rollmops")),
            str(score.points),
            f"{score.share:.0%}",
            f"{score.luck:+.1%}",
            f"{score.given_away:.1%}",
            f"{score.score:+.1%}{error}",
        )
    console.print(table)
    console.print(
        "Luck subtracted: the share of the win less what dice and cards brought and less what the seat was worth at the"
        " start; what the others gave away less what this player did. The scores of all seats of a game add up to nothing.",
        markup=False,
    )
