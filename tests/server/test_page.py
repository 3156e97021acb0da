"""The built page: compressed, cached where its name has a digest, and nothing outside its folder."""

from __future__ import annotations

import asyncio
import gzip
import socket
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import Response

from rollmops.server.web.pages import POLICY, Page
from rollmops.server.web.serve import listen, reached_at


@pytest.fixture
def page(tmp_path: Path) -> Page:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Rollmops</title>")
    (folder / "assets" / "main-abc123.js").write_text("console.log('fish');" * 100)
    (tmp_path / "secret.txt").write_text("not for you")
    return Page(folder)


def get(page: Page, path: str, **headers: str) -> Response:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "GET", "path": path, "headers": raw, "query_string": b"", "server": ("x", 80)}
    return asyncio.run(page.answer(Request(scope)))


def test_the_page_itself_is_asked_for_anew_and_its_parts_are_kept(page: Page) -> None:
    front, part = get(page, "/"), get(page, "/assets/main-abc123.js")
    assert (front.status_code, front.headers["cache-control"]) == (200, "no-cache")
    assert "immutable" in part.headers["cache-control"]
    assert part.headers["content-type"].startswith("text/javascript")


def test_the_service_worker_is_asked_for_anew_and_answers_for_the_whole_page(page: Page) -> None:
    (page.folder / "sw.js").write_text("self.addEventListener('install', () => {})")
    page.load()
    worker = get(page, "/sw.js")
    assert (worker.status_code, worker.headers["cache-control"]) == (200, "no-cache")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert "worker-src 'self'" in POLICY
    assert "manifest-src 'self'" in POLICY


def test_what_can_be_squeezed_is(page: Page) -> None:
    compressed = get(page, "/assets/main-abc123.js", accept_encoding="br, gzip")
    assert compressed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(bytes(compressed.body)) == get(page, "/assets/main-abc123.js").body


def test_a_page_that_is_known_is_not_sent_again(page: Page) -> None:
    tag = get(page, "/").headers["etag"]
    assert get(page, "/", if_none_match=tag).status_code == 304


@pytest.mark.parametrize("path", ["/../secret.txt", "/assets/../../secret.txt", "//secret.txt", "/nothing", "/assets"])
def test_nothing_else_is_there(page: Page, path: str) -> None:
    answer = get(page, path)
    assert answer.status_code == 404
    assert b"not for you" not in bytes(answer.body)


def test_a_page_that_is_not_built_says_so(tmp_path: Path) -> None:
    answer = get(Page(tmp_path / "nothing"), "/")
    assert answer.status_code == 503
    assert b"make web" in bytes(answer.body)


def test_who_listens_everywhere_gives_an_address_that_others_can_reach() -> None:
    with listen("0.0.0.0", 0) as bound:  # noqa: S104
        bound.listen()
        name = reached_at("0.0.0.0")  # noqa: S104
        with socket.create_connection((name, bound.getsockname()[1]), timeout=5):
            assert name != "0.0.0.0"  # noqa: S104
    assert reached_at("127.0.0.1") == "127.0.0.1"
