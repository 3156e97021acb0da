"""Importing this package makes OpenSpiel know the games: `pyspiel.load_game("python_rollmops_soles(players=3)")`.

`MindBot` is a mind of ours as a bot of OpenSpiel's, `BotMind` one of its bots as a mind of ours.
"""

from __future__ import annotations

from rollmops.extras import need

need("openspiel", "a game for OpenSpiel")

from rollmops.games import GAMES
from rollmops.games import game as find_game
from rollmops.gyms.openspiel.bots import BotMind, MindBot
from rollmops.gyms.openspiel.game import PREFIX, register

for _name in GAMES:
    if find_game(_name).chance.by_weight:
        register(_name)
    else:
        from rollmops.gyms.openspiel.throws import ThrowGame

        register(_name, ThrowGame)

__all__ = ["PREFIX", "BotMind", "MindBot"]
