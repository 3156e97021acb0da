"""`rollmops games`: the games, how many play them, how long, and what they are about."""

from __future__ import annotations

import sys
from typing import Annotated

import typer


def games(json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False) -> None:
    """List the games: players, minutes and a sentence."""
    from rollmops.engine.errors import BadTableError
    from rollmops.extras import hindrance
    from rollmops.games import all_games, game

    found = []
    for name in all_games():
        try:
            found.append(game(name))
        except BadTableError as error:  # a package that cannot be used hides no other game
            print(f"rollmops: {error}", file=sys.stderr)
    if json:
        import msgspec

        listed = [
            {
                "name": one.name,
                "title": one.title,
                "players": [one.fewest, one.most],
                "minutes": one.minutes,
                "about": one.about,
            }
            for one in found
        ]
        print(msgspec.json.encode({"games": listed}).decode())
        return
    for one in found:
        print(f"{one.name:<10}{one.title}: {one.fewest} to {one.most} players, about {one.minutes} minutes")
        print(f"{'':<10}{one.about}")
        if why := hindrance(one):
            print(f"{'':<10}Not here: {why}")
