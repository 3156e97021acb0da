"""One game for each way in which a game whose values are exact can end. `python -m tests.review.endings` plays them anew.

A kind of ending is how many share the win, what the last line was, and whether whoever played it is among the winners. Not
all kinds can be: two cannot be level in espresso (19 fish, and always one winner), three not in soles (100 points).
"""

from __future__ import annotations

from pathlib import Path

from rollmops.engine.contract import LETTERS
from rollmops.engine.logbook import Record, read_record
from rollmops.games.records import fold

FOLDER = Path(__file__).parent
SOLES = ("roll", "take middle")
ESPRESSO = ("white fish", "white two", "take blue", "take yellow", "move lake")
WHO = ("by a winner", "by another")


def kind_of(record: Record) -> str:
    """How this game ended, or after what it stopped."""
    match, last = fold(record), record.entries[-1]
    verb = last.words if last.words.startswith("take") else " ".join(last.words.split()[: 1 if "roll" in last.words else 2])
    if not match.over:
        return f"stopped after {last.words.split()[0]}"
    shares = match.shares()
    return f"{sum(share > 0 for share in shares)} after {verb} {WHO[not shares[LETTERS.index(last.seat)]]}"


def kinds(name: str, seats: int) -> set[str]:
    """All ways in which this game can end."""
    verbs = SOLES if name == "soles" else ESPRESSO
    most = 2 if name == "soles" else 1
    found = {f"{winners} after {verb} {who}" for winners in range(1, most + 1) for verb in verbs for who in WHO}
    return found - {f"{seats} after {verb} {WHO[1]}" for verb in verbs}  # where all win, so does who played the last line


def games(name: str, seats: int) -> list[Record]:
    """The games that are kept."""
    return [read_record(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob(f"{name}-{seats}-*.rollmops"))]
