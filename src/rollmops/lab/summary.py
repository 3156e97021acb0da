"""What games came to, counted: whole numbers only, so that adding up is exact in any order, and the means with intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping

import msgspec
import numpy as np

from rollmops.engine.contract import LETTERS
from rollmops.engine.table import Floats, Ints


class Games(msgspec.Struct, frozen=True):
    """Games one by one: a row of each array for each. A game that was given up has no result."""

    firsts: Ints
    lengths: Ints
    points: Ints
    shares: Floats
    ended: np.ndarray[tuple[int], np.dtype[np.bool_]]


class Tally(msgspec.Struct):
    """Counts over games. `wins[seat][k]` are those that a seat won with k who shared it; `order` counts the same by turn
    order, the starting player first. `points` of each seat and `lengths` count how often each number came."""

    games: int
    given_up: int
    wins: list[list[int]]
    order: list[list[int]]
    points: list[dict[int, int]]
    lengths: dict[int, int]

    @classmethod
    def empty(cls, seats: int) -> Tally:
        """Nothing played yet."""
        none = [[0] * (seats + 1) for _ in range(seats)]
        return cls(0, 0, [*map(list, none)], [*map(list, none)], [{} for _ in none], {})

    @classmethod
    def of(cls, games: Games) -> Tally:
        """The counts of these games."""
        over = games.ended
        shares, seats = games.shares[over], games.shares.shape[1]
        sharers = np.rint(np.divide(1, shares, out=np.zeros_like(shares), where=shares > 0)).astype(np.int64)
        places = (games.firsts[over, None] + np.arange(seats)) % seats
        return cls(
            int(over.sum()),
            int((~over).sum()),
            _by_sharers(sharers),
            _by_sharers(np.take_along_axis(sharers, places, axis=1)),
            [_counted(games.points[over, seat]) for seat in range(seats)],
            _counted(games.lengths[over]),
        )

    def add(self, other: Tally) -> None:
        """Add other games."""
        self.games += other.games
        self.given_up += other.given_up
        self.wins = _sums(self.wins, other.wins)
        self.order = _sums(self.order, other.order)
        for mine, theirs in zip([*self.points, self.lengths], [*other.points, other.lengths], strict=True):
            for number, count in theirs.items():
                mine[number] = mine.get(number, 0) + count


def _by_sharers(sharers: Ints) -> list[list[int]]:
    """For each column how often each number of sharers came; 0 is a game that was not won."""
    seats = sharers.shape[1]
    counted = [np.bincount(sharers[:, seat], minlength=seats + 1).tolist() for seat in range(seats)]
    return [[0, *counts[1:]] for counts in counted]


def _sums(mine: list[list[int]], theirs: list[list[int]]) -> list[list[int]]:
    return [[a + b for a, b in zip(one, two, strict=True)] for one, two in zip(mine, theirs, strict=True)]


def _counted(numbers: Ints) -> dict[int, int]:
    values, counts = np.unique(numbers, return_counts=True)
    return dict(zip(values.tolist(), counts.tolist(), strict=True))


class Mean(msgspec.Struct, frozen=True):
    """A mean with its 95 % interval; a single game has none: it is unknown (null)."""

    mean: float
    low: float | None
    high: float | None

    def span(self, form: str) -> str:
        """The interval in words, each end in this format."""
        return "unknown" if self.low is None or self.high is None else f"{self.low:{form}} – {self.high:{form}}"

    def half(self, form: str) -> str:
        """Half the width in words, after a sign. Not for shares: they need not be in the middle of their interval."""
        return "± unknown" if self.low is None or self.high is None else f"± {(self.high - self.low) / 2:{form}}"


class SeatSummary(msgspec.Struct, frozen=True):
    """How a seat fared."""

    seat: str
    mind: str
    wins: Mean
    points: Mean


class Summary(msgspec.Struct, frozen=True):
    """What came out. `games` are those that ended, `given_up` those that did not within `longest_allowed`; with fewer than
    `wanted` in all it was stopped. `repeats` says whether the same seed gives the same games (not with minds that think by
    the clock)."""

    game: str
    components: str
    games: int
    given_up: int
    wanted: int
    seed: int
    repeats: bool
    seats: list[SeatSummary]
    order: list[Mean]  # win shares by turn order: the starting player first
    length: Mean  # transitions in a game
    shortest: int
    longest: int
    longest_allowed: int

    def __str__(self) -> str:
        seats = [
            f"{one.seat} {one.mind}: wins {one.wins.mean:.1%} ({one.wins.span('.1%')}), {one.points.mean:.1f} points"
            for one in self.seats
        ]
        length = f"{self.length.mean:.1f} dice and decisions in a game ({self.shortest} to {self.longest})"
        return "\n".join([f"{self.game}, {self.games} games, seed {self.seed}", *seats, length, *self.remarks()])

    def remarks(self) -> list[str]:
        """What must be said about these figures, if anything."""
        said = []
        if self.games + self.given_up < self.wanted:
            said.append(f"Stopped after {self.games + self.given_up} of {self.wanted} games.")
        if self.given_up:
            said.append(
                f"{self.given_up} games were given up after {self.longest_allowed} dice and decisions; they are not counted."
            )
        if not self.repeats:
            said.append("A mind that thinks by the clock sat there: the same seed will not give the same games again.")
        return said


def share_interval(wins: list[int]) -> Mean:
    """The mean share of the win with its interval by Student's t; where all games came out the same, Wilson's, since a
    spread of nothing says nothing. `wins[k]` counts games won with k sharers, wins[0] those not won."""
    games = sum(wins)
    shares = [0.0, *(1 / k for k in range(1, len(wins)))]
    mean = math.fsum(share * count for share, count in zip(shares, wins, strict=True)) / games
    if games < 2:
        return Mean(mean, None, None)
    squares = math.fsum((share - mean) ** 2 * count for share, count in zip(shares, wins, strict=True))
    if max(wins) == games:
        return _wilson(mean, games)
    half = _student(games) * math.sqrt(squares / (games - 1) / games)
    return Mean(mean, max(0.0, mean - half), min(1.0, mean + half))


def _wilson(mean: float, games: int) -> Mean:
    z2 = 1.959964**2
    centre = (mean + z2 / (2 * games)) / (1 + z2 / games)
    half = math.sqrt(z2) / (1 + z2 / games) * math.sqrt(mean * (1 - mean) / games + z2 / (4 * games * games))
    return Mean(mean, min(mean, max(0.0, centre - half)), max(mean, min(1.0, centre + half)))


def mean_interval(counts: Mapping[int, int]) -> Mean:
    """The mean of whole numbers, given how often each came, with its interval by Student's t."""
    games = sum(counts.values())
    total = sum(value * count for value, count in counts.items())
    squares = sum(value * value * count for value, count in counts.items())
    mean = total / games
    if games < 2:
        return Mean(mean, None, None)
    half = _student(games) * math.sqrt((games * squares - total * total) / (games - 1)) / games
    return Mean(mean, mean - half, mean + half)


def _student(games: int) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(games - 1, 0.975))


def summarise(
    tally: Tally, *, game: str, components: str, minds: tuple[str, ...], wanted: int, seed: int, repeats: bool, longest: int
) -> Summary:
    """The means of what was counted; at least one game must have ended."""
    seats = [
        SeatSummary(LETTERS[seat], name, share_interval(_with_losses(tally.wins[seat], tally.games)), mean_interval(counts))
        for seat, (name, counts) in enumerate(zip(minds, tally.points, strict=True))
    ]
    return Summary(
        game,
        components,
        tally.games,
        tally.given_up,
        wanted,
        seed,
        repeats,
        seats,
        [share_interval(_with_losses(wins, tally.games)) for wins in tally.order],
        mean_interval(tally.lengths),
        min(tally.lengths),
        max(tally.lengths),
        longest,
    )


def _with_losses(wins: list[int], games: int) -> list[int]:
    return [games - sum(wins[1:]), *wins[1:]]
