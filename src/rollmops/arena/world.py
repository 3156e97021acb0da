"""The adapter: the only module that knows the physics engine (MuJoCo). Metres and seconds."""

from __future__ import annotations

import platform
from importlib.metadata import version

import numpy as np
from numpy.typing import NDArray

from rollmops.arena.scene import Feel, model_text
from rollmops.extras import need
from rollmops.games.floe.map import Map

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
NOTHING = 0
"""The engine's name for computing nothing yet (mjSTAGE_NONE)."""
THROWING = "throwing dice onto the floe"


def engine_name() -> str:
    """Engine and version, as the record names them. Raises MissingExtraError where there is no engine."""
    need("floe", THROWING)
    return f"mujoco-{version('mujoco-core')}"


def platform_name() -> str:
    """The kind of machine: the same throw gives the same bits only on the same kind."""
    return f"{platform.system()}-{platform.machine()}".lower()


class World:
    """A few copies of one scene, each with a throw of its own. Not for two Python threads at once.

    A pose is x, y, z and the quaternion w, x, y, z; a motion is the speed along the arena's axes and the turning
    about the die's own axes.
    """

    def __init__(self, arena: Map, feel: Feel, dice: int, room: int) -> None:
        need("floe", THROWING)
        # The engine is heavy to load, and most tables never throw.
        import mujoco
        from mujoco.batch import Batch

        self.dice = dice
        self.room = room
        model = mujoco.MjModel.from_xml_string(model_text(arena, feel, dice))
        # Sleep is what tells us that dice rest; it needs one engine state a copy.
        self._batch = Batch(model, nsim=room, nthread=1, persistent=True)
        self._poses: Floats = self._batch.bind("qpos").reshape(room, dice, 7)
        self._motions: Floats = self._batch.bind("qvel").reshape(room, dice, 6)
        self._asleep: NDArray[np.int32] = self._batch.bind("tree_asleep")

    def load(self, copy: int, poses: Floats, motions: Floats) -> None:
        """Begin a throw in this copy; nothing of the throw before is left."""
        self._batch.reset(ids=[copy], stage=NOTHING)
        self._poses[copy] = poses
        self._motions[copy] = motions

    def run(self, copies: Ints, steps: int) -> Floats:
        """Let time pass in these copies; every die's pose after every step: (copies, steps, dice, 7)."""
        poses: Floats = self._batch.rollout(steps, record=("qpos",), ids=copies)["qpos"]
        return poses.reshape(len(copies), steps, self.dice, 7)

    def at_rest(self, copies: Ints) -> NDArray[np.bool_]:
        """Do all dice of each copy lie still?"""
        return np.asarray((self._asleep[copies] >= 0).all(axis=1))

    def push(self, copy: int, die: int, motion: Floats) -> None:
        """Give a die another motion."""
        self._motions[copy, die] = motion
