"""Play until every kind of ending has come; the first game of each kind is kept."""

from __future__ import annotations

import random
from dataclasses import replace

from rollmops.engine.contract import LETTERS
from rollmops.engine.dice import LabDice
from rollmops.engine.lines import legal_lines
from rollmops.engine.logbook import Header, Record
from rollmops.engine.match import Match
from rollmops.games import game, house
from tests.review.endings import FOLDER, kind_of, kinds

EXACT = (("soles", 2), ("soles", 3), ("espresso", 2))
LATE = 12
"""Lines from whose beginning a game is played on in other ways, since rare endings are rare."""
OTHER_WAYS = 40


def play(match: Match, seed: int) -> Record:
    """Play on by lot; in every other game the yellow fish is left in the lake, and nobody stops before it is empty."""
    dice, lot = LabDice(seed), random.Random(seed)
    while not match.over:
        if match.chance:
            match.roll(dice)
            continue
        (seat,) = match.owing
        lines = [match.game.words.spell(match.table, seat, line) for line in legal_lines(match.game, match.table, seat, 300)]
        if seed % 2:
            lines = [line for line in lines if "yellow" not in line and line != "pass"] or lines
        match.choose(seat, lot.choice(lines))
    return match.record()


def main() -> None:
    """Find them all, and write them."""
    for name, seats in EXACT:
        rules, parts, missing = game(name), house(name), kinds(name, seats)
        seed = 0
        while missing:
            seed += 1
            header = Header(name, tuple(("Karen", "Reiner", "Ida")[:seats]), first=LETTERS[seed % seats])
            record = play(Match(rules, parts, header), seed)
            late = record.entries[: max(0, len(record.entries) - LATE)]
            for way in range(OTHER_WAYS):
                kind = kind_of(record)
                if kind in missing:
                    missing.remove(kind)
                    path = FOLDER / f"{name}-{seats}-{kind.replace(' ', '-')}.rollmops"
                    path.write_text(record.text(), encoding="utf-8")
                    print(f"{name} with {seats}: {kind} ({len(record.entries)} lines); {len(missing)} missing", flush=True)
                match = Match(rules, parts, replace(header, result=None))
                for entry in late:
                    match.add(entry)
                record = play(match, 1000 * seed + way)


if __name__ == "__main__":
    main()
