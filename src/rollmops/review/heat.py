"""A heat map of where dice could have come to rest on the ice: squares, and how many dice in each."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rollmops.review.floe import Heap
from rollmops.review.structs import Rests

CELL_MM = 10


def rests_of(heap: Heap, t: Any, words: str) -> Rests:
    """The throws of a gesture as squares of the ice; `words` is the rest line that was in truth."""
    cells: Counter[tuple[int, int]] = Counter()
    for x, y in heap.rests:
        cells[_middle(x), _middle(y)] += 1
    colour = "ABCDEF"[int(t.turn)]
    lay = []
    for word in words.split()[1:]:
        name, _, place = word.partition("=")
        parts = place.split(",")
        if name[:1] == colour and parts[0] != "water" and int(t.scoring[int(t.turn)]) != int(name[1]):
            lay.append((float(parts[0]), float(parts[1])))
    outline = [(float(x) / 10, float(y) / 10) for x, y in t.outline[: int(t.corners)]]
    return Rests(heap.count, heap.dice, CELL_MM, [(x, y, n) for (x, y), n in sorted(cells.items())], outline, lay)


def _middle(length: int) -> int:
    return length // CELL_MM * CELL_MM + CELL_MM // 2
