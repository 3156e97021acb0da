"""`rollmops odds soles`: what a roll brings."""

from __future__ import annotations

from typing import Annotated

import typer


def soles(
    dice: Annotated[int, typer.Option(help="Dice to be rolled.")] = 4,
    doubles: Annotated[int, typer.Option(help="Double-ups set aside.")] = 0,
    components: Annotated[str | None, typer.Option(help="Another component file.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object, chances as fractions.")] = False,
) -> None:
    """The chance of no sole, of a hook, and of every haul, exactly."""
    from rollmops.cli.files import read_parts
    from rollmops.engine.errors import BadTableError
    from rollmops.lab.odds.soles import roll_odds

    parts = read_parts("soles", components)
    most = int(parts.facts["die"]["dice"])
    if dice < 1 or doubles < 0 or dice + doubles > most:
        raise BadTableError(f"give 1 to {most} dice, with the Double-ups no more than {most}; not {dice} and {doubles}")
    odds = roll_odds(parts, dice, doubles)
    if json:
        import json as notation

        report = {
            "no_sole": str(odds.no_sole),
            "hook": str(odds.hook),
            "haul": str(odds.haul),
            "hauls": {haul: str(chance) for haul, chance in odds.hauls.items()},
        }
        print(notation.dumps(report))
        return
    print(f"{dice} dice, {doubles} Double-ups set aside")
    print(f"no sole        {float(odds.no_sole):7.2%}  {odds.no_sole}")
    print(f"haul and hook  {float(odds.hook):7.2%}  {odds.hook}")
    print(f"expected haul  {float(odds.haul):7.3f}  {odds.haul}")
    for haul, chance in odds.hauls.items():
        print(f"haul {haul:3}       {float(chance):7.2%}  {chance}")
