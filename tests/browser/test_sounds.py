"""What the page plays, rendered by the browser into numbers: nothing clips or clicks, all are alike loud, off is silent."""

from __future__ import annotations

import base64
import re

import numpy as np
import numpy.typing as npt
from playwright.sync_api import Page

from rollmops.server.web.pages import STATIC
from tests.browser.conftest import ROOT, Guests
from tests.browser.harbour import Harbour

SOURCE = (ROOT / "web/src/sounds.ts").read_text(encoding="utf-8")
NAMES = re.compile(r"'(\w+)'")
RATE_HERTZ = 44_100
SECONDS = 2
RENDER = """async ({ module, names, volume, rate, seconds }) => {
  const offline = new OfflineAudioContext(1, rate * seconds, rate)
  offline.resume = () => Promise.resolve()
  window.AudioContext = function () { return offline }
  let state = 1
  Math.random = () => (state = (state * 16807) % 2147483647) / 2147483647
  const made = await import(`./assets/${module}?${Math.random()}${names}${volume}`)
  for (const name of names) made.play(name, volume)
  const heard = new Uint8Array((await offline.startRendering()).getChannelData(0).buffer)
  let text = ''
  for (let at = 0; at < heard.length; at += 8192) text += String.fromCharCode(...heard.subarray(at, at + 8192))
  return btoa(text)
}"""
"""The page's own module, which takes this for the device's loudspeaker; the same noise in every run. As base64: a list of
numbers takes seconds on its way."""
HEARD = """
window.contexts = 0
const real = AudioContext
window.AudioContext = function () { window.contexts += 1; return new real() }
"""


def render(page: Page, *names: str, volume: float = 1) -> npt.NDArray[np.float64]:
    """These sounds, played at once."""
    (module,) = (STATIC / "assets").glob("sounds-*.js")
    asked = {"module": module.name, "names": names, "volume": volume, "rate": RATE_HERTZ, "seconds": SECONDS}
    return np.frombuffer(base64.b64decode(page.evaluate(RENDER, asked)), "<f4").astype(np.float64)


def loudness_db(samples: npt.NDArray[np.float64]) -> float:
    """The loudest tenth of a second as an ear weighs it (A-weighting, IEC 61672)."""
    squares = np.fft.rfftfreq(len(samples), 1 / RATE_HERTZ) ** 2
    weights = 1.2589 * 12194**2 * squares**2 / (squares + 20.6**2) / (squares + 12194**2)
    weights /= np.sqrt((squares + 107.7**2) * (squares + 737.9**2))
    heard = np.fft.irfft(np.fft.rfft(samples) * weights, len(samples))
    window = RATE_HERTZ // 10
    sums = np.concatenate(([0.0], np.cumsum(heard**2)))
    return float(10 * np.log10((sums[window:] - sums[:-window]).max() / window))


def test_nothing_clips_or_clicks_and_all_are_alike_in_loudness(harbour: Harbour, guest: Guests) -> None:
    page = guest()
    page.goto(harbour.url)
    names = NAMES.findall(SOURCE.partition("export type SoundName")[2].partition("\n\n")[0])
    together = render(page, *names)
    assert np.abs(together).max() < 0.98, "all at once clip"
    loud = {}
    for name in names:
        samples = render(page, name)
        assert 0.02 < np.abs(samples).max() < 0.9, name
        assert np.abs(samples[: RATE_HERTZ // 500]).max() < 0.001, f"{name} begins with a click"
        assert np.abs(samples[-RATE_HERTZ // 10 :]).max() < 1e-4, f"{name} is cut off"
        loud[name] = loudness_db(samples)
    steady = {name: value for name, value in loud.items() if name != "tick"}  # which is heard at every choice
    assert max(steady.values()) - min(steady.values()) < 12, loud
    throws = [loud[name] for name in ("wood", "pebbles", "rattle", "ice")]
    assert max(throws) - min(throws) < 3, loud  # the dice of the four games
    assert not render(page, *names, volume=0).any()


def test_a_switch_that_is_off_means_silence(harbour: Harbour, guest: Guests) -> None:
    page = guest()
    page.add_init_script(HEARD)
    page.goto(harbour.url)
    page.get_by_role("button", name="Settings").click()
    volume = page.get_by_label("Volume")
    volume.fill("0")
    volume.dispatch_event("change")
    page.get_by_label("Sounds").uncheck()
    page.get_by_label("Sounds").check()
    page.wait_for_timeout(300)
    assert page.evaluate("window.contexts") == 0  # at volume 0 not even a device is opened
    volume.fill("50")
    volume.dispatch_event("change")
    page.wait_for_function("() => window.contexts === 1")
