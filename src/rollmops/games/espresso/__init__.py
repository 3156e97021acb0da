"""Espresso Fishing, by Davide Rigolone, published by Piatnik: stay awake, catch the most fish. RULES.md tells it whole."""

from __future__ import annotations

from rollmops.engine.contract import Game
from rollmops.games.espresso import rules, table, view, words

GAME = Game(
    name="espresso",
    title="Espresso Fishing",
    version=1,
    fewest=2,
    most=5,
    minutes=30,
    about="Worm, hook and wave: fish at dawn, and drink a coffee before you nod off.",
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
    note=words.note,
)
