"""How long a game takes people: games of usual bots, with the seconds that people need for each choice and each roll.

`python -m bench minutes` says the figures. What stands on a lid (`minutes` of each game) is that of LID_SEATS players,
rounded to five minutes.
"""

from __future__ import annotations

from statistics import mean

from bench.report import Report
from rollmops.engine.dice import LabDice
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.games import GAMES, game, house
from rollmops.minds import mind
from rollmops.minds.levels import LEVELS, USUAL

CHOICE_SECONDS = {"cast": 2, "pass": 3, "throw": 15, "place": 10, "keep": 6, "adjust": 10}
"""For a person to decide; what is not listed is decided in OTHER_SECONDS."""
OTHER_SECONDS = 5
SECRET_SECONDS = 25
"""For a hand that is put together in secret; all do so at the same time."""
ROLL_SECONDS = 3
"""For dice or cards to fall and to be understood, as the page stages them at normal speed."""
NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Gesa", "Hans")
LID_SEATS = 4
MINDS = {"floe": "beginner"}
"""Who plays; the usual bots where none is named."""


def seconds(name: str, seats: int, seed: int) -> float:
    """One game of so many people."""
    rules, parts = game(name), house(name)
    match = Match(rules, parts, Header(name, NAMES[:seats], first="A" if rules.starter else None))
    minds = [mind(MINDS.get(name, LEVELS[USUAL].mind), rules, parts, seats * seed + seat) for seat in range(seats)]
    source = rules.chance.source(parts, LabDice(seed))
    spent = 0.0
    while True:
        done = len(match.entries)
        match.roll_all(source)
        spent += ROLL_SECONDS * (len(match.entries) - done)
        if match.over:
            return spent
        verbs = []
        for seat in match.owing:
            words = minds[seat].choose(match.view(seat))
            match.choose(seat, words)
            verbs.append(words.split()[0])
        secret = rules.secrets and "cast" in verbs
        spent += SECRET_SECONDS if secret else max(CHOICE_SECONDS.get(verb, OTHER_SECONDS) for verb in verbs)


def minutes(name: str, seats: int, games: int) -> float:
    """The mean of so many games."""
    return mean(seconds(name, seats, seed) for seed in range(games)) / 60


def report() -> Report:
    """Every game with every number of players; the floe's throws are thrown, so fewer of them."""
    told = Report("How long a game takes people (games of usual bots, people's seconds a choice and a roll)")
    for name in GAMES:
        rules, games = game(name), 10
        found = {seats: minutes(name, seats, games) for seats in range(rules.fewest, rules.most + 1)}
        said = ", ".join(f"{seats}: {spent:.0f}" for seats, spent in found.items())
        told.figure(f"{rules.title}, minutes by players", f"{said} (on the lid: {rules.minutes})")
    return told
