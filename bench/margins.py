"""Whether a review's margins are true: figures held against what is known better, in units of their standard errors.

`python -m bench margins` looks at the games by which the constants in `solve/doubt.py`, `solve/playouts.py`,
`solve/fitted/valuer.py`, `review/columns.py` and `review/floe.py` were chosen, and says by how much errors had to grow for
95 of 100 figures of each kind to lie within their margin (1.96 standard errors) and for the mean square of z to be one.
`tests/review/test_margins.py` looks at other games, which no constant was chosen by.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from bench.report import Report
from rollmops.engine.contract import LETTERS
from rollmops.engine.dice import LabDice
from rollmops.engine.logbook import Header, Record
from rollmops.engine.match import Match
from rollmops.engine.table import Floats
from rollmops.games import game, house
from rollmops.minds import mind
from rollmops.minds.loop import play
from rollmops.review import Review, review
from rollmops.review.effort import EFFORTS
from rollmops.review.floe import LIBRARY, FloeValues
from rollmops.solve import Valuer
from rollmops.solve.fitted import kept
from rollmops.solve.fitted.searches import search_of
from rollmops.solve.fitted.valuer import FittedValuer
from rollmops.solve.playouts import Playouts

FIT_SEEDS, HOLD_OUT_SEEDS = range(10_000, 20_000), range(60_000, 70_000)
"""Games by which constants are chosen, and those by which they are tested. Who changes a constant because a test has failed
has chosen it by that test's games: the test then needs others, as it did four times (it had those from 20,000, 30,000,
40,000 and 50,000 on)."""
MARGIN = 1.96
OUTSIDE = 0.05
"""So many lie outside their margin by right."""
UNLIKELY = 1e-4
"""What is less likely than this is no chance."""
MINDS = (("random",), ("rollout:20",), ("sharp", "random"), ("rollout:2",))
COLUMNS = ("start", "own_dice", "others_dice", "own_errors", "others_gifts", "estimation")
KNOWN = (("soles", 2), ("soles", 3), ("espresso", 2))
"""Where values are known exactly or certified, so that estimates can be held against them."""


@dataclass
class Figures:
    """Figures of one kind: what each is off by in standard errors, and the game it is of."""

    z: list[float] = field(default_factory=list)
    games: list[int] = field(default_factory=list)

    @property
    def alike(self) -> float:
        """How far figures of one game are off alike: the correlation within games (from the squares between and within)."""
        z, (_, places, counts) = np.array(self.z), np.unique(self.games, return_inverse=True, return_counts=True)
        games, many = len(counts), len(z)
        if games < 2 or many == games:
            return 1.0
        means = np.bincount(places, z) / counts
        between = float((counts * (means - z.mean()) ** 2).sum()) / (games - 1)
        within = float(((z - means[places]) ** 2).sum()) / (many - games)
        usual = (many - float((counts**2).sum()) / many) / (games - 1)
        spread = between + (usual - 1) * within
        return min(1.0, max(0.0, (between - within) / spread)) if spread else 1.0

    @property
    def many(self) -> int:
        """As many figures that had nothing to do with each other would tell as much (Kish's design effect): those of one
        game share what they are off by."""
        counts = np.unique(self.games, return_counts=True)[1]
        usual = float((counts**2).sum()) / len(self.z)
        return max(1, int(len(self.z) / (1 + (usual - 1) * self.alike)))

    @property
    def outside(self) -> float:
        """The part of them that lies outside its margin."""
        return float((np.abs(self.z) > MARGIN).mean())

    @property
    def square(self) -> float:
        """The mean square of z."""
        return float(np.square(self.z).mean())

    @property
    def factor(self) -> float:
        """By so much errors had to be multiplied for 95 of 100 to lie inside and for the mean square to be at most one."""
        return max(float(np.quantile(np.abs(self.z), 1 - OUTSIDE)) / MARGIN, math.sqrt(self.square))

    @property
    def most_outside(self) -> float:
        """More than this part lies outside by chance only once in ten thousand times."""
        chance, left = (1 - OUTSIDE) ** self.many, 1.0
        for k in range(self.many + 1):  # chance: that k are outside; left: that k or more are
            if left < UNLIKELY:
                return (k - 1) / self.many
            left -= chance
            chance *= (self.many - k) / (k + 1) * OUTSIDE / (1 - OUTSIDE)
        return 1.0

    @property
    def most_square(self) -> float:
        """The mean square of so many normal figures is larger than this once in ten thousand times (Wilson and Hilferty)."""
        part = 2 / (9 * self.many)
        return float((1 - part + 3.719 * math.sqrt(part)) ** 3)

    def __str__(self) -> str:
        return (
            f"{len(self.z)} figures of {len(set(self.games))} games, {1 - self.outside:.1%} inside, "
            f"mean square {self.square:.2f}, furthest {np.abs(self.z).max():.1f}"
        )


@dataclass
class Held:
    """Figures of every kind."""

    kinds: dict[str, Figures] = field(default_factory=dict)
    game: int = 0
    """Which one the figures to come are of."""

    def add(self, kind: str, said: float, truth: float, error: float, doubt: float = 0.0) -> None:
        """A figure, what it should be, its standard error and that of the truth."""
        wide = float(np.hypot(error, doubt))
        if wide:
            figures = self.kinds.setdefault(kind, Figures())
            figures.z.append((said - truth) / wide)
            figures.games.append(self.game)
        elif abs(said - truth) > 1e-9:
            raise ValueError(f"{kind}: {said} is told without an error, and {truth} is right")

    def shares(self, kind: str, said: Iterable[float], truth: Floats, errors: Iterable[float], doubt: Floats) -> None:
        """Everybody's shares of a table. With two players they are the same figure twice."""
        rows = list(zip(said, truth.tolist(), errors, doubt.tolist(), strict=True))
        for row in rows[: 1 if len(rows) == 2 else None]:
            self.add(kind, *row)

    def review(self, found: Review, truth: Review) -> None:
        """All figures of a review against those of one that knows: chances, luck, losses, lines, columns, ratings."""
        one_of_two = slice(0, 1 if len(found.seats) == 2 else None)
        for step, known in zip(found.entries, truth.entries, strict=True):
            for seat, share in list(step.after.items())[one_of_two]:
                self.add("chances", share, known.after[seat], (step.after_error or {}).get(seat, 0.0))
            if step.kind in ("choice", "obvious") and step.loss and known.loss is not None:
                self.add("losses", step.loss, known.loss, step.error or 0.0)
            for words, worth in (step.lines or {}).items():
                if words in (known.lines or {}):
                    self.add("lines", worth, (known.lines or {})[words], (step.line_errors or {}).get(words, 0.0))
        for seat, told in found.seats.items():
            for column in COLUMNS if seat == "A" or len(found.seats) > 2 else ():  # with two they are the other's
                self.add(
                    column, getattr(told, column), getattr(truth.seats[seat], column), (told.error or {}).get(column, 0.0)
                )
            self.add("given away", told.rating.given_away, truth.seats[seat].rating.given_away, told.rating.error or 0.0)


def played(name: str, seats: int, seed: int, *minds: str, most_lines: int | None = None) -> Record:
    """A game between minds, as it was written down."""
    rules, parts = game(name), house(name)
    match = Match(rules, parts, Header(name, tuple(f"P{seat}" for seat in range(seats)), first=LETTERS[seed % seats]))
    who = [mind(minds[seat % len(minds)], rules, parts, seed + seat) for seat in range(seats)]
    play(match, who, rules.chance.source(parts, LabDice(seed)), most_lines=most_lines)
    return match.record()


def fitted_values(name: str, seats: int, part: float) -> FittedValuer:
    """Fitted values, also where better ones are known."""
    values = FittedValuer(search_of(game(name), house(name), seats), kept.read(name)[seats].level)
    values.narrow(part)
    return values


def by_fitted_values(name: str, seats: int, effort: str, seeds: Iterable[int]) -> Held:
    """Whole reviews by fitted values, as if nobody knew better."""
    held = Held()
    for seed in seeds:
        record = played(name, seats, seed, *MINDS[seed % len(MINDS)], most_lines=most_lines(name))
        values = fitted_values(name, seats, EFFORTS[effort].part)
        _hold(held, seed, record, values, effort)
    return held


def by_random_games(name: str, effort: str, seeds: Iterable[int]) -> Held:
    """Whole reviews by random games, as if nobody knew this box."""
    held = Held()
    for seed in seeds:
        record = played(name, 2, seed, *MINDS[seed % len(MINDS)], most_lines=most_lines(name))
        playouts = min(EFFORTS[effort].playouts, 200_000) // (2 * len(record.entries))
        _hold(held, seed, record, Playouts(game(name), house(name), 2, in_all=playouts), effort)
    return held


def most_lines(name: str) -> int | None:
    """Random games of espresso have a thousand lines: some tell as much."""
    return 150 if name == "espresso" else None


def _hold(held: Held, seed: int, record: Record, values: Valuer, effort: str) -> None:
    found, truth = review(record, effort=effort, values=values), review(record)
    if found.exact or not truth.exact:
        raise ValueError(f"{record.header.game}: what is estimated must be held against what is known")
    held.game = seed
    held.review(found, truth)


def in_the_air(seats: int, seeds: Iterable[int]) -> Iterator[tuple[int, Match]]:
    """Tables of the floe with dice in the air, some throws into a game of random throws."""
    rules, parts = game("floe"), house("floe")
    for seed in seeds:
        match = Match(rules, parts, Header("floe", tuple(f"P{seat}" for seat in range(seats)), first="A"))
        who = [mind("random", rules, parts, seed + seat) for seat in range(seats)]
        dice = rules.chance.source(parts, LabDice(seed))
        play(match, who, dice, most_lines=1 + 3 * (seed % 6))
        while not match.over and not match.chance:
            (seat,) = match.owing
            match.choose(seat, who[seat].choose(match.view(seat)))
        if not match.over:
            yield seed, match


def by_the_library(seats: int, throws: int, seeds: Iterable[int]) -> Held:
    """What a gesture is worth by the library's ice, a first look, against so many throws of it in the arena."""
    rules, parts, held = game("floe"), house("floe"), Held()
    quick, deep = FloeValues(rules, parts, seats, 0), FloeValues(rules, parts, seats, throws)
    for seed, match in in_the_air(seats, seeds):
        first, closer = quick.value(match.table), deep.value(match.table)
        held.game = seed
        # Both ask the same network what it is worth where dice lie: what is wrong with that is none of this.
        library = [LIBRARY.wrong(share) for share in first.shares]
        noise = [math.hypot(one, other) for one, other in zip(first.noise or (), library, strict=True)]
        held.shares("gestures", first.shares, np.array(closer.shares), noise, np.array(closer.noise))
    return held


def report() -> Report:
    """All kinds of figures of the games by which constants are chosen."""
    found = Report("margins of reviews: by how much errors had to grow, on the games by which constants were chosen")
    for name, seats in KNOWN:
        for effort in ("quick", "usual"):
            _tell(found, f"{name} with {seats}, fitted, {effort}", by_fitted_values(name, seats, effort, FIT_SEEDS[:12]))
    for name in ("soles", "espresso"):
        for effort in ("quick", "usual"):
            _tell(found, f"{name} by random games, {effort}", by_random_games(name, effort, FIT_SEEDS[:60]))
    for seats in (2, 4):
        _tell(found, f"the library's ice with {seats}", by_the_library(seats, 100, FIT_SEEDS[:40]))
    return found


def _tell(found: Report, what: str, held: Held) -> None:
    for kind, figures in held.kinds.items():
        found.figure(f"{what}: {kind}", f"times {figures.factor:.2f}; {figures}")
