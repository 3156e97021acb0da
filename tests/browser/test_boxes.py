"""Boxes of one's own: the page shows what lies in the box of this table, not in ours."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from rollmops.games import house_text
from tests.browser.conftest import Guests
from tests.browser.harbour import Harbour
from tests.browser.people import take_turn

MARKS = ".pile .red text"


def test_six_dice_and_red_soles_worth_ten(harbour: Harbour, guest: Guests, tmp_path: Path) -> None:
    """Each turn begins with all six dice in the air and nothing set aside, as the box has it."""
    box = tmp_path / "six.toml"
    text = house_text("soles").replace("dice = 4", "dice = 6").replace("red_value = 5", "red_value = 10")
    text = text.replace('name = "house"', 'name = "six"').replace("double = 1\nwater = 1", "double = 3\nwater = 3")
    assert "dice = 6" in text
    box.write_text(text, encoding="utf-8")
    page = guest(still=False)
    page.add_init_script("localStorage['rollmops.settings'] ??= JSON.stringify({ roll: false })")
    page.goto(f"{harbour.url}#/new/soles")
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
    seen = 0
    while seen < 3:
        page.locator(".controls.active, #result").first.wait_for(timeout=60_000)
        take_turn(page, "soles")
        for _ in range(60):  # watch the next throw in the air
            air, aside = page.evaluate(
                "[document.querySelectorAll('.die .air').length, document.querySelectorAll('.aside .die').length]"
            )
            if air:
                assert air + aside == 6, (air, aside)
                seen += 1
                break
            page.wait_for_timeout(50)
