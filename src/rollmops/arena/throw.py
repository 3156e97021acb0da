"""Throws: dice on the floe, a gesture and a seed in; where all dice come to rest, and how, out.

The same inputs give the same bits in every process, thread and order of throws on one platform and engine version.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import count

import msgspec

from rollmops.arena.flight import Flight, fly
from rollmops.arena.gesture import Gesture
from rollmops.arena.hand import MOST_DICE
from rollmops.arena.placement import laid_poses
from rollmops.arena.rest import BadDiceError, Lying, Rest
from rollmops.arena.scene import HOUSE_FEEL, Feel
from rollmops.arena.trajectory import Trajectory
from rollmops.arena.water import WaterWatch
from rollmops.arena.world import World
from rollmops.games.floe.map import Map

THROWS_AT_ONCE = 16
"""Throws that one thread has under way; more would only need more memory."""
MOST_IDLE_WORLDS = 8
"""Worlds that are kept for the next throw, of all maps and numbers of dice: each takes megabytes and is made in ten
milliseconds."""


class Request(msgspec.Struct, frozen=True):
    """One throw: the dice on the floe, the names of the dice in the hand, the gesture and the seed."""

    lying: tuple[Lying, ...]
    hand: tuple[str, ...]
    gesture: Gesture
    seed: int

    def __post_init__(self) -> None:
        if not 1 <= len(self.hand) <= MOST_DICE:
            raise BadDiceError(f"a hand throws 1 to {MOST_DICE} dice, not {len(self.hand)}")
        names = [*(one.name for one in self.lying), *self.hand]
        if len(set(names)) < len(names):
            raise BadDiceError(f"two dice have one name: {' '.join(names)}")


class Thrown(msgspec.Struct, frozen=True, eq=False):
    """What came of a throw: every die that lay on the floe, then every die of the hand, in the order they were given."""

    rests: tuple[Rest, ...]
    trajectory: Trajectory
    nudges: int
    """How often a leaning die was touched with a fingertip."""

    def by_name(self) -> Thrown:
        """The same with rests and trajectory in the order of the rest line: A1 to F4."""
        order = sorted(range(len(self.rests)), key=lambda place: self.rests[place].name)
        flight = self.trajectory
        ordered = Trajectory(flight.values[order], tuple(flight.splashes[place] for place in order), flight.frame_ms)
        return Thrown(tuple(self.rests[place] for place in order), ordered, self.nudges)


class IdleWorlds:
    """Worlds that wait for the next throw; the one that has waited longest goes first."""

    def __init__(self) -> None:
        self._waiting: list[tuple[tuple[Map, Feel, int, int], World]] = []
        self._lock = threading.Lock()

    def borrow(self, arena: Map, feel: Feel, dice: int, room: int) -> World:
        """A world that nobody else uses, new if need be."""
        wanted = (arena, feel, dice, room)
        with self._lock:
            for place in reversed(range(len(self._waiting))):
                if self._waiting[place][0] == wanted:
                    return self._waiting.pop(place)[1]
        return World(arena, feel, dice, room)

    def bring_back(self, arena: Map, feel: Feel, world: World) -> None:
        """It is free again."""
        with self._lock:
            self._waiting.append(((arena, feel, world.dice, world.room), world))
            del self._waiting[:-MOST_IDLE_WORLDS]

    def __len__(self) -> int:
        return len(self._waiting)


idle_worlds = IdleWorlds()


class Arena:
    """A map with its physics."""

    def __init__(self, arena: Map, feel: Feel = HOUSE_FEEL) -> None:
        self.map = arena
        self.feel = feel
        self._water = WaterWatch(arena)

    def throw(self, lying: Sequence[Lying], hand: Sequence[str], gesture: Gesture, seed: int) -> Thrown:
        """Throw the dice of a hand onto a floe on which dice may lie."""
        return self.throws([Request(tuple(lying), tuple(hand), gesture, seed)])[0]

    def throws(self, requests: Sequence[Request], threads: int = 1) -> list[Thrown]:
        """Many throws, each on its own floe; the order and the number of threads change nothing."""
        done: list[Thrown | None] = [None] * len(requests)
        by_dice: dict[int, list[int]] = {}
        for number, request in enumerate(requests):
            by_dice.setdefault(len(request.lying) + len(request.hand), []).append(number)
        for dice, numbers in by_dice.items():
            # All threads take from one counter, so none is idle while another has many left; next() is atomic.
            queue = count()
            workers = min(threads, len(numbers))
            room = min(THROWS_AT_ONCE, -(-len(numbers) // workers))
            if workers == 1:
                self._work(requests, numbers, queue, dice, room, done)
                continue
            with ThreadPoolExecutor(workers) as pool:
                tasks = [pool.submit(self._work, requests, numbers, queue, dice, room, done) for _ in range(workers)]
                for task in tasks:
                    task.result()
        return [one for one in done if one is not None]

    def _work(
        self,
        requests: Sequence[Request],
        numbers: Sequence[int],
        queue: Iterator[int],
        dice: int,
        room: int,
        done: list[Thrown | None],
    ) -> None:
        def flights() -> Iterator[Flight]:
            for place in queue:
                if place >= len(numbers):
                    return
                request = requests[numbers[place]]
                laid = laid_poses(self.map, request.lying)
                yield Flight(self.map, numbers[place], laid, len(request.hand), request.gesture, request.seed)

        size = 1 if room == 1 else THROWS_AT_ONCE
        world = idle_worlds.borrow(self.map, self.feel, dice, size)
        try:
            for flight in fly(world, self._water, self.map, flights()):
                request = requests[flight.number]
                names = [*(one.name for one in request.lying), *request.hand]
                rests = flight.rests(names, request.lying, self.map)
                done[flight.number] = Thrown(tuple(rests), flight.trajectory(), flight.nudges)
        finally:
            idle_worlds.bring_back(self.map, self.feel, world)


@lru_cache(maxsize=8)
def arena_of(arena: Map, feel: Feel = HOUSE_FEEL) -> Arena:
    """The arena of a map; scenes are costly to build and hold nothing of earlier throws."""
    return Arena(arena, feel)


def throw(arena: Map, lying: Sequence[Lying], hand: Sequence[str], gesture: Gesture, seed: int) -> Thrown:
    """Throw the dice of a hand onto the floe of a map."""
    return arena_of(arena).throw(lying, hand, gesture, seed)
