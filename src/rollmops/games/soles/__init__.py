"""Roll for Soles, by Reiner Knizia, published by AMIGO: roll, haul, and stop in time. RULES.md tells it whole."""

from __future__ import annotations

from rollmops.engine.contract import Game
from rollmops.games.soles import rules, table, view, words

GAME = Game(
    name="soles",
    title="Roll for Soles",
    version=1,
    fewest=2,
    most=8,
    minutes=5,
    about="Fill your net, rob your friends, and stop before the water takes it all.",
    choices=rules.CHOICES,
    table=table.Table,
    setup=rules.setup,
    actors=rules.actors,
    options=rules.options,
    step=rules.step,
    result=rules.result,
    roll_all=rules.roll_all,
    components=table.check,
    set_components=table.set_components,
    words=words,
    views=view,
    single=True,
)
