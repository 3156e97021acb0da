"""After a game: its result to show to others, statistics that stay on this device, and a replay that tells what happened."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import FilePayload, Page, expect

from tests.browser.conftest import PHONE, SMALL_DESK, Guests
from tests.browser.harbour import Harbour
from tests.browser.test_company import end_against_a_bot
from tests.browser.test_endings import PLAYED

SHEET = """
window.shared = []
navigator.canShare = () => true
navigator.share = async (data) => {
  window.shared.push({ ...data, files: data.files.map((file) => [file.name, file.type, file.size]) })
}
"""
COLOURS = """(canvas) => {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  const seen = new Set()
  for (let i = 0; i < data.length; i += 4) seen.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2])
  return [canvas.width, canvas.height, seen.size, seen.has(0xf6c443), seen.has(0xc2432e)]
}"""

MOMENTS = """
new MutationObserver(() => {
  window.told ||= document.querySelector('.telling p')?.checkVisibility()
  window.flew ||= document.querySelector('.flyer') !== null
}).observe(document, { childList: true, subtree: true })
"""
"""Whether something was told and something flew: a busy machine may look between two of these moments, and again."""


def test_a_result_is_shared_and_counted_on_this_device_alone(
    harbour: Harbour, guest: Guests, axe: Callable[[Page], list[str]], tmp_path: Path
) -> None:
    page = guest(size=PHONE)
    page.add_init_script(SHEET)
    end_against_a_bot(page, harbour)
    page.get_by_role("button", name="Share", exact=True).click()
    dialog = page.get_by_role("dialog", name="Share the result")
    expect(dialog.get_by_role("img", name="Karen wins!")).to_be_visible()
    width, height, colours, soles, coral = dialog.locator("canvas").evaluate(COLOURS)
    assert (width, height) == (1200, 630)
    assert colours > 50  # drawn, not blank: the game's own scene with its soles, and the seat's colour
    assert soles
    assert coral
    assert axe(page) == []
    words = dialog.get_by_label("The text").input_value()
    assert words.startswith("Roll for Soles: Karen wins! Karen 48, ")
    assert "#/replay/" in words
    dialog.get_by_label("It links to").select_option(label="the review")
    assert "?review=" in dialog.get_by_label("The text").input_value()
    dialog.get_by_role("button", name="Share", exact=True).click()
    page.wait_for_function("() => window.shared.length === 1")
    shared = page.evaluate("window.shared[0]")
    assert shared["url"].startswith(harbour.url)
    name, kind, size = shared["files"][0]
    assert (name.startswith("rollmops-soles-"), kind) == (True, "image/png")
    assert size > 10_000
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Download the picture").click()
    picture = tmp_path / "card.png"
    download.value.save_as(picture)
    assert picture.read_bytes().startswith(b"\x89PNG")
    page.keyboard.press("Escape")

    page.reload()  # opened again it is not counted again
    expect(page.locator("#result")).to_be_visible()
    page.goto(harbour.url)
    page.get_by_role("link", name="My statistics").click()
    row = page.get_by_role("row").filter(has_text="Roll for Soles")
    expect(row).to_contain_text("brought home")
    assert row.locator("td").all_inner_texts()[:5] == ["2", "1", "1", "100\u00a0%", "48"]
    assert axe(page) == []
    with page.expect_download() as download:
        page.get_by_role("button", name="Export as a file").click()
    download.value.save_as(tmp_path / "statistics.json")
    kept = json.loads((tmp_path / "statistics.json").read_text(encoding="utf-8"))
    found = [(game["game"], game["players"], game["won"], game["points"]) for game in kept["games"]]
    assert found == [("soles", 2, True, 48)]
    page.on("dialog", lambda asked: asked.accept())
    page.get_by_role("button", name="Delete all").click()
    expect(page.locator("main")).to_contain_text("No game has been finished here yet.")
    assert json.loads(page.evaluate("localStorage['rollmops.statistics']"))["games"] == []


def test_a_replay_tells_and_shows_what_happened(harbour: Harbour, guest: Guests) -> None:
    page = guest(size=SMALL_DESK, still=False)
    page.add_init_script("localStorage['rollmops.settings'] ??= JSON.stringify({ speed: 'brisk' })")
    page.goto(f"{harbour.url}#/replay")
    record = FilePayload(name="a.rollmops", mimeType="text/plain", buffer=PLAYED)
    page.locator("input[type=file]").first.set_input_files(record)
    expect(page.get_by_role("slider")).to_be_visible()
    page.locator("body").press("ArrowRight")
    expect(page.locator("p.now")).to_contain_text("takes")  # what the roll led to stands beside it, step by step too
    assert page.locator(".telling p").count() == 0
    page.locator("body").press("Home")
    page.evaluate(MOMENTS)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => window.told && window.flew")
    page.get_by_role("button", name="Pause").click()
    expect(page.locator(".telling p")).to_have_count(0)
    page.locator("body").press("End")
    expect(page.locator("#result")).to_be_visible()
    page.get_by_role("button", name="Share", exact=True).click()
    words = page.get_by_role("dialog").get_by_label("The text")
    expect(words).to_have_value("Roll for Soles: Karen wins! Karen 48, Reiner 32.")
