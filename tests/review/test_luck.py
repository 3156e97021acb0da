"""Luck is nothing on average: what was expected before a roll is the mean over what it can bring, by whatever values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from zlib import crc32

import numpy as np
import pytest
from bench.margins import in_the_air, played

from rollmops.engine.contract import NOBODY
from rollmops.engine.dice import LabDice
from rollmops.engine.match import Match
from rollmops.games import game, house
from rollmops.games.records import open_match
from rollmops.review.expecting import expected, is_mean
from rollmops.review.floe import FloeValues
from rollmops.review.lure import LureValues
from rollmops.review.outcomes import outcomes
from rollmops.solve import Valuer, valuer
from rollmops.solve.fitted.valuer import FittedValuer
from rollmops.solve.playouts import Playouts
from tests.effort import long_only, short_or_long, some_or_all

FAR = 4.5
"""Standard errors that no mean of these is from nothing."""


def chance_tables(name: str, seats: int, seed: int, most_lines: int, minds: str = "random") -> Iterator[Match]:
    """A game before each of its rolls and cards."""
    record = played(name, seats, seed, minds, most_lines=most_lines)
    match = open_match(record.header)
    for entry in record.entries:
        if match.chance:
            yield match
        match.add(entry)


def sampled(match: Match, values: Valuer, times: int) -> Any:
    """What everybody has after the next roll, so many times over; every table has dice of its own."""
    found = []
    for seed in range(times):
        again = Match(match.game, match.components, match.header, list(match.entries), table=match.table)
        again.roll(match.game.chance.source(match.components, LabDice(seed, 99, crc32(match.table.tobytes()))))
        found.append(values.value(again.table).shares)
    return np.array(found)


@pytest.mark.parametrize(("name", "seats"), [("soles", 5), ("espresso", 3)])
def test_luck_by_fitted_values_is_nothing_on_average(name: str, seats: int) -> None:
    """To the last digit: all that a roll can bring is listed."""
    values, looked = valuer(game(name), house(name), seats), 0
    assert isinstance(values, FittedValuer)
    values.narrow(0.125)
    for match in chance_tables(name, seats, 2, short_or_long(30, 120)):
        turn, table = values.rolling(match.table), match.table
        could = outcomes(match.game, table)
        if could is None:
            continue
        luck = sum(chance * np.subtract(*values.luck(turn, table, after)[::-1]) for chance, after in could)
        assert np.abs(luck).max() < 1e-9
        looked += 1
    assert looked >= 8


def test_luck_of_lure_is_nothing_on_average() -> None:
    """Cards to the last digit; dice, of which there are too many to list, within the chance of some throws."""
    seats = 3
    values, cards, off = LureValues(game("lure"), seats, 400), 0, list[float]()
    for match in chance_tables("lure", seats, 5, short_or_long(60, 200)):
        table, before = match.table, values.value(match.table)
        hope = np.array(expected(match.game, values, table, before))
        if not is_mean(values, table):
            if cards < 6:
                could = outcomes(match.game, table)
                assert could is not None
                luck = sum(chance * (np.array(values.value(after).shares) - hope) for chance, after in could)
                assert np.abs(luck).max() < 1e-9
            cards += 1
            continue
        came = sampled(match, values, short_or_long(200, 800))
        noise = np.hypot(came.std(axis=0, ddof=1) / np.sqrt(len(came)), before.noise or 0.0)
        off += ((came.mean(axis=0) - hope) / np.maximum(noise, 1e-6))[: seats - 1].tolist()
    assert cards >= 6
    assert len(off) >= 8
    print(f"Lure: {len(off)} figures, mean {np.mean(off):+.2f}, mean square {np.square(off).mean():.2f}")
    assert np.abs(off).max() < FAR
    assert abs(np.mean(off)) < FAR / np.sqrt(len(off))


@long_only
def test_luck_of_the_floe_is_nothing_on_average() -> None:
    """A gesture thrown for real again and again brings on average what was expected of it by other throws of it."""
    rules, parts, off = game("floe"), house("floe"), list[float]()
    values = FloeValues(rules, parts, 2, 100)
    for _, match in in_the_air(2, range(40, 40 + 20)):
        before = values.value(match.table)
        assert expected(rules, values, match.table, before) == before.shares
        came = sampled(match, values, 100)[:, 0]
        assert before.noise is not None
        off.append((came.mean() - before.shares[0]) / np.hypot(came.std(ddof=1) / np.sqrt(len(came)), before.noise[0]))
    print(f"floe: {len(off)} figures, mean {np.mean(off):+.2f}, mean square {np.square(off).mean():.2f}")
    assert np.abs(off).max() < FAR
    assert abs(np.mean(off)) < FAR / np.sqrt(len(off))


@pytest.mark.parametrize("name", some_or_all(["soles", "espresso"], "soles"))
def test_luck_by_random_games_is_nothing_on_average(name: str) -> None:
    values, off = Playouts(game(name), house(name), 2, 400), list[float]()
    for match in chance_tables(name, 2, 3, 24):
        before, could = values.value(match.table), outcomes(match.game, match.table, 200)
        if could is None:
            continue
        assert match.game.weights(match.table, NOBODY).sum() > 0
        after = [(chance, values.value(table)) for chance, table in could]
        mean = sum(chance * value.shares[0] for chance, value in after)
        noise = np.hypot(*(np.sqrt(sum((part * one) ** 2 for part, one in lot)) for lot in (
            [(chance, (value.noise or (0.0,))[0]) for chance, value in after], [(1.0, (before.noise or (0.0,))[0])],
        )))  # fmt: skip
        off.append((before.shares[0] - mean) / float(noise))
    assert len(off) >= 6
    assert np.abs(off).max() < FAR
    assert abs(np.mean(off)) < FAR / np.sqrt(len(off))
