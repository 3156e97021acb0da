"""How a die lies: its number, its turn and the quaternion a physics engine wants.

A die's own axes carry the numbers +z 1, +x 2, +y 3 and, opposite, -y 4, -x 5, -z 6 (right-handed, sums of seven).
`turn` is the direction, counterclockwise from the arena's x axis seen from above, of the *pointer*: the die's own
+x axis under 1 and 6, +y under 2 and 5, +z under 3 and 4. So (up, turn) says wholly how a flat die lies.
Quaternions are (w, x, y, z) and turn the die's own axes into the arena's.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

AXES = {1: (2, 1), 2: (0, 1), 3: (1, 1), 4: (1, -1), 5: (0, -1), 6: (2, -1)}
"""For each number the die's own axis and the side of it."""
POINTERS = (1, 2, 0)
"""The axis of the pointer, for each axis that is upright."""


def matrix(quaternion: Floats) -> Floats:
    """The rotation matrix; its columns are the die's own axes in the arena."""
    w, x, y, z = (float(part) for part in quaternion)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def read(quaternion: Floats) -> tuple[int, float, float]:
    """The number nearest to up, the turn in degrees from 0 to 360, and how far the die leans in degrees."""
    turned = matrix(quaternion)
    axis = int(np.argmax(np.abs(turned[2])))
    side = 1 if turned[2, axis] > 0 else -1
    up = next(number for number, face in AXES.items() if face == (axis, side))
    pointer = turned[:, POINTERS[axis]]
    turn = math.degrees(math.atan2(pointer[1], pointer[0])) % 360.0
    return up, turn, math.degrees(math.acos(min(1.0, abs(float(turned[2, axis])))))


def uprightness(quaternions: Floats) -> Floats:
    """For each die the cosine of how far it leans: 1 lies flat."""
    w, x, y, z = quaternions.T
    up = np.array([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)])
    return np.asarray(np.abs(up).max(axis=0))


def flat(up: int, turn: float) -> Floats:
    """The quaternion of a die that lies flat."""
    axis, side = AXES[up]
    angle = math.radians(turn)
    turned = np.zeros((3, 3))
    turned[2, axis] = side
    pointer = POINTERS[axis]
    turned[:, pointer] = (math.cos(angle), math.sin(angle), 0.0)
    third = 3 - axis - pointer
    # The third axis completes a right-handed frame.
    order = 1.0 if (axis, pointer, third) in ((0, 1, 2), (1, 2, 0), (2, 0, 1)) else -1.0
    turned[:, third] = order * np.cross(turned[:, axis], turned[:, pointer])
    return _quaternion(turned)


def _quaternion(turned: Floats) -> Floats:
    """From a rotation matrix, by its largest part so that nothing is divided by nearly zero."""
    m = turned
    squares = [
        1 + m[0, 0] + m[1, 1] + m[2, 2],
        1 + m[0, 0] - m[1, 1] - m[2, 2],
        1 - m[0, 0] + m[1, 1] - m[2, 2],
        1 - m[0, 0] - m[1, 1] + m[2, 2],
    ]
    largest = int(np.argmax(squares))
    double = math.sqrt(squares[largest])
    wx, wy, wz = m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]
    xy, xz, yz = m[0, 1] + m[1, 0], m[0, 2] + m[2, 0], m[1, 2] + m[2, 1]
    rows = (
        (squares[0], wx, wy, wz),
        (wx, squares[1], xy, xz),
        (wy, xy, squares[2], yz),
        (wz, xz, yz, squares[3]),
    )
    return np.array(rows[largest]) / (2 * double)
