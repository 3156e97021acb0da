"""Importing this package makes OpenSpiel know the games: `pyspiel.load_game("python_rollmops_soles(players=3)")`."""

from __future__ import annotations

from rollmops.extras import need

need("openspiel", "an OpenSpiel game")

from rollmops.games import GAMES
from rollmops.games import game as find_game
from rollmops.gyms.openspiel.game import PREFIX, register

for _name in GAMES:
    if find_game(_name).chance.by_weight:
        register(_name)
    else:
        from rollmops.gyms.openspiel.throws import ThrowGame

        register(_name, ThrowGame)

__all__ = ["PREFIX"]
