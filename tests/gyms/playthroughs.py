"""Make the playthroughs that test_spiel.py compares with anew: `python -m tests.gyms.playthroughs`."""

from __future__ import annotations

from rollmops.games import GAMES, game
from tests.gyms.test_openspiel import PLAYTHROUGHS, playthrough

if __name__ == "__main__":
    PLAYTHROUGHS.mkdir(exist_ok=True)
    for name in (name for name in GAMES if game(name).chance.by_weight):
        (PLAYTHROUGHS / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")
