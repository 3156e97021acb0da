from __future__ import annotations

import struct
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollmops.arena import Arena, BadTrajectoryError, Gesture, Request, Trajectory, decode


@given(st.integers(1, 10), st.integers(1, 40), st.integers(0, 2**32))
def test_encoding_loses_nothing(dice: int, frames: int, seed: int) -> None:
    chance = np.random.default_rng(seed)
    values = chance.integers(-32767, 32768, (dice, 7, frames)).astype(np.int16)
    splashes = tuple(int(frame) for frame in chance.integers(-1, frames, dice))
    back = decode(Trajectory(values, splashes).encode())
    assert (back.values == values).all()
    assert back.splashes == splashes


def test_a_decoder_written_from_the_description_reads_it(arena: Arena) -> None:
    """The words of the module as a second reader would take them, number by number."""
    thrown = arena.throw([], ["A1", "A2", "A3", "A4"], Gesture(0, 3, 150, 50, 50), 11)
    data = thrown.trajectory.encode()
    magic, dice, ms, frames = struct.unpack_from("<4sBBH", data)
    assert (magic, dice, ms) == (b"RMT1", 4, 16)
    body = zlib.decompress(data[8 + 2 * dice :])
    numbers = iter(struct.unpack(f"<{dice * 7 * frames}h", body))
    for die in range(dice):
        for part in range(7):
            value = slope = 0
            for frame in range(frames):
                # The first number is the value itself, the second the first slope.
                step = next(numbers)
                slope = slope + step if frame > 1 else (step if frame else 0)
                value = value + slope if frame else step
                assert (value + 32768) % 65536 - 32768 == thrown.trajectory.values[die, part, frame]


def test_a_throw_takes_about_two_kilobytes(arena: Arena) -> None:
    hand = ("A1", "A2", "A3", "A4")
    thrown = arena.throws([Request((), hand, Gesture(0, 0, 140, 50, 50), seed) for seed in range(20)])
    sizes = [len(one.trajectory.encode()) for one in thrown]
    assert sum(sizes) / len(sizes) < 2000


def test_the_trajectory_begins_in_the_hand_and_ends_where_the_dice_rest(arena: Arena) -> None:
    thrown = arena.throw([], ["A1", "A2", "A3"], Gesture(20, 0, 120, 60, 30), 5)
    places = thrown.trajectory.places()
    assert (places[0, :, 1] < 0).all()
    for number, rest in enumerate(thrown.rests):
        assert places[-1, number, :2] == pytest.approx([rest.x, rest.y], abs=0.11)
        assert (thrown.trajectory.splashes[number] >= 0) == (not rest.is_dry)


def test_the_digest_is_of_the_keyframes_not_of_the_compression() -> None:
    values = np.zeros((2, 7, 5), np.int16)
    one, other = Trajectory(values, (-1, 3)), Trajectory(values + 1, (-1, 3))
    assert one.digest == decode(one.encode()).digest
    assert one.digest != other.digest
    assert one.digest != Trajectory(values, (-1, -1)).digest


@pytest.mark.parametrize("harm", ["magic", "short", "body", "frames", "more"])
def test_bytes_that_are_no_trajectory_are_refused(harm: str) -> None:
    data = bytearray(Trajectory(np.zeros((2, 7, 5), np.int16), (-1, 3)).encode())
    if harm == "magic":
        data[0] = 0
    elif harm == "short":
        del data[6:]
    elif harm == "body":
        del data[-8:]
    elif harm == "frames":
        data[6] = 6
    else:
        data = data[:12] + zlib.compress(bytes(10_000_000))
    with pytest.raises(BadTrajectoryError):
        decode(bytes(data))
