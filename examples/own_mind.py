"""A mind of one's own: `rollmops tournament soles --minds examples.own_mind:Bold random` lets it play."""

from __future__ import annotations

from typing import Any


class Bold:
    """Goes on while three dice or more are left, and secures a handful before it rolls fewer."""

    def __init__(self, game: Any, components: Any, seed: int) -> None:
        pass

    def choose(self, view: Any) -> str:
        if view.phase == "take":
            return "take middle"
        gone = len(view.aside) + sum(face in ("water", "double") for face in view.rolled)
        return "secure" if view.net >= (30 if gone < 2 else 8) else "again"
