"""Links and locks: a guest changes the lock of a seat, and a QR code says what its link says."""

from __future__ import annotations

import base64
import io
import json
import re
import subprocess

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.chromium import NODE
from tests.browser.conftest import PHONE, ROOT, Guests
from tests.browser.harbour import Harbour
from tests.browser.test_tables import new_table
from tests.effort import LONG


def own_link(page: Page, names: dict[str, str]) -> str:
    """The link to this device's own seat, in the invitations."""
    page.get_by_role("button", name=names["more"]).click()
    page.get_by_role("button", name=names["invite"], exact=True).click()
    return page.get_by_role("textbox", name=re.compile(names["own"])).input_value()


ENGLISH = {
    "language": "en",
    "sit": "Sit down",
    "more": "More",
    "invite": "Invite",
    "own": "Your own seat",
    "lock": "Change the lock",
    "changed": "The lock is changed",
    "old": "no longer valid",
    "log": "Logbook",
}
GERMAN = {
    "language": "de",
    "sit": "Hinsetzen",
    "more": "Mehr",
    "invite": "Einladen",
    "own": "Dein eigener Platz",
    "lock": "Schloss wechseln",
    "changed": "Das Schloss ist gewechselt",
    "old": "gilt nicht mehr",
    "log": "Logbuch",
}


@pytest.mark.parametrize("names", [GERMAN, ENGLISH] if LONG else [GERMAN], ids=["german", "english"] if LONG else ["german"])
def test_with_a_new_lock_the_old_link_opens_nothing(names: dict[str, str], harbour: Harbour, guest: Guests) -> None:
    host, reiner, thief = guest(), guest(size=PHONE, language=names["language"]), guest(language=names["language"])
    new_table(host, harbour.url, "soles", ["Me, on this device", "Someone by link"])
    old = host.get_by_role("textbox", name=re.compile("Link to seat")).input_value()
    reiner.goto(old)
    reiner.get_by_role("button", name=names["sit"]).click()
    expect(reiner.locator(".board")).to_be_visible()
    assert own_link(reiner, names) == old

    reiner.get_by_role("button", name=names["lock"]).click()
    expect(reiner.get_by_role("dialog").get_by_text(names["changed"])).to_be_visible()
    field = reiner.get_by_role("textbox", name=re.compile(names["own"]))
    expect(field).not_to_have_value(old)
    new = field.input_value()

    thief.goto(old)
    expect(thief.locator(".notice.bad")).to_contain_text(names["old"])
    expect(thief.locator(".board")).to_be_visible()
    assert "mine" not in (thief.locator(".player").last.get_attribute("class") or "")
    reiner.reload()  # whoever changed it still holds the seat
    expect(reiner.locator(".board")).to_be_visible()
    assert not reiner.locator(".notice").count()
    thief.evaluate("localStorage.clear()")
    thief.goto("about:blank")
    thief.goto(new)
    expect(reiner.locator(".notice")).to_be_visible()  # another device plays this seat now


def test_a_qr_code_says_what_the_link_says(harbour: Harbour, guest: Guests) -> None:
    page = guest()
    new_table(page, harbour.url, "soles", ["Me, on this device", "Someone by link"])
    link = page.get_by_role("textbox", name=re.compile("Link to seat")).input_value()
    code = page.get_by_role("img", name=re.compile("QR code: Link to seat"))
    picture = Image.open(io.BytesIO(code.screenshot())).convert("RGBA")
    asked = {"width": picture.width, "height": picture.height, "data": base64.b64encode(picture.tobytes()).decode()}
    done = subprocess.run([NODE, ROOT / "web/tests/readqr.mjs"], input=json.dumps(asked), capture_output=True, text=True)
    assert done.stdout.strip() == link, done.stderr
