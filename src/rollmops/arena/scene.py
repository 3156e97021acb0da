"""The scene: a map and the feel of ice as a model for the physics engine, in metres and kilograms."""

from __future__ import annotations

import msgspec

from rollmops.games.floe.map import Map


class Feel(msgspec.Struct, frozen=True):
    """What makes it a game of skill; `rollmops arena` shows what these numbers do (`lab.throw_skill`)."""

    ice_friction: float = 0.32
    wall_friction: float = 0.5
    die_friction: float = 0.3
    bounce: float = 0.35
    """Damping of a landing on ice, water or another die: less is livelier."""
    wall_bounce: float = 3.0
    """Damping of cardboard walls: so dead that a wild throw drops into the water there."""
    die_mass: float = 0.002


HOUSE_FEEL = Feel()
STEP_S = 0.001
"""Seconds of one step; two milliseconds would throw faster, but take longer to rest."""
EDGE_ROUNDING = 1 / 8
"""Radius of a die's edges, as a part of its size."""
DEPTH_MM = 30.0
"""How far the floe reaches down, in mm: a thin one would let hard landings through."""
WALL_MM = 10.0


def model_text(arena: Map, feel: Feel, dice: int) -> str:
    """The scene with so many dice, in the engine's language."""
    pieces = [
        " ".join(f"{x / 1e3:.6f} {y / 1e3:.6f} {z}" for z in (0, -DEPTH_MM / 1e3) for x, y in piece)
        for piece in arena.pieces()
    ]
    meshes = "".join(f'<mesh name="ice{i}" vertex="{corners}"/>' for i, corners in enumerate(pieces))
    ice = "".join(f'<geom type="mesh" mesh="ice{i}" class="ice"/>' for i in range(len(pieces)))
    # Impedance must begin at 0, or dice jitter and never rest; a high impratio keeps dice on the edge from creeping.
    return f"""<mujoco>
  <compiler boundmass="0" boundinertia="0"/>
  <option timestep="{STEP_S}" cone="elliptic" solver="Newton" iterations="20" ls_iterations="10" impratio="10">
    <flag sleep="enable"/>
  </option>
  <size memory="2M"/>
  <default>
    <geom condim="3" solref="0.005 {feel.bounce}" solimp="0 0.95 0.0003 0.5 2"/>
    <default class="ice"><geom priority="1" friction="{feel.ice_friction} 0.0001 0.0001"/></default>
    <default class="wall">
      <geom type="box" priority="1" solref="0.004 {feel.wall_bounce}" friction="{feel.wall_friction} 0.0001 0.0001"/>
    </default>
  </default>
  <asset>{meshes}</asset>
  <worldbody>
    {ice}
    <geom type="plane" class="ice" pos="0 0 {-arena.above_water / 1e3}" size="1 1 1"/>
    {_walls(arena)}
    {"".join(_die(arena.die, feel, i) for i in range(dice))}
  </worldbody>
</mujoco>"""


def _walls(arena: Map) -> str:
    across, along = arena.width / 2, arena.length / 2
    tall = (arena.wall + arena.above_water) / 2
    middle = arena.wall - tall
    half = WALL_MM / 2
    places = [
        ((-across - half, along + half, middle), (half, along + half, tall)),
        ((across + half, along + half, middle), (half, along + half, tall)),
        ((0, arena.length + half, middle), (across, half, tall)),
    ]
    return "".join(
        f'<geom class="wall" pos="{x / 1e3} {y / 1e3} {z / 1e3}" size="{a / 1e3} {b / 1e3} {c / 1e3}"/>'
        for (x, y, z), (a, b, c) in places
    )


def _die(size: float, feel: Feel, number: int) -> str:
    """A smaller box with a margin all round: that is a die with rounded edges."""
    margin = size * EDGE_ROUNDING / 1e3
    half = size / 2e3 - margin
    inertia = feel.die_mass * (size / 1e3) ** 2 / 6
    # Parked out of each other's way until a throw puts them somewhere.
    return (
        f'<body pos="{number * size * 2 / 1e3} -0.5 {size / 2e3}"><freejoint/>'
        f'<inertial pos="0 0 0" mass="{feel.die_mass}" diaginertia="{inertia} {inertia} {inertia}"/>'
        f'<geom type="box" size="{half} {half} {half}" margin="{margin}" friction="{feel.die_friction} 0.0001 0.0001"/>'
        "</body>"
    )
