"""Pig, a game of everybody's: roll as often as you dare. RULES.md tells it whole."""

from __future__ import annotations

from pig import rules, table, view, words
from rollmops.engine.contract import Game

GAME = Game(
    name="pig",
    title="Pig",
    version=1,
    fewest=2,
    most=8,
    minutes=10,
    choices=rules.CHOICES,
    table=table.Table,
    setup=rules.setup,
    actors=rules.actors,
    options=rules.options,
    step=rules.step,
    result=rules.result,
    roll_all=None,
    components=table.check,
    set_components=table.set_components,
    words=words,
    views=view,
    single=True,
)
