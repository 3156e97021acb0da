"""`rollmops review FILE…`: was it luck? The ledger of a game, its key moments, and a page that opens anywhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rollmops.cli.files import check_there

if TYPE_CHECKING:
    from rich.console import Console

    from rollmops.review import Review
    from rollmops.review.structs import SeatLedger


def review(
    files: Annotated[list[str], typer.Argument(callback=check_there, help="Logbooks; '-' reads one from standard input.")],
    components: Annotated[str | None, typer.Option(help="The component file they were played with.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write one page that opens anywhere.")] = None,
    jobs: Annotated[int, typer.Option(help="Processes, for several files.")] = 1,
    cluster: Annotated[str | None, typer.Option(help="The address of a Dask scheduler, whose workers review.")] = None,
    effort: Annotated[
        str,
        typer.Option(help="How closely estimates are looked at: quick, usual or full (a thousand throws a gesture)."),
    ] = "usual",
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object (a list for several files).")] = False,
) -> None:
    """Tell luck from skill in games that were played, line by line."""
    from rich.console import Console

    from rollmops.cli.checks import check_cluster, check_jobs

    check_jobs(jobs)
    check_cluster(cluster)
    if cluster is not None or (jobs > 1 and len(files) > 1):
        reviews = _review_all(files, components, effort, jobs, cluster)
    else:
        reviews = [(name, _reviewed(name, components, effort)) for name in files]
    if html is not None:
        _write(html, reviews)
    if json:
        import json as plain

        reports = [found.json() for _, found in reviews]
        print(plain.dumps(reports[0] if len(reports) == 1 else reports))
        return
    console = Console(highlight=False)
    if len(reviews) == 1:
        _show(console, reviews[0][1])
    else:
        _show_all(console, reviews)
    if html is not None:
        console.print(f"The page is in {html}.", markup=False)


def _review_all(
    files: list[str], components: str | None, effort: str, jobs: int, cluster: str | None
) -> list[tuple[str, Review]]:
    """Many games at once; the bar moves with every game."""
    import threading

    from rich.console import Console
    from rich.progress import track

    from rollmops.cli.files import parts_for_record, read_bytes
    from rollmops.lab.reviews import review_all

    threading.excepthook = lambda _: None  # when Ctrl-C ends it, the pool's thread trips over workers it has just stopped
    books = []
    for name in files:
        data = read_bytes(name)
        books.append((name, data, parts_for_record(data, components)))
    console = Console(stderr=True)
    found = review_all(books, effort=effort, jobs=jobs, cluster=cluster)
    shown = track(
        found, f"reviewing {len(files)} games", len(files), console=console, transient=True, disable=not console.is_terminal
    )
    return list(zip(files, shown, strict=True))


def _reviewed(name: str, components: str | None, effort: str) -> Review:
    from rich.console import Console
    from rich.progress import Progress

    from rollmops.cli.files import parts_for_record, read_bytes
    from rollmops.engine.errors import RollmopsError
    from rollmops.engine.logbook import read_record
    from rollmops.review import review as look

    data = read_bytes(name)
    errors = Console(stderr=True)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        task = progress.add_task(f"reviewing {name}", total=None)
        try:
            record = read_record(data)
            return look(
                record,
                parts_for_record(data, components),
                lambda done, total: progress.update(task, completed=done, total=total),
                effort=effort,
            )
        except RollmopsError as error:
            raise RollmopsError(f"{name}: {error}") from None


def _write(path: Path, reviews: list[tuple[str, Review]]) -> None:
    from rollmops.engine.errors import RollmopsError
    from rollmops.review.html import page

    try:
        path.write_text(page([found for _, found in reviews]), encoding="utf-8")
    except OSError as error:
        raise RollmopsError(f"{path} cannot be written: {error.strerror}") from None


def _show(console: Console, found: Review) -> None:
    from rich.table import Table
    from rich.text import Text

    from rollmops.review.words import COLUMNS, held_words, how_known, rating_words

    table = Table(title=Text("Shares of the win: where they came from"))
    table.add_column("")
    for letter, name in found.names.items():
        table.add_column(Text(f"{letter} {name}"), justify="right")
    for column, title in COLUMNS.items():
        if column == "estimation" and not found.estimates:
            continue
        cells = []
        for ledger in found.seats.values():
            figure = getattr(ledger, column)
            error = f" ± {1.96 * ledger.error[column]:.1%}" if ledger.error and ledger.error.get(column) else ""
            cells.append(f"{figure:.1%}{error}" if column in ("start", "result") else f"{_change(figure)}{error}")
        table.add_row(
            title,
            *cells,
            end_section=column in ("start", "estimation") or (column == "others_gifts" and not found.estimates),
        )
    console.print(table)
    for letter, ledger in found.seats.items():
        console.print(f"{found.names[letter]}: {rating_words(ledger.rating)}", markup=False)
    if found.moments:
        console.print("\nWhat mattered most:")
        for moment in found.moments:
            console.print(f"  line {found.entries[moment.entry].line}: {moment.words}", markup=False)
            if held := held_words(found, moment):
                console.print(f"    {held}", markup=False)
    console.print(f"\n{how_known(found)}", markup=False)


def _show_all(console: Console, reviews: list[tuple[str, Review]]) -> None:
    from rich.table import Table
    from rich.text import Text

    from rollmops.review.words import COLUMNS, how_known

    columns = [column for column in COLUMNS if column not in ("start", "result")]
    heads = {
        head: max(7, *map(len, head.split())) for head in ("result", *(COLUMNS[one] for one in columns), "real decisions")
    }
    room = console.width - sum(1 + wide for wide in heads.values()) - 1  # 80 columns leave room for a name
    names = [f"{letter} {name}" for _, found in reviews for letter, name in found.names.items()]
    for place, (path, found) in enumerate(reviews):  # a table for each: names of files are longer than any column
        table = Table(box=None, padding=(0, 1, 0, 0), show_header=place == 0)
        table.add_column("", overflow="fold", width=min(max(8, room), max(map(len, names))))
        for head, wide in heads.items():
            table.add_column(head, justify="right", width=wide)
        for letter, ledger in found.seats.items():
            table.add_row(
                Text(f"{letter} {found.names[letter]}"),
                f"{ledger.result:.1%}{_margin_below(ledger, 'result')}",
                *(f"{_change(getattr(ledger, column))}{_margin_below(ledger, column)}" for column in columns),
                str(ledger.rating.decisions),
            )
        console.print(Text(f"{Path(path).stem} ({found.game})", style="bold"))
        console.print(table)
        console.print()
    ways = dict[str, list[str]]()
    for path, found in reviews:
        ways.setdefault(how_known(found), []).append(Path(path).stem)
    for how, names in ways.items():
        console.print(how if len(ways) == 1 else f"{', '.join(names)}: {how}", markup=False)


def _change(figure: float) -> str:
    """With its sign; a minus before nothing says nothing."""
    return f"{round(figure, 3) + 0.0:+.1%}"


def _margin_below(ledger: SeatLedger, column: str) -> str:
    """How far off a figure may be, on a line of its own, for columns are narrow; nothing where it is known."""
    error = (ledger.error or {}).get(column)
    return f"\n±{1.96 * error:.1%}" if error else ""
