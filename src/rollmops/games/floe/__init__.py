"""Rolling Dice, by the PAKK team, published by ABACUSSPIELE: throw real dice onto a floe. RULES.md tells it whole."""

from __future__ import annotations

from rollmops.engine.contract import Game
from rollmops.games.floe import menu, rules, table, view, words

GAME = Game(
    name="floe",
    title="Rolling Dice",
    version=1,
    fewest=2,
    most=6,
    minutes=10,
    about="Throw real dice onto the ice floe, higher or further, but not into the sea.",
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
    menu=menu.menu,
    chance_at="rollmops.arena.dice",  # dice are thrown for real; weights say what is possible, not how likely it is
)
