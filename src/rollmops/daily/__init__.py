"""The daily catch: every day the same five decisions for everyone, from the four games.

A year's days follow from a secret seed by keys that are committed to beforehand (`keys`); the program makes a day from
its key alone (`making`), and whoever holds the key can make it again and compare. docs/daily.md tells who could know what.
"""

from __future__ import annotations

from rollmops.daily.decision import Decision as Decision
from rollmops.daily.shelf import Day as Day
from rollmops.daily.shelf import Shelf as Shelf
