"""Boxes of one's own: the page shows what lies in the box of this table, not in ours."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from rollmops.games import house_text
from tests.browser.conftest import SMALL_DESK, Guests
from tests.browser.harbour import Harbour
from tests.browser.people import my_turn, take_turn
from tests.effort import long_only

MARKS = ".pile .red text"
THROWS = """
window.thrown = []
let flying = false
new MutationObserver(() => {
  const air = document.querySelectorAll('.die .air').length
  if (air && !flying) window.thrown.push([air, document.querySelectorAll('.aside .die').length])
  flying = air > 0
}).observe(document, { childList: true, subtree: true, attributeFilter: ['class'] })
"""
"""How many dice fly and how many are set aside, for each throw: a busy machine may look when they have landed."""


@long_only
def test_six_dice_and_red_soles_worth_ten(harbour: Harbour, guest: Guests, tmp_path: Path) -> None:
    """Each turn begins with all six dice in the air and nothing set aside, as the box has it."""
    box = tmp_path / "six.toml"
    text = house_text("soles").replace("dice = 4", "dice = 6").replace("red_value = 5", "red_value = 10")
    text = text.replace('name = "house"', 'name = "six"').replace("double = 1\nwater = 1", "double = 3\nwater = 3")
    assert "dice = 6" in text
    box.write_text(text, encoding="utf-8")
    page = guest(size=SMALL_DESK, still=False)
    page.add_init_script("localStorage['rollmops.settings'] ??= JSON.stringify({ roll: false, speed: 'brisk' })")
    page.goto(f"{harbour.url}#/new/soles")
    page.evaluate(THROWS)
    page.locator("details summary", has_text="House rules").or_(
        page.locator("summary", has_text="component file")
    ).first.click()
    page.locator("input[type=file][accept*=toml]").set_input_files(box)
    for place in (0, 1):
        kind = ("Me, on this device", "Someone else on this device")[place]
        page.locator("fieldset").nth(place).locator(".kind select").select_option(label=kind)
    while page.locator("fieldset").count() > 2:
        page.get_by_role("button", name="Take away").last.click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".board")).to_be_visible(timeout=60_000)
    expect(page.locator(".middle .title b")).to_be_visible()
    assert set(page.locator(MARKS).all_text_contents()) == {"10"}
    while len(thrown := page.evaluate("window.thrown")) < 3:
        assert my_turn(page)
        take_turn(page, "soles")
    assert thrown[0] == [6, 0]
    assert all(air + aside == 6 for air, aside in thrown), thrown
