"""Draw the icons of the installed app from web/public/icon.svg: `make icons`. Needs what the browser tests need."""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.chromium import FLAGS, chromium_path  # noqa: E402

PAPER = "#f6efe2"
ICONS = {
    "icon-192": (192, 0.88, "transparent"),
    "icon-512": (512, 0.88, "transparent"),
    "maskable-192": (192, 0.62, PAPER),
    "maskable-512": (512, 0.62, PAPER),
    "apple-180": (180, 0.78, PAPER),
    "badge-96": (96, 0.88, "transparent"),
}
"""Pixels, the drawing's part of them, and what lies behind it. A mask leaves a maskable one a circle of four fifths."""


def main() -> None:
    """Each icon by one screenshot."""
    drawing = (ROOT / "web/public/icon.svg").read_text(encoding="utf-8")
    folder = ROOT / "web/public/icons"
    folder.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        for name, (size, part, behind) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            inner = f"svg{{overflow:visible;width:{part * 100}vw;height:{part * 100}vw}}"
            badge = "svg{filter:brightness(0) invert(1)}" if name.startswith("badge") else ""  # Android shows its shape only
            page.set_content(
                f"<style>body{{margin:0;height:100vh;display:grid;place-items:center;background:{behind}}}{inner}{badge}</style>"
                + drawing
            )
            page.screenshot(path=folder / f"{name}.png", omit_background=True)
            page.close()
        browser.close()
    print(f"{len(ICONS)} icons in {folder.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
