"""Trajectories: how the dice flew, as compact keyframes for a browser, with a digest for the record.

The bytes, all little-endian:

    0   4 bytes   "RMT1"
    4   uint8     dice
    5   uint8     milliseconds between frames
    6   uint16    frames (the first is the moment of release, the last is at rest)
    8   int16     for each die: the frame in which it touched the water, or -1
    ..  the rest  zlib stream (RFC 1950; `DecompressionStream("deflate")` in a browser) of int16 values

The dice have no names here: at a table they come in the order of the rest line (`Thrown.by_name`), which names them.

The values come die by die, for each die component by component (x, y, z, then the quaternion w, x, y, z), for each
component frame by frame. They are second differences: v[0], v[1] - v[0], then v[k] - 2 v[k-1] + v[k-2], all modulo
65536 and read as signed. x, y, z are tenths of a millimetre, quaternion parts are multiplied by 2048 (normalise after
decoding). Neighbouring quaternions have the sign that brings them nearer, so straight interpolation works.
"""

from __future__ import annotations

import hashlib
import struct
import zlib

import msgspec
import numpy as np
from numpy.typing import NDArray

from rollmops.engine.errors import RollmopsError

Floats = NDArray[np.float64]
Shorts = NDArray[np.int16]
MAGIC = b"RMT1"
FRAME_MS = 16
PLACE_SCALE = 1e4  # tenths of a millimetre in a metre
TURN_SCALE = 2048
SCALES = np.array([PLACE_SCALE] * 3 + [TURN_SCALE] * 4)
MOST_FRAMES = 2000
MOST_VALUE = 32767


class BadTrajectoryError(RollmopsError):
    """Bytes that are no trajectory."""


class Trajectory(msgspec.Struct, frozen=True, eq=False):
    """Keyframes of a throw: whole numbers (dice, 7, frames), and the frame of each die's splash (-1 for dry)."""

    values: Shorts
    splashes: tuple[int, ...]
    frame_ms: int = FRAME_MS

    @classmethod
    def of(cls, poses: Floats, splashes: tuple[int, ...]) -> Trajectory:
        """From poses in metres (frames, dice, 7)."""
        scaled = poses * SCALES
        away = np.einsum("fdq,fdq->fd", poses[1:, :, 3:], poses[:-1, :, 3:]) < 0
        scaled[1:, :, 3:] *= np.where(away, -1.0, 1.0).cumprod(axis=0)[:, :, None]
        values = np.rint(scaled).clip(-MOST_VALUE, MOST_VALUE).astype(np.int16).transpose(1, 2, 0)
        # Nothing moves any more after the last frame that differs from its forerunner.
        moving = np.flatnonzero((values[:, :, 1:] != values[:, :, :-1]).any(axis=(0, 1)))
        last = 1 + (int(moving[-1]) + 1 if len(moving) else 0)
        return cls(np.ascontiguousarray(values[:, :, :last]), tuple(min(frame, last - 1) for frame in splashes))

    @property
    def dice(self) -> int:
        """How many dice fly or lie in it."""
        return int(self.values.shape[0])

    @property
    def frames(self) -> int:
        """How many keyframes it has."""
        return int(self.values.shape[2])

    def places(self) -> Floats:
        """Where the dice are in each frame, in millimetres: (frames, dice, 3)."""
        return self.values[:, :3].transpose(2, 0, 1) / 10.0

    def quaternions(self) -> Floats:
        """How the dice are turned in each frame: (frames, dice, 4)."""
        turns = self.values[:, 3:].transpose(2, 0, 1).astype(np.float64)
        return np.asarray(turns / np.linalg.norm(turns, axis=2, keepdims=True))

    @property
    def digest(self) -> str:
        """SHA-256 of the keyframes themselves, so that another zlib makes no difference."""
        return hashlib.sha256(self._head() + self.values.astype("<i2").tobytes()).hexdigest()

    def encode(self) -> bytes:
        """The bytes for a browser."""
        wide = self.values.astype(np.int32)
        wide = np.diff(wide, axis=2, prepend=0)
        second = wide.copy()
        second[:, :, 2:] = np.diff(wide[:, :, 1:], axis=2)
        return self._head() + zlib.compress((second & 0xFFFF).astype("<u2").tobytes(), 9)

    def _head(self) -> bytes:
        head = struct.pack("<4sBBH", MAGIC, self.dice, self.frame_ms, self.frames)
        return head + struct.pack(f"<{self.dice}h", *self.splashes)


def decode(data: bytes) -> Trajectory:
    """The trajectory in these bytes."""
    if len(data) < 8 or data[:4] != MAGIC:
        raise BadTrajectoryError(f"a trajectory begins with {MAGIC.decode()}")
    _, dice, frame_ms, frames = struct.unpack_from("<4sBBH", data)
    start = 8 + 2 * dice
    if len(data) < start or not frames or frames > MOST_FRAMES:
        raise BadTrajectoryError(f"a trajectory of {dice} dice and {frames} frames cannot be")
    splashes = struct.unpack_from(f"<{dice}h", data, 8)
    size = 2 * dice * 7 * frames
    try:
        # Never inflate more than the head announces.
        body = zlib.decompressobj().decompress(data[start:], size + 1)
    except zlib.error as error:
        raise BadTrajectoryError(f"the keyframes cannot be inflated ({error})") from None
    if len(body) != size:
        raise BadTrajectoryError(f"the keyframes have {len(body)} bytes, not {size}")
    second = np.frombuffer(body, dtype="<i2").reshape(dice, 7, frames).astype(np.int64)
    first = second.copy()
    first[:, :, 1:] = np.cumsum(second[:, :, 1:], axis=2)
    values = np.cumsum(first, axis=2)
    return Trajectory(((values + 32768) % 65536 - 32768).astype(np.int16), splashes, frame_ms)
