"""Lure, by Satoru Nakamura, published by Allplay: cast in secret, fewest dice fish first. RULES.md tells it whole."""

from __future__ import annotations

from rollmops.engine.contract import Game
from rollmops.games.lure import rules, sight, table, view, words
from rollmops.games.lure.box import FEWEST, SEATS

GAME = Game(
    name="lure",
    title="Lure",
    version=1,
    fewest=FEWEST,
    most=SEATS,
    minutes=10,
    about="Few dice fish first, many dice fish bigger: choose in secret, reveal together.",
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
    sight=sight.sight,
    secrets=True,
    starter=False,
    cards=table.deck_of,
)
