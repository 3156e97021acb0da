from __future__ import annotations

import msgspec
import pytest

from rollmops.arena import RANGES, BadGestureError, Gesture


def test_a_gesture_reads_as_in_the_record() -> None:
    gesture = Gesture(-20, 5, 140, 50, 30)
    assert str(gesture) == "from=-20 aim=5 speed=140 height=50 spin=30"
    assert msgspec.json.decode(msgspec.json.encode(gesture), type=Gesture) == gesture
    assert b'"from":-20' in msgspec.json.encode(gesture)


@pytest.mark.parametrize("field", list(RANGES))
def test_beyond_its_range_a_number_is_refused_by_name(field: str) -> None:
    usual = [span.usual for span in RANGES.values()]
    place = list(RANGES).index(field)
    for wrong in (RANGES[field].low - 1, RANGES[field].high + 1):
        usual[place] = wrong
        with pytest.raises(BadGestureError, match=str(RANGES[field].high)) as caught:
            Gesture(*usual)
        assert caught.value.field == field
    for right in (RANGES[field].low, RANGES[field].high):
        usual[place] = right
        Gesture(*usual)


def test_a_fraction_is_refused() -> None:
    with pytest.raises(BadGestureError, match="whole number"):
        Gesture(0, 0, 140.5, 50, 0)  # type: ignore[arg-type]
