"""`rollmops odds lure "cast 3 d12 x5" --fish roach,carp,eel`: what a cast can catch."""

from __future__ import annotations

from typing import Annotated

import typer


def lure(
    cast: Annotated[str, typer.Argument(help="The cast in its words, like 'cast 3 d12 x5 adjust'.")],
    fish: Annotated[str, typer.Option(help="The fish in the middle, with commas: roach,carp,eel.")],
    components: Annotated[str | None, typer.Option(help="Another component file.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object, chances as fractions.")] = False,
) -> None:
    """The chance to be able to catch each fish, and the expected VP with the best use of adjust lures, exactly."""
    from rollmops.cli.files import read_parts
    from rollmops.lab.odds.lure import cast_odds

    odds = cast_odds(read_parts("lure", components), cast, [name for name in fish.replace(",", " ").split() if name])
    if json:
        import json as notation

        report = {
            "cast": odds.words,
            "catch": {name: str(chance) for name, chance in odds.catch.items()},
            "nothing": str(odds.nothing),
            "vp": str(odds.vp),
            "vps": {worth: str(chance) for worth, chance in odds.best.items()},
        }
        print(notation.dumps(report))
        return
    print(f"{odds.words}, if nobody fishes before")
    width = max([12, *map(len, odds.catch)])
    for name, chance in odds.catch.items():
        print(f"{name:{width}} {float(chance):8.3%}  {chance}")
    print(f"{'nothing':{width}} {float(odds.nothing):8.3%}  {odds.nothing}")
    print(f"{'expected VP':{width}} {float(odds.vp):8.4f}  {odds.vp}")
    for worth, chance in odds.best.items():
        print(f"{f'{worth:3} VP':{width}} {float(chance):8.3%}  {chance}")
