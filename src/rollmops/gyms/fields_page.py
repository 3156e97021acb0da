"""The page of all observations: `python -m rollmops.gyms.fields_page > docs/observations.md`."""

from __future__ import annotations

import numpy as np

from rollmops.games import game, house
from rollmops.gyms.encoding import Encoding
from rollmops.gyms.fields import BITS, CATEGORY, ENDLESS, FIELDS, Field
from rollmops.gyms.observation import layout


def main() -> None:
    """Print the page of all observations."""
    print(PAGE_HEAD)
    for name in FIELDS:
        playing = game(name)
        encoding = Encoding(name, playing.fewest)
        empty, size = playing.empty(house(name)), layout(name).size
        print(f"\n## {playing.title} (`{name}`)\n\nRaw: {size} numbers, the first is the seat that looks. ", end="")
        print(f"Flat with {playing.fewest} seats: {encoding.size} numbers.\n")
        print("| field | shape | what it is | from | to | flat columns | told as |\n|---|---|---|---|---|---|---|")
        for field in encoding.fields:
            shape = np.shape(getattr(empty, field.name))
            where = encoding.slices.get(encoding.label(field))
            columns = "–" if where is None else str(where.start) if where.stop == where.start + 1 else _span(where)
            high = "open" if field.high == ENDLESS else str(field.high)
            label = field.name if field.column is None else f"{field.name}[…, {field.column}]"
            shape_text = " × ".join(map(str, shape)) or "1"
            print(f"| `{label}` | {shape_text} | {field.meaning} | {field.low} | {high} | {columns} | {scale_of(field)} |")


PAGE_HEAD = """# Observations, field by field

Made by `python -m rollmops.gyms.fields_page`; a test compares. Ranges are those of the house's box with the fewest
seats: another box or more seats have others, and the spaces of the environments say which. A *raw* observation has
every number of the table as it is (`BatchEnv.names`). A *flat* one is in single precision, every number from −1 to 1,
and whoever looks comes first; *dict* is the same cut by field."""


def _span(where: slice) -> str:
    return f"{where.start}–{where.stop - 1}"


def scale_of(field: Field) -> str:
    """How a learner is told this field."""
    if field.low == field.high:
        return "left out: always the same"
    first = ", mover first" if field.by_member or field.members else ""
    if field.kind == CATEGORY:
        return f"a column for each{first}"
    if field.kind == BITS:
        return f"a column for each bit{first}"
    clip = "" if field.clip is None else f", {field.clip} and more as 1"
    return f"divided by {max(field.top, -field.low)}{clip}{first}"


if __name__ == "__main__":
    main()
