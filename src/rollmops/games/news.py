"""What a line led to, in a few words of its game: whoever shows a table tells and stages it from these, in any language."""

from __future__ import annotations

from typing import Any

from rollmops.engine.contract import Game
from rollmops.engine.keyed import brought


def has_news(game: Game) -> bool:
    """Whether this game says what its lines led to."""
    return brought(game.words, "news") is not None


def news_of(game: Game, before: Any, after: Any, seat: int, words: str) -> tuple[str, ...]:
    """What this line led to between these two tables; nothing where a game does not say (`story.py` of those that do)."""
    find = brought(game.words, "news")
    return tuple(find(before, after, seat, words)) if find else ()
