"""What tables are worth: the win share of every seat from a table on, exact where the game was solved, else estimated.

valuer(game, components, seats).value(t)        what this table is worth
valuer(game, components, seats).lines(t, seat)  what it is worth after each line
value_of(record)                                both, of a logbook's last table
"""

from __future__ import annotations

from rollmops.solve.asking import Worth as Worth
from rollmops.solve.asking import value_of as value_of
from rollmops.solve.asking import valuer as valuer
from rollmops.solve.value import Value as Value
from rollmops.solve.value import Valuer as Valuer
