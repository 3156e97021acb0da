"""Minds for tests that go wrong in ways of their own; named as tests.lab.odd_minds:Name."""

from __future__ import annotations

import multiprocessing
import os
import signal
from pathlib import Path
from typing import Any

from rollmops.engine.components import Components
from rollmops.engine.contract import Game
from rollmops.minds.uniform import Random

DEADLY_FILE = "ROLLMOPS_TEST_DEADLY"
"""The environment's name of a folder; who finds a file in it removes it and dies."""


def die_once() -> None:
    """Kill this process if it is a worker and a death is due, as the system does when memory runs out."""
    folder = os.environ.get(DEADLY_FILE)
    if not folder or multiprocessing.current_process().name == "MainProcess":
        return
    for file in Path(folder).iterdir():
        file.unlink(missing_ok=True)
        os.kill(os.getpid(), signal.SIGKILL)


class Deadly(Random):
    """Plays at random; where a death is due, it takes its process with it."""

    def choose(self, view: Any) -> str:
        die_once()
        return super().choose(view)


class Stander:
    """Stands with any dice and passes whatever it may: with none but these a game of Espresso never ends."""

    def __init__(self, game: Game, components: Components, seed: int) -> None:
        self.chance = Random(game, components, seed)

    def choose(self, view: Any) -> str:
        known = {"reroll": "stand", "fish": "pass", "poach": "pass"}
        return known.get(view.phase) or self.chance.choose(view)
