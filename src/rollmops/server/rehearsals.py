"""Rehearsals: each plays, asks or thinks a little of a game, so that all that is needed for it is compiled, or loaded.

What people at a table need comes first and alone: a table can be set before its bots can think.
"""

from __future__ import annotations

from typing import Any

from rollmops.engine.dice import FairDice, LabDice
from rollmops.engine.lines import legal_words
from rollmops.engine.logbook import Header, Record
from rollmops.engine.match import Match
from rollmops.extras import hindrance
from rollmops.games import game, house
from rollmops.lab.odds import prospects
from rollmops.minds import adviser, mind
from rollmops.minds.effort import Effort
from rollmops.minds.loop import play
from rollmops.minds.uniform import Random

MOST_LINES, MOST_THROWS = 800, 60
"""Lines of the log of a game that is rehearsed; where dice are thrown for real, of which every third is a throw."""
REVIEWED_LINES = 12
"""Of a game that is reviewed."""
REASONED_LINES = 100
"""Of a game whose lines are compared."""


def warm_rules(name: str) -> None:
    """Play a game of this name by chance, with dice as a table has them, and reckon the odds of every phase: all that people
    need who play it. A game that cannot be played here needs nothing."""
    rules, parts = game(name), house(name)
    if hindrance(rules):
        return
    match = Match(rules, parts, Header(name, ("A",) * rules.fewest, first="A" if rules.starter else None))
    phases = set[str]()

    def reckon(seat: int, view: Any) -> None:
        if view.phase not in phases:
            phases.add(view.phase)
            prospects(name, parts, view)

    by_weight = rules.chance.by_weight
    random_minds = [Random(rules, parts, 1)] * rules.fewest
    dice = rules.chance.source(parts, FairDice("00", {}) if by_weight else LabDice(1))
    play(match, random_minds, dice, most_lines=MOST_LINES if by_weight else MOST_THROWS, watch=reckon)
    match.points()


def warm_minds(name: str) -> None:
    """Think about the first choice of a game once, as most bots do."""
    rules, parts = game(name), house(name)
    if hindrance(rules):
        return
    match = Match(rules, parts, Header(name, ("A",) * rules.fewest, first="A" if rules.starter else None))
    match.roll_all(rules.chance.source(parts, LabDice(1)))
    adviser(rules, parts, 1, Effort(playouts=1)).choose(match.view(match.owing[0]))


def warm_masters(name: str) -> None:
    """Let the strongest mind of a game choose once and give advice once, for two and for the most who can play."""
    from rollmops.solve.advice import advise  # later than what the first game needs

    rules, parts = game(name), house(name)
    if hindrance(rules):
        return
    for seats in {rules.fewest, rules.most}:
        match = Match(rules, parts, Header(name, ("A",) * seats, first="A" if rules.starter else None))
        match.roll_all(rules.chance.source(parts, LabDice(1)))
        view = match.view(match.owing[0])
        mind("master", rules, parts, 1, seconds=0.05).choose(view)
        seconds = 0.05 if rules.chance.by_weight else None  # real throws come after much else that is compiled first
        advise(rules, parts, view, seed=1, effort=Effort(playouts=1, seconds=seconds))


def warm_reviews(name: str) -> None:
    """Review a few lines of a game, quickly and as usual, and ask once what if, for two and for the most who can play."""
    from rollmops.review.effort import QUICK, USUAL
    from rollmops.review.endings import what_if
    from rollmops.review.ledger import review

    rules, parts = game(name), house(name)
    if hindrance(rules):
        return
    warm_reasons(name)
    for seats in (rules.fewest, rules.most):
        record = _few_lines(name, seats)
        for effort in (QUICK, USUAL):
            reviewed = review(record, parts, effort=effort)
        place = next(number for number, step in enumerate(reviewed.entries) if step.kind != "luck")
        what_if(record, place, components=parts, games=1)


def warm_reasons(name: str) -> None:
    """Say once in every phase why a line may be better than another, as reviews and the daily catch do."""
    from rollmops.review.reasons import reason_of

    rules, parts = game(name), house(name)
    match = Match(rules, parts, Header(name, ("A",) * rules.fewest, first="A" if rules.starter else None))
    phases = set[str]()

    def ask(seat: int, view: Any) -> None:
        if view.phase in phases:
            return
        lines = legal_words(rules, match.table, seat, 2)
        if len(lines) > 1:
            phases.add(view.phase)
            reason_of(match, seat, *lines)

    random_minds, dice = [Random(rules, parts, 1)] * rules.fewest, rules.chance.source(parts, LabDice(1))
    play(match, random_minds, dice, most_lines=REASONED_LINES if rules.chance.by_weight else MOST_THROWS, watch=ask)


def load_reviews(name: str) -> None:
    """Load what first figures of a game need."""
    from rollmops.review.effort import QUICK
    from rollmops.review.ledger import review

    if not hindrance(game(name)):
        review(_few_lines(name, game(name).fewest), house(name), effort=QUICK)


def _few_lines(name: str, seats: int) -> Record:
    """The beginning of a game, with every phase of a first round."""
    rules, parts = game(name), house(name)
    match = Match(rules, parts, Header(name, ("A",) * seats, first="A" if rules.starter else None))
    random_minds, dice = [Random(rules, parts, 1)] * seats, rules.chance.source(parts, LabDice(1))
    play(match, random_minds, dice, most_lines=REVIEWED_LINES if rules.chance.by_weight else 2)
    return match.record()
