"""What a line led to, in a few words of its game: whoever shows a table tells and stages it from these, in any language."""

from __future__ import annotations

from typing import Any

from rollmops.engine.contract import Game


def news_of(game: Game, before: Any, after: Any, seat: int, words: str) -> tuple[str, ...]:
    """What this line led to between these two tables; nothing where a game does not say (`story.py` of those that do)."""
    find = game.brought.news
    return tuple(find(before, after, seat, words)) if find else ()
