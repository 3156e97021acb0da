"""The games of the house as the home page lists them."""

from __future__ import annotations

from msgspec import Struct


class BotLevel(Struct, frozen=True):
    """A strength of bot."""

    name: str
    title: str
    """Who plays so, and how, in a sentence."""


class GameInfo(Struct, frozen=True):
    """What stands on the lid."""

    name: str
    title: str
    fewest: int
    most: int
    minutes: int
    secrets: bool
    starter: bool
    levels: tuple[BotLevel, ...]
    ready: bool
    """Whether its rules are compiled; on the very first start a table may take a minute to be set."""
    lesson: bool = False
    """Whether it brings a lesson."""


class Games(Struct, frozen=True):
    """GET /api/games."""

    version: int
    games: tuple[GameInfo, ...]
