"""`python -m rollmops.daily.background DATE FOLDER`: make one day for a server, and yield to everything else."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from rollmops.engine.errors import RollmopsError

KINDNESS = 19


def main(words: list[str]) -> None:
    """Make this day if it is missing."""
    if hasattr(os, "nice"):
        os.nice(KINDNESS)
    from rollmops.daily.making import make_year  # these load all games: that yields already
    from rollmops.daily.shelf import Shelf, read_date

    try:
        day = read_date(words[0])
        make_year(Shelf(Path(words[1])), day.year, day, day)
    except (RollmopsError, ImportError) as error:
        sys.exit(f"rollmops: the daily catch of {words[0]} cannot be made: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
