"""Why, in Espresso Fishing: what the dice allow as they lie and after a roll, and what an espresso is good for."""

from __future__ import annotations

from typing import Any

from rollmops.engine.match import Match
from rollmops.games.espresso.combinations import is_special, may_fish, red_worm, steals, white_throws
from rollmops.games.espresso.rules import weight
from rollmops.games.espresso.table import ANGLE, FISH, LAKE, POACH, REROLL, TWO, ZZZ
from rollmops.games.espresso.turn import fish_at
from rollmops.review.outcomes import outcomes
from rollmops.review.reasons.reason import Reason, after

CLEARLY = 0.02
"""Chances that are nearer to each other explain nothing."""


def reason(match: Match, seat: int, best: str, other: str) -> Reason:
    """The facts behind the best line."""
    if match.table.phase == REROLL:
        return _dice(match, seat, best, other)
    if match.table.phase == ANGLE:
        return _white(match.table, best, other)
    if match.table.phase == POACH:
        return _poaching(match, best, other)
    return Reason("plain", other)


def throws_of(shown: Any) -> int:
    """White throws that these dice give."""
    return int(white_throws(shown)) if may_fish(shown) else 0


def _rolls(match: Match, seat: int, line: str) -> list[tuple[float, Any]]:
    """How the dice may lie after this line, before anything is rolled once more."""
    if line == "stand":
        return [(1.0, match.table.shown)]
    return [(chance, table.shown) for chance, table in outcomes(match.game, after(match, seat, line), 10_000) or []]


def _dice(match: Match, seat: int, best: str, other: str) -> Reason:
    now, shown = throws_of(match.table.shown), match.table.shown
    rolls, others = _rolls(match, seat, best), _rolls(match, seat, other)
    if best == "stand":
        if now:
            return Reason("hold", other, chance=sum(chance for chance, dice in others if throws_of(dice) < now), count=now)
        if is_special(shown) or steals(shown):
            same = (int(is_special(shown)), int(steals(shown)))
            lost = sum(chance for chance, dice in others if (int(is_special(dice)), int(steals(dice))) != same)
            return Reason("right", other, chance=lost, count=same[1])
        return Reason("plain", other)
    rolled, instead = set(best.split()[1:]), set(other.split()[1:])
    if rolled < instead:
        return Reason("stepwise", other, count=len(rolled), other_count=len(instead))
    fishing, without = (sum(chance for chance, dice in some if throws_of(dice)) for some in (rolls, others))
    throws, fewer = (sum(chance * throws_of(dice) for chance, dice in some) for some in (rolls, others))
    if fishing > without + CLEARLY:
        return Reason("chances", other, chance=fishing, other_chance=without)
    if throws > fewer + CLEARLY:
        return Reason("throws", other, points=throws, other_points=fewer)
    if other == "stand":
        more, less = (
            sum(chance for chance, dice in rolls if (throws_of(dice) > now) == up and throws_of(dice) != now)
            for up in (True, False)
        )
        return Reason("improve", other, chance=more, other_chance=less, count=now)
    if len(rolled) < len(instead):
        return Reason("stepwise", other, count=len(rolled), other_count=len(instead))
    return Reason("plain", other)


def _white(t: Any, best: str, other: str) -> Reason:
    sides, faces, throws = int(weight(t.white_faces)), t.white_faces.tolist(), int(t.throws)
    bite, sleep = (faces[FISH] + faces[TWO]) / sides, 0.0 if t.drunk else faces[ZZZ] / sides
    if best == "cast" and other == "pass":
        return Reason("bite", other, chance=bite, count=throws)
    fish = (faces[FISH] + faces[TWO] * (1 + int(red_worm(t.shown)))) / sides
    lake = int(fish_at(t, LAKE))
    drowsy, awake = min(lake, sum(fish * (1 - sleep) ** number for number in range(throws))), min(lake, fish * throws)
    if best == "cast":
        return Reason("sober", other, points=drowsy, other_points=awake, count=throws)
    if best == "drink":
        return Reason("coffee", other, points=awake, other_points=drowsy, count=throws)
    return Reason("plain", other)


def _poaching(match: Match, best: str, other: str) -> Reason:
    match best.split():
        case ["chip", whom]:
            return Reason("chip", other, count=int(fish_at(match.table, LAKE)), whom=None if whom == "pile" else whom)
        case ["steal", whom, _] | ["move", whom, _, "A"] if whom != "lake":
            return Reason("rob", other, whom=whom)
    return Reason("plain", other)
