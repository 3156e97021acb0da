"""`rollmops games`: the games, how many play them, how long, and what they are about."""

from __future__ import annotations

from typing import Annotated

import typer


def games(json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False) -> None:
    """List the games: players, minutes and a sentence."""
    from rollmops.games import GAMES, game
    from rollmops.games.lids import LIDS

    if json:
        import msgspec

        told = [
            {
                "name": name,
                "title": game(name).title,
                "players": [game(name).fewest, game(name).most],
                "minutes": LIDS[name].minutes,
                "line": LIDS[name].line,
            }
            for name in GAMES
        ]
        print(msgspec.json.encode({"games": told}).decode())
        return
    for name in GAMES:
        found, lid = game(name), LIDS[name]
        print(f"{name:<10}{found.title}: {found.fewest} to {found.most} players, about {lid.minutes} minutes")
        print(f"{'':<10}{lid.line}")
