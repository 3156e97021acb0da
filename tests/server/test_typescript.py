"""The page's types are those of the wire."""

from __future__ import annotations

from pathlib import Path

import pytest

from rollmops.server.protocol.typescript import typescript

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_has_the_types_of_the_wire() -> None:
    written = (ROOT / "web" / "src" / "wire.ts").read_text(encoding="utf-8")
    if written != typescript():
        pytest.fail("web/src/wire.ts has drifted from the structs: run `make wire` and look at the page's code")


def test_what_a_page_may_leave_out_is_optional_and_what_it_hears_is_not() -> None:
    text = typescript()
    assert "first?: Letter | null" in text
    assert "  reveal: string | null" in text
    assert "flight?: string" in text
