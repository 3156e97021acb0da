"""Small boxes solved anew, and compared with brute force by exact fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rollmops.engine.components import Components
from rollmops.games import game
from rollmops.solve.known import Known
from rollmops.solve.registry import turns_of
from rollmops.solve.sweeping import begin, converge
from tests.solve.boxes import small_espresso, small_soles
from tests.solve.brute import Brute


def solved(name: str, parts: Components) -> Known:
    turns = turns_of(game(name), parts, 2)
    progress = converge(turns, begin(turns))
    assert progress.residual < 1e-10
    return Known(turns, progress.starts, 0.0, 0.0)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("soles", small_soles(4, 1)),
        ("soles", small_soles(3, 2)),
        ("espresso", small_espresso(1, 0)),
    ],
    ids=["one die", "two dice", "two fish"],
)
def test_a_small_box_is_worth_what_brute_force_says(name: str, parts: Components) -> None:
    rules = game(name)
    brute = Brute(rules, rules.open(parts, 2, 0))
    found = solved(name, parts)
    values = {table: found.value(t).shares for table, t in brute.tables.items()}
    exact = brute.values(lambda t: values[t.tobytes()][0])
    assert len(exact) > 80
    for table, share in exact.items():
        shares = values[table]
        assert abs(Fraction(shares[0]) - share) < 1e-12
        assert sum(shares) == pytest.approx(1, abs=1e-14)
