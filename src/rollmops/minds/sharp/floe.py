"""The sharp mind on the floe. It weighs some hundred gestures on a library of open ice in the time of a few real throws,
throws the best of them in the arena with seeds of its own, lets each throw inform its neighbours by kernel regression, and
throws what wins most by a worth that was fitted to self-play.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rollmops.arena.dice import request, rest_choices
from rollmops.arena.rest import Rest
from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, Game
from rollmops.engine.lines import legal_lines
from rollmops.engine.stream import stream
from rollmops.engine.table import Floats, Ints, copy
from rollmops.games.floe.rules import LOWEST
from rollmops.games.floe.table import PLACE, Table
from rollmops.minds.aim import THROWS_AT_ONCE, Aim, places
from rollmops.minds.effort import Effort
from rollmops.minds.rollout import Opinion
from rollmops.minds.sharp.floe_ice import scratch
from rollmops.minds.sharp.floe_kernel import Kernel
from rollmops.minds.sharp.floe_know import known
from rollmops.minds.sharp.floe_menu import Menu, menu
from rollmops.minds.sharp.floe_play import face_mean, weigh
from rollmops.minds.sharp.floe_worth import SCRATCH, settled_shares

SECONDS = 0.65
"""For a decision, unless it is told otherwise: the last throws then end within 0.7 s."""
SIEVE = ((24, 0), (40, 60), (96, 40), (200, 16))
"""On the library's ice: so many throws of each gesture, of so many that did best before (0: of all)."""
REFINED_GESTURES, REFINED_AFTER_PASSES = 10, 1
"""After so many passes of the sieve the neighbours of so many of the best come in."""
NEIGHBOUR_MM = 20.0
"""Gestures so far apart where they come to rest inform each other a good deal."""
WORTH_THROWS = 40.0
"""What the library foretells of a gesture counts like so many real throws of it."""
OPTIMISM_ERRORS = 1.5
"""Standard errors by which a gesture's mean is raised when the next to throw is chosen."""
SURE_ERRORS = 3.0
"""It stops early when the best is ahead of every other by so many standard errors of the difference."""
LEAST_THROWS = 12
"""Real throws before it may be sure."""


@dataclass(frozen=True)
class Chance(Opinion):
    """What the mind thinks of a line: the share of the win it expects, the standard error of that, and the real throws of
    just this gesture (those of its neighbours tell about it too). A line that needs no throw is as sure as the worth is."""

    def __str__(self) -> str:
        spread = f" ± {1.96 * self.error:.1%}" if self.error else ""
        tried = f" in {self.playouts} {'throw' if self.playouts == 1 else 'throws'}" if self.playouts else ""
        return f"{self.words}: wins {self.share:.1%}{spread}{tried}"


class Sharp(Aim):
    """Throws the gesture that wins most, keeps and places what wins most."""

    def __init__(
        self, game: Game, components: Components, seed: int, effort: Effort | None = None, *, seconds: float | None = None
    ) -> None:
        """`effort` counts real throws a decision or seconds; with `seconds` it stops by then, whatever the effort says."""
        effort = effort or Effort(seconds=SECONDS)
        bounds = [bound for bound in (effort.seconds, seconds) if bound is not None]
        super().__init__(game, components, seed, replace(effort, seconds=min(bounds, default=None)))
        self.known = known()
        self.rng = stream(seed)

    def weigh(self, view: Any) -> list[Chance]:  # type: ignore[override]  # shares of the win instead of points
        """An opinion of every line it thought of, best first."""
        table, seat = copy(self.empty), LETTERS.index(view.seat)
        self.game.views.fill(view, table, self.imagination)
        if view.phase == "throw":
            return self._weigh_gestures(table, seat)
        spell = self.game.words.spell
        return [Chance(spell(table, seat, line), value, 0.0, 0) for value, line in self._weigh_lines(table, seat)]

    def _weigh_lines(self, t: Table, seat: int) -> list[tuple[float, list[int]]]:
        """Lines that need no throw, each with the share it wins when all others choose what is best for them."""
        weighed = []
        net, share = self.known.nets[int(t.seats)], np.zeros(int(t.seats))
        for line in places(t) if t.phase == PLACE else legal_lines(self.game, t, seat):
            tables = scratch(t, SCRATCH)
            for choice in line:
                self.game.step(tables[0], seat, choice)
            settled_shares(tables, net, share)
            weighed.append((float(share[seat]), line))
        return sorted(weighed, key=lambda one: -one[0])

    def _weigh_gestures(self, t: Table, seat: int) -> list[Chance]:
        clock = self.effort.clock()
        found = menu(t, self.known.ice)
        chosen, foretold, noise = self._sieve(t, found)
        kernel = Kernel(found.points(chosen, NEIGHBOUR_MM), foretold, noise, WORTH_THROWS)
        lines = [[int(n) - low for n, low in zip(found.gestures[i], LOWEST, strict=True)] for i in chosen]
        left = self.effort.playouts
        while not clock.past() and (left is None or left > 0) and not self._sure(kernel):
            portion = THROWS_AT_ONCE if left is None else min(THROWS_AT_ONCE, left)
            left = None if left is None else left - portion
            self._try_next(t, seat, lines, kernel, portion)
        means, errors = kernel.means(), kernel.errors()
        words = [self.game.words.spell(t, seat, line) for line in lines]
        return [
            Chance(words[i], float(means[i]), float(errors[i]), int(kernel.counts[i]))
            for i in np.argsort(-means, kind="stable")
        ]

    def _sieve(self, t: Table, found: Menu) -> tuple[Ints, Floats, float]:
        """The gestures that do best on the library's ice, what that foretells of each, and how much throws differ."""
        net, tables = self.known.nets[int(t.seats)], scratch(t, 1 + SCRATCH)
        chosen, totals, counts = np.arange(0), np.zeros(0), np.zeros(0)
        noise = 0.0
        for number, (throws, best) in enumerate(SIEVE):
            if number == REFINED_AFTER_PASSES:
                found.add_around([found.aims[i] for i in chosen[:REFINED_GESTURES].tolist()])
            fresh = np.arange(len(totals), len(found.found))
            totals, counts = (np.append(part, np.zeros(len(fresh))) for part in (totals, counts))
            chosen = np.append(chosen[: best or None], fresh)
            values = np.zeros((len(chosen), throws))
            weigh(tables, found.gestures[chosen], self.known.ice, net, self.rng, values)
            totals[chosen] += values.sum(axis=1)
            counts[chosen] += throws
            chosen = chosen[np.argsort(-totals[chosen] / counts[chosen], kind="stable")]
            noise = float(values.std(axis=1).mean())
        return chosen, totals[chosen] / counts[chosen], noise

    def _try_next(self, t: Table, seat: int, lines: list[list[int]], kernel: Kernel, portion: int) -> None:
        """Throw those whose means could be highest, each choice as if the ones before had brought what was expected."""
        hopes, tries = kernel.means() + OPTIMISM_ERRORS * kernel.errors(), []
        for _ in range(portion):
            at = int(hopes.argmax())
            tries.append(at)
            hopes -= OPTIMISM_ERRORS * kernel.errors() * kernel.near[at] / (kernel.weights() + 1)
            hopes[at] -= 1e-9
        net = self.known.nets[int(t.seats)]
        for number, after, rests in self.thrown(t, seat, [(lines[at], self.chance.getrandbits(40)) for at in tries]):
            choices = np.array(rest_choices(rests), np.int64)
            value = face_mean(scratch(after, 1 + SCRATCH), choices, numbers(after, rests), net, self.rng)
            kernel.add(tries[number], value)

    def _sure(self, kernel: Kernel) -> bool:
        """Whether no other gesture of another kind can still be better."""
        if kernel.counts.sum() < LEAST_THROWS:
            return False
        means, errors = kernel.means(), kernel.errors()
        best = int(means.argmax())
        apart = np.sqrt((errors**2 + errors[best] ** 2) * (1 - kernel.near[best]))
        ahead = means[best] - means >= SURE_ERRORS * apart
        ahead[best] = True
        return bool(ahead.all())


def numbers(after: Table, rests: tuple[Rest, ...]) -> Ints:
    """Where the numbers of the dice of the hand stand in a rest line's choices."""
    hand, found, at = request(after, 0).hand, [], 0
    for rest in sorted(rests, key=lambda rest: rest.name):
        at += 4 if rest.is_dry else 2
        if rest.name in hand:
            found.append(at - 1)
    return np.array(found, np.int64)
