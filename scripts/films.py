"""A short film of each game for the README, from real frames in the browser: `make films`."""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.chromium import FLAGS, chromium_path  # noqa: E402
from tests.browser.harbour import Harbour  # noqa: E402
from tests.browser.people import play_now, take_turn  # noqa: E402
from tests.browser.prepared import play_on  # noqa: E402

GAMES = ("soles", "espresso", "lure", "floe")
SCREEN = {"width": 480, "height": 640}
WIDTH_PIXELS = 360
SECONDS = 11
MOST_BYTES = 1_000_000
STEP_MS = 90
CHOICE_FRAMES = 13
ANIMATE = """step => {
  for (const one of document.getAnimations()) {
    one.pause()
    const now = Number(one.currentTime ?? 0) + step
    if (now >= Number(one.effect.getComputedTiming().endTime)) one.finish()
    else one.currentTime = now
  }
}"""
"""What style sheets and flying pieces move goes on by one frame."""
LAKE = """rollmops 1
game lure
seat A Skipper
seat B Marlies

A draw x5
B draw x4
* splash minnow
* splash gudgeon
* splash carp
* splash roach
"""
SETTINGS = "localStorage['rollmops.settings'] = JSON.stringify({ speed: 'normal', roll: false, sound: false })"


def film(browser: Browser, url: str, game: str) -> list[Image.Image]:
    """Frames of a game as it is played. The page's clock stands still between two of them, however long a picture takes."""
    context = browser.new_context(viewport=SCREEN, locale="en", service_workers="block")  # type: ignore[arg-type]
    context.set_default_timeout(120_000)
    context.add_init_script(SETTINGS)
    page = context.new_page()
    page.clock.install()
    if game == "lure":  # a lake in which somebody catches something
        play_on(page, url, LAKE, "medium")
    else:
        play_now(page, url, game)
    page.wait_for_timeout(1500)
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)  # in seconds
    while page.locator(".notices .notice").count():  # for a clock that stood still
        page.clock.run_for(STEP_MS)
        page.wait_for_timeout(STEP_MS)
    frames = []
    for frame in range(SECONDS * 1000 // STEP_MS):
        page.clock.run_for(STEP_MS)
        page.evaluate(ANIMATE, STEP_MS)
        frames.append(small(page.screenshot(type="jpeg", quality=90)))
        if frame % CHOICE_FRAMES == CHOICE_FRAMES - 1 and page.locator(".controls.active").count():
            take_turn(page, game)
    context.close()
    return frames


def small(shot: bytes) -> Image.Image:
    """A picture of the page in the film's size."""
    sizes = (WIDTH_PIXELS, WIDTH_PIXELS * SCREEN["height"] // SCREEN["width"])
    return Image.open(io.BytesIO(shot)).convert("RGB").resize(sizes, Image.Resampling.LANCZOS)


def save(frames: list[Image.Image], path: Path) -> None:
    """Write the film, coarser until it is small enough."""
    first, *others = frames
    for quality in (70, 50, 35, 20):
        first.save(path, save_all=True, append_images=others, duration=STEP_MS, loop=0, quality=quality, method=4)
        if path.stat().st_size < MOST_BYTES:
            return
    raise SystemExit(f"{path.name} is {path.stat().st_size} bytes; make SECONDS or WIDTH_PIXELS smaller")


def main() -> None:
    """Film them all, or the games that are named."""
    folder = ROOT / "docs/screens"
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Harbour(Path(data))
        server.open()
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        for game in sys.argv[1:] or GAMES:
            frames = film(browser, server.url, game)
            save(frames, folder / f"{game}.webp")
            print(f"{game}: {len(frames)} frames, {(folder / f'{game}.webp').stat().st_size // 1000} kB", flush=True)
        browser.close()
        server.close()


if __name__ == "__main__":
    main()
