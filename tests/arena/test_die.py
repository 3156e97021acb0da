from __future__ import annotations

import numpy as np
import pytest

from rollmops.arena import die


@pytest.mark.parametrize("up", range(1, 7))
def test_number_and_turn_come_back(up: int) -> None:
    for turn in range(360):
        found, angle, lean = die.read(die.flat(up, turn))
        assert found == up
        assert abs((angle - turn + 180) % 360 - 180) < 1e-6
        assert lean < 1e-5


def test_opposite_faces_make_seven_and_the_die_is_right_handed() -> None:
    for number, (axis, side) in die.AXES.items():
        assert die.AXES[7 - number] == (axis, -side)
    towards = {number: np.eye(3)[axis] * side for number, (axis, side) in die.AXES.items()}
    assert np.cross(towards[1], towards[2]) @ towards[3] == 1


def test_a_leaning_die_counts_by_the_face_nearest_to_up() -> None:
    lean = np.radians(30)
    tipped = np.array([np.cos(lean / 2), np.sin(lean / 2), 0.0, 0.0])
    up, _, leaning = die.read(tipped)
    assert up == 1
    assert leaning == pytest.approx(30)


def test_a_quarter_turn_to_the_left_adds_ninety() -> None:
    for up in range(1, 7):
        turned = die.matrix(die.flat(up, 90))
        straight = die.matrix(die.flat(up, 0))
        left = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
        assert np.allclose(turned, left @ straight)
