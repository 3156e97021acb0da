"""A short film of each game for the README, from real frames in the browser: `make films`."""

from __future__ import annotations

import io
import sys
import tempfile
import time
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.chromium import FLAGS, chromium_path  # noqa: E402
from tests.browser.harbour import Harbour  # noqa: E402
from tests.browser.people import play_now, take_turn  # noqa: E402

GAMES = ("soles", "espresso", "lure", "floe")
SCREEN = {"width": 640, "height": 640}
WIDTH_PIXELS = 420
SECONDS = 11
MOST_BYTES = 1_000_000
SETTINGS = "localStorage['rollmops.settings'] = JSON.stringify({ speed: 'normal', roll: false, sound: false })"


def film(browser: Browser, url: str, game: str) -> list[tuple[Image.Image, int]]:
    """Frames of a game as it is played, each with how long it was to be seen, in milliseconds."""
    context = browser.new_context(viewport=SCREEN, locale="en")  # type: ignore[arg-type]
    context.set_default_timeout(60_000)
    context.add_init_script(SETTINGS)
    page = context.new_page()
    play_now(page, url, game)
    page.wait_for_timeout(1500)
    taken: list[tuple[float, bytes]] = []
    begin, chosen = time.monotonic(), 0.0
    while (now := time.monotonic()) < begin + SECONDS:
        taken.append((now, page.screenshot(type="jpeg", quality=90)))
        if now - chosen > 1.2 and page.locator(".controls.active").count():
            take_turn(page, game)
            chosen = now
    context.close()
    times = [at for at, _ in taken] + [time.monotonic()]
    sizes = (WIDTH_PIXELS, WIDTH_PIXELS * SCREEN["height"] // SCREEN["width"])
    return [
        (Image.open(io.BytesIO(shot)).convert("RGB").resize(sizes, Image.Resampling.LANCZOS), round(1000 * (after - at)))
        for (at, shot), after in zip(taken, times[1:], strict=True)
    ]


def save(frames: list[tuple[Image.Image, int]], path: Path) -> None:
    """Write the film, coarser until it is small enough."""
    first, *others = [image for image, _ in frames]
    for quality in (70, 50, 35, 20):
        durations = [length for _, length in frames]
        first.save(path, save_all=True, append_images=others, duration=durations, loop=0, quality=quality, method=4)
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
