"""When a page lies still: what is measured, fetched or turning has come to rest, however slow the machine is."""

from __future__ import annotations

import json

from playwright.sync_api import Page, WebSocket

STILL = """async (size) => {
  const frame = () => new Promise((next) => requestAnimationFrame(next))
  while (size && (innerWidth !== size[0] || innerHeight !== size[1])) await frame()
  await document.fonts.ready
  const parts = 'header, main, .board, .controls, .between, .between :not(svg, svg *), .player'
  const box = (one) => Object.values(one.getBoundingClientRect().toJSON())
  const look = () => [...document.querySelectorAll(parts)].map(box).join()
  for (let before = look(), same = 0, most = 600; same < 4 && most; most -= 1) {
    await frame()
    const now = look()
    same = now === before ? same + 1 : 0
    before = now
  }
}"""
"""A few frames in which nothing has moved: a bar that is measured anew has its height two of them later."""


def comes_to_rest(page: Page, size: tuple[int, int] | None = None) -> None:
    """Wait until nothing moves any more, at this size of the window where it has just been changed."""
    page.evaluate(STILL, size)


def resize(page: Page, size: tuple[int, int]) -> None:
    """Turn the device or zoom, and wait until what is measured anew has been."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    comes_to_rest(page, size)


class Questions:
    """The questions for odds that a page has put to the server and that are still open."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.open: set[int] = set()
        page.on("websocket", self.listen)

    def listen(self, line: WebSocket) -> None:
        """Hear both sides of a line."""
        line.on("framesent", self.asked)
        line.on("framereceived", self.answered)

    def asked(self, text: str | bytes) -> None:
        """The page says something."""
        said = json.loads(text)
        if said["type"] == "odds":
            self.open.add(said["id"])

    def answered(self, text: str | bytes) -> None:
        """The server says something."""
        self.open.discard(json.loads(text).get("about", 0))

    def wait(self) -> None:
        """Until all are answered and the page has shown it."""
        comes_to_rest(self.page)
        while self.open:
            self.page.wait_for_timeout(20)
        comes_to_rest(self.page)
