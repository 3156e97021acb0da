"""Lines: what is written at once. A line is one or more elementary choices (four dice, a whole cast)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rollmops.engine.contract import NOBODY, Game
from rollmops.engine.errors import BadWordsError, IllegalError
from rollmops.engine.logbook import shown
from rollmops.engine.stream import Stream, pick
from rollmops.engine.table import Ints, copy


def read_line(game: Game, t: Any, seat: int, words: str) -> list[int]:
    """The elementary choices that these words stand for now."""
    verbs = game.words.verbs(t, seat)
    parts = words.split()
    if not parts or parts[0] not in verbs:
        raise IllegalError(f"{shown(words)} does not fit here; legal is {game.words.expected(t, seat)}")
    try:
        return game.words.parse(t, seat, parts)
    except BadWordsError as error:
        raise BadWordsError(f"{error}; legal is {game.words.expected(t, seat)}") from None


def with_verb(game: Game, t: Any, seat: int, words: str) -> str:
    """These words with their verb before them, where they begin with none and only one can be meant."""
    verbs, parts = game.words.verbs(t, seat), words.split()
    return " ".join([verbs[0], *parts]) if parts and len(verbs) == 1 and parts[0] not in verbs else " ".join(parts)


def follow(game: Game, t: Any, seat: int, choices: list[int], words: str, *, known: bool = False) -> None:
    """A line happens on this table, with what its words say beyond its choices; raises what `take` raises.

    Where it is `known` that these words were spelled from these choices for this very table, nothing is checked again.
    """
    if known:
        for choice in choices:
            game.step(t, seat, choice)
    else:
        take(game, t, seat, choices, words)
    if game.note:
        game.note(t, words)


def take(game: Game, t: Any, seat: int, choices: list[int], words: str) -> None:
    """Step by step, refusing the first choice that is closed and a line that is too short or too long."""
    for place, choice in enumerate(choices):
        if place and not game.words.begun(t, seat):
            raise IllegalError(f"{shown(words)} is more than one line; legal was {game.words.expected(t, seat)}")
        weights = game.weights(t, seat)
        if not 0 <= choice < len(weights) or not weights[choice]:
            raise IllegalError(f"{shown(words)} is against the rules; legal is {game.words.expected(t, seat)}")
        game.step(t, seat, choice)
    if not choices or game.words.begun(t, seat):
        raise IllegalError(f"{shown(words)} is not complete; legal is {game.words.expected(t, seat)}")


DrawAt = Callable[[Game, Any, Ints, int], int]
"""Draws one choice by these weights, as number so and so of its line, on this table."""


def roll_line(game: Game, t: Any, draw_at: DrawAt) -> list[int]:
    """Chance's next line happens on this table, choice by choice; returns the choices."""
    choices: list[int] = []
    while not choices or game.words.begun(t, NOBODY):
        choices.append(draw_at(game, t, game.weights(t, NOBODY), len(choices)))
        game.step(t, NOBODY, choices[-1])
    return choices


def legal_lines(game: Game, t: Any, seat: int, most: int = 100_000) -> list[list[int]]:
    """Every legal line of a decision, as elementary choices; stops at `most`. A game's menu stands for too many."""
    offered = game.menu(t, seat) if game.menu is not None else None
    if offered is not None:
        return offered[:most]
    if game.single:
        return [[choice] for choice in game.weights(t, seat).nonzero()[0].tolist()[:most]]
    found: list[list[int]] = []
    open_lines: list[tuple[Any, list[int]]] = [(t, [])]
    while open_lines and len(found) < most:
        table, choices = open_lines.pop()
        if choices and not game.words.begun(table, seat):
            found.append(choices)
            continue
        for choice in reversed(game.weights(table, seat).nonzero()[0]):
            ahead = copy(table)
            game.step(ahead, seat, int(choice))
            open_lines.append((ahead, [*choices, int(choice)]))
    return found


def random_line(game: Game, t: Any, seat: int, rng: Stream) -> list[int]:
    """A legal line of a decision, each elementary choice equally likely; the table stays as it is."""
    ahead, choices = copy(t), list[int]()
    while not choices or game.words.begun(ahead, seat):
        weights = game.weights(ahead, seat)
        choices.append(int(pick(rng, weights, int(weights.sum()))))
        game.step(ahead, seat, choices[-1])
    return choices


def legal_words(game: Game, t: Any, seat: int, most: int = 1000) -> list[str]:
    """Every legal line of a decision, in words."""
    return [game.words.spell(t, seat, choices) for choices in legal_lines(game, t, seat, most)]
