"""What a seat may know of a table of Rolling Dice: all of it lies open. Lengths are millimetres."""

from __future__ import annotations

import msgspec
import numpy as np

from rollmops.engine.contract import LETTERS, NOBODY
from rollmops.games.floe.account import Score, fill_account, scored
from rollmops.games.floe.map import Mark
from rollmops.games.floe.menu import spots
from rollmops.games.floe.rules import next_falling
from rollmops.games.floe.table import AIR, DICE, GESTURE, ICE, LID, PLACE, THROW, WET, Table, die_name
from rollmops.games.floe.words import keepable

PHASES = ("throw", "rest", "place", "keep", "over")


class Die(msgspec.Struct, frozen=True):
    """A die on the floe; `turn` as `arena.die` tells it."""

    die: str
    x: float
    y: float
    turn: int
    up: int


class Wet(msgspec.Struct, frozen=True):
    """A die in the water."""

    die: str
    up: int


class Block(msgspec.Struct, frozen=True):
    """An ice block with a die on it; the first one has the starting symbol."""

    colour: str
    die: str
    up: int


class Floe(msgspec.Struct, frozen=True):
    """The map."""

    width: float
    length: float
    die: float
    outline: tuple[tuple[float, float], ...]
    marks: tuple[Mark, ...]


class View(msgspec.Struct, frozen=True, tag="floe", tag_field="game"):
    """A table of Rolling Dice."""

    seat: str | None
    phase: str
    seats: int
    owners: dict[str, str]  # whose seat each colour is
    goal: int
    round: int
    starter: str
    turn: str  # the colour that throws
    placing: str | None  # the colour that puts its die back
    turns_left: int  # in this round, this one included
    track: dict[str, int]
    dice: dict[str, Die]  # the scoring dice on the floe
    marked: str | None  # the thrower's scoring die, to be outdone
    hand: tuple[str, ...]  # dice to be thrown, or in the air
    gesture: dict[str, int] | None  # while the dice are in the air
    thrown: tuple[Die, ...]  # of this throw, on the ice
    wet: tuple[Wet, ...]  # of this throw, in the water
    pushed: tuple[Wet, ...]  # scoring dice that it pushed off, not back yet
    keepable: tuple[str, ...]
    spots: tuple[tuple[float, float], ...]  # some places where a pushed-off die that lies straight may be put
    blocks: tuple[Block, ...]
    scored: tuple[Score, ...]  # the last round that was scored, from front to rear
    floe: Floe


def view(t: Table, seat: int) -> View:
    """What this seat may know; between lines, as tables are shown."""
    colours, turn = range(int(t.colours)), int(t.turn)
    phase = int(t.phase)
    numbers = zip(GESTURE, t.gesture, strict=True)
    return View(
        seat=None if seat == NOBODY else LETTERS[seat],
        phase=PHASES[phase],
        seats=int(t.seats),
        owners={LETTERS[c]: LETTERS[c % int(t.seats)] for c in colours},
        goal=int(t.goal),
        round=int(t.rounds),
        starter=LETTERS[t.starter],
        turn=LETTERS[turn],
        placing=LETTERS[t.placing] if phase == PLACE else None,
        turns_left=int(t.colours) - int(t.taken),
        track={LETTERS[c]: int(t.track[c]) for c in colours},
        dice={
            LETTERS[c]: Die(
                die_name(c, int(t.scoring[c])), int(t.x[c]) / 10, int(t.y[c]) / 10, int(t.angle[c]), int(t.up[c])
            )
            for c in colours
            if t.scoring[c] and not t.pushed[c]
        },
        marked=die_name(turn, int(t.scoring[turn])) if t.scoring[turn] else None,
        hand=tuple(die_name(turn, n + 1) for n in range(DICE) if t.thrown[n] == AIR),
        gesture=None if phase == THROW or not t.given else {name: int(value) for (name, _, _), value in numbers},
        thrown=tuple(
            Die(
                die_name(turn, n + 1),
                int(t.thrown_x[n]) / 10,
                int(t.thrown_y[n]) / 10,
                int(t.thrown_angle[n]),
                int(t.thrown_up[n]),
            )
            for n in range(DICE)
            if t.thrown[n] == ICE
        ),
        wet=tuple(Wet(die_name(turn, n + 1), int(t.thrown_up[n])) for n in range(DICE) if t.thrown[n] == WET),
        pushed=tuple(Wet(die_name(c, int(t.scoring[c])), int(t.up[c])) for c in colours if t.pushed[c]),
        keepable=tuple(keepable(t)) if PHASES[phase] == "keep" else (),
        spots=tuple((x / 10, y / 10) for x, y in spots(t)) if phase == PLACE else (),
        blocks=tuple(
            Block(LETTERS[c - 1], die_name(c - 1, int(die)), int(up))
            for c, die, up in zip(t.blocks, t.block_die, t.block_up, strict=True)
            if c
        ),
        scored=scored(t),
        floe=floe(t),
    )


def floe(t: Table) -> Floe:
    """The map, as the component file has it."""
    return Floe(
        width=int(t.width) / 10,
        length=int(t.length) / 10,
        die=int(t.die_size) / 10,
        outline=tuple((x / 10, y / 10) for x, y in t.outline[: t.corners].tolist()),
        marks=tuple(Mark(worth, x / 10, y / 10, r / 10) for worth, x, y, r in t.marks[: t.printed].tolist()),
    )


def fill(view: View, t: Table, rng: np.random.Generator) -> None:
    """Lay the table this view shows; nothing is hidden, so nothing is drawn."""
    t.seats, t.colours, t.goal = view.seats, len(view.owners), view.goal
    t.rounds, t.starter, t.turn = view.round, LETTERS.index(view.starter), LETTERS.index(view.turn)
    t.taken = len(view.owners) - view.turns_left
    t.phase = PHASES.index(view.phase)
    t.placing = LETTERS.index(view.placing) if view.placing else -1
    for row in (t.track, t.scoring, t.x, t.y, t.angle, t.up, t.pushed, t.blocks, t.block_die, t.block_up, t.gesture):
        row[:] = 0
    for row in (t.thrown, t.thrown_x, t.thrown_y, t.thrown_angle, t.thrown_up, t.held):
        row[:] = 0
    t.part, t.rested = 0, 0
    t.track[: len(view.track)] = list(view.track.values())
    for letter, die in view.dice.items():
        _lay_die(t, LETTERS.index(letter), die)
    for wet in view.pushed:
        c = LETTERS.index(wet.die[0])
        t.scoring[c], t.up[c], t.pushed[c] = int(wet.die[1]), wet.up, 1
    for place, block in enumerate(view.blocks):
        t.blocks[place], t.block_die[place] = LETTERS.index(block.colour) + 1, int(block.die[1])
        t.block_up[place] = block.up
    fill_account(view.scored, t)
    t.given = 0 if view.gesture is None else len(GESTURE)
    if view.gesture is not None:
        t.gesture[:] = list(view.gesture.values())
    _fill_throw(view, t)
    t.falling = next_falling(t, 0) if view.phase == "rest" else 0


def _lay_die(t: Table, c: int, die: Die) -> None:
    t.scoring[c], t.angle[c], t.up[c] = int(die.die[1]), die.turn, die.up
    t.x[c], t.y[c] = round(10 * die.x), round(10 * die.y)


def _fill_throw(view: View, t: Table) -> None:
    t.thrown[:] = LID
    for name in view.hand:
        t.thrown[int(name[1]) - 1] = AIR
    for die in view.thrown:
        n = int(die.die[1]) - 1
        t.thrown[n], t.thrown_angle[n], t.thrown_up[n] = ICE, die.turn, die.up
        t.thrown_x[n], t.thrown_y[n] = round(10 * die.x), round(10 * die.y)
    for wet in view.wet:
        n = int(wet.die[1]) - 1
        t.thrown[n], t.thrown_up[n] = WET, wet.up


def seen(letter: str, words: str, seat: int) -> str:
    """Every line is open."""
    return words
