"""`rollmops daily`: the five decisions of the day; `--make` makes a year, `--check` proves its laws."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from datetime import date as Date  # noqa: N812 - `date` is the option
    from pathlib import Path

    from rich.console import Console

    from rollmops.daily import Decision, Shelf


def daily(
    date: Annotated[str | None, typer.Option(help="Another day that has come, like 2027-01-05.")] = None,
    make: Annotated[int | None, typer.Option(help="Make the days of this year that are missing.")] = None,
    first: Annotated[str | None, typer.Option("--from", help="With --make: from this day on.")] = None,
    last: Annotated[str | None, typer.Option("--to", help="With --make: up to this day.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Prove the laws of all years that are made.")] = False,
    remake: Annotated[int, typer.Option(help="With --check: make so many days of each year again and compare.")] = 0,
    new_seed: Annotated[
        bool, typer.Option("--new-seed", help="Draw a secret seed, so that the days here are nobody else's.")
    ] = False,
    folder: Annotated[str | None, typer.Option(help="Where years lie (default: your data folder).")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the day as JSON, answers included.")] = False,
) -> None:
    """The daily catch: every day the same five decisions for everyone, scored in the share of the win given away."""
    from pathlib import Path

    from rollmops.daily import Shelf
    from rollmops.daily.shelf import home, read_date, today

    _refuse_alone(make, check, {"--from": first, "--to": last}, remake)
    place = Path(folder) if folder else home()
    if new_seed:
        _draw_seed(place)
    shelf = Shelf(place)
    if make is not None:
        _make(shelf, make, first, last)
    elif check:
        _check(shelf, remake)
    elif not new_seed:
        day = read_date(date) if date else today()
        _tell_json(shelf, day) if json else _play(shelf, day)


def _refuse_alone(make: int | None, check: bool, span: dict[str, str | None], remake: int) -> None:
    """Refuse options that would do nothing without another."""
    from rollmops.engine.errors import RollmopsError

    for name, value in span.items():
        if value is not None and make is None:
            raise RollmopsError(f"{name} says which days to make; give --make and a year with it")
    if remake and not check:
        raise RollmopsError("--remake makes days again to compare them; give --check with it")
    if remake < 0:
        raise RollmopsError(f"--remake: give how many days of each year to make again, not {remake}")


def _draw_seed(folder: Path) -> None:
    from rollmops.daily.keys import new_seed
    from rollmops.daily.shelf import SEED_FILE
    from rollmops.engine.errors import RollmopsError

    path = folder / SEED_FILE
    if path.exists():
        raise RollmopsError(f"{path} has a seed already, and its years follow from it; name another --folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(new_seed() + "\n", encoding="ascii")
    except OSError as error:
        raise RollmopsError(f"{path} cannot be written: {error.strerror}") from None
    print(f"A new seed is in {path}. Whoever reads it can read every day ahead: keep it to yourself.")


def _make(shelf: Shelf, year: int, first: str | None, last: str | None) -> None:
    import sys
    import time

    from rollmops.daily.making import make_year
    from rollmops.daily.shelf import missing, read_date
    from rollmops.engine.errors import RollmopsError

    if not 2000 <= year <= 9998:
        raise RollmopsError(f"there is no year {year} to make; give one like 2027")
    began, since, until = time.monotonic(), *(read_date(text) if text else None for text in (first, last))
    asked = len(missing(shelf, year, since, until))
    print(f"The commitment of {year}: {shelf.root(year)}", flush=True)

    def tell(day: Date, left: int) -> None:
        done, passed = asked - left, time.monotonic() - began
        rest = f", about {passed / done * left / 60:.0f} min left" if done else ""
        print(f"{day}: {left} of {asked} days to make{rest}", file=sys.stderr, flush=True)

    try:
        made = make_year(shelf, year, since, until, tell)
    except KeyboardInterrupt:
        print(f"Stopped; what is made is kept. Go on with: rollmops daily --make {year}", file=sys.stderr)
        sys.exit(130)
    print(f"{made} days made, {len(shelf.year(year).days)} of {year} are there: {shelf.path(year)}")


def _check(shelf: Shelf, remake: int) -> None:
    import sys

    from rollmops.daily.checking import check_year
    from rollmops.daily.keys import days_of

    def tell(words: str) -> None:
        if sys.stderr.isatty():
            print(f"\r\x1b[K{words}", end="", file=sys.stderr, flush=True)

    for year in shelf.years():
        found = check_year(shelf, year, remake=remake, tell=tell)
        tell("")
        made = f"{found.days} of {len(days_of(year))} days"
        print(f"{year}: {made}, {found.decisions} decisions: legal, gaps within bounds, keys as promised")
        again = "1 position comes" if found.again == 1 else f"{found.again} positions come"
        print(f"  root {found.root}; {again} twice; {found.remade} days made again, the same")


def _tell_json(shelf: Shelf, day: Date) -> None:
    import json as plain

    from rollmops.daily.reasons import sentence

    found = shelf.open(day)
    decisions = [
        {
            "game": one.game,
            "record": one.record.text(),
            "lines": one.lines,
            "error": one.error,
            "mistake": one.mistake,
            "why": sentence(one, one.match()),
        }
        for one in found.decisions
    ]
    print(plain.dumps({"date": str(day), "root": found.root, "key": found.key, "path": found.path, "decisions": decisions}))


def _play(shelf: Shelf, day: Date) -> None:

    from rich.console import Console

    from rollmops.daily.score import share_text

    found, lost = shelf.open(day), list[float]()
    console = Console(highlight=False)
    console.print(f"The catch of {day}: {len(found.decisions)} decisions.", style="bold", markup=False)
    for number, decision in enumerate(found.decisions, 1):
        console.print(f"\n{number}. {decision.match().game.title}", style="bold", markup=False)
        lost.append(_ask(console, decision))
    console.print(f"\n{share_text(day, lost)}", markup=False)


def _ask(console: Console, decision: Decision) -> float:
    """One decision; what was given away."""
    from rollmops.cli.asking import keys_for
    from rollmops.cli.boards import draw
    from rollmops.daily.decision import SEAT
    from rollmops.daily.reasons import sentence
    from rollmops.daily.score import sign

    match = decision.match()
    console.print(draw(decision.game, match.view(SEAT), match.names))
    keys = keys_for(sorted(decision.lines))
    for key, line in keys.items():
        console.print(f"  [{key}] {line}", markup=False)
    while True:
        try:
            typed = " ".join(console.input(f"You are {match.names[SEAT]} > ").split())
        except EOFError:
            raise KeyboardInterrupt from None
        if typed in ("q", "Q"):
            raise KeyboardInterrupt
        chosen = keys.get(typed.lower(), typed)
        if chosen in decision.lines:
            break
        console.print("Choose one of these by its key or its words; q leaves.", style="red", markup=False)
    lost = decision.lost(chosen)
    said = "The best." if chosen == decision.best else f"That gives away {lost:.1%}."
    console.print(f"{sign(lost)} {said} {sentence(decision, match)}", markup=False)
    return lost
