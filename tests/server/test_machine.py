"""Random and hostile clients against one room, over real sockets: it never breaks, never lies, never forgets."""

from __future__ import annotations

import atexit
import json
import os
import secrets
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from rollmops.games.records import read_match
from tests.effort import short_or_long
from tests.server.house import House, Page, Table
from tests.server.players import any_choice

EXAMPLES = int(os.environ.get("ROLLMOPS_CROWDS", short_or_long(3, 6)))
SEATS = ("A", "B", "C")
KINDS = ("choose", "take back", "odds", "hint", "let bot", "leave", "next", "renew", "sit", "hello", "ping", "x")
WORDS = st.sampled_from(["again", "secure", "take middle", "take A", "take B", "roll 1 1 1 1", "", "🐟", "again " * 100])
VALUE = st.one_of(st.none(), st.integers(-5, 50), st.text(max_size=20), st.lists(st.integers(), max_size=2))
FIELDS = st.dictionaries(st.text(max_size=8), VALUE, max_size=3)


class Crowd(RuleBasedStateMachine):
    """Three seats, each with a page that may vanish; a watcher; and somebody who sends anything."""

    house: House

    @classmethod
    def open(cls) -> None:
        folder = tempfile.mkdtemp(prefix="rollmops-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        cls.house = House(Path(folder), {"away": 0.0, "idle": 0.3})
        cls.house.start()

    @initialize()
    def set_table(self) -> None:
        self.table: Table = self.house.table("here", "link", "link")
        self.pages: dict[str, Page] = {seat: self.table.page(seat) for seat in SEATS}
        self.watcher = self.table.page()
        self.log: list[str] = []
        self.sequence = 0
        self.heard = 0

    @rule(seat=st.sampled_from(SEATS))
    def sit(self, seat: str) -> None:
        self.pages[seat].sit(seat, f"Player {seat}")

    @rule(steps=st.integers(1, 6))
    def play(self, steps: int) -> None:
        for _ in range(steps):
            for seat, page in self.pages.items():
                page.ping()
                if page.update and seat in page.update["owing"] and seat in page.welcome["seats"]:
                    page.choose(seat, any_choice("soles", page.part(seat)))
                    page.ping()

    @rule(seat=st.sampled_from(SEATS), words=WORDS, at=st.integers(-2, 2), to=st.sampled_from(SEATS))
    def choose_wildly(self, seat: str, words: str, at: int, to: str) -> None:
        self.watcher.ping()
        sequence = self.watcher.update.get("sequence", 0)
        self.pages[seat].say("choose", seat=to, words=words, sequence=max(0, sequence + at))

    @rule(seat=st.sampled_from(SEATS), kind=st.sampled_from(KINDS), fields=FIELDS)
    def send_anything(self, seat: str, kind: str, fields: dict[str, Any]) -> None:
        self.pages[seat].socket.send(json.dumps({**fields, "type": kind}))

    @rule(seat=st.sampled_from(SEATS), junk=st.text(max_size=60))
    def send_junk(self, seat: str, junk: str) -> None:
        self.pages[seat].socket.send(junk)

    @rule(seat=st.sampled_from(SEATS), back=st.integers(0, 1))
    def take_back(self, seat: str, back: int) -> None:
        self.watcher.ping()
        self.pages[seat].say("take back", seat=seat, sequence=max(0, self.watcher.update.get("sequence", 0) - back))

    @rule(seat=st.sampled_from(SEATS), other=st.sampled_from(SEATS))
    def let_bot(self, seat: str, other: str) -> None:
        self.pages[seat].say("let bot", seat=other, level="easy")

    @rule(seat=st.sampled_from(SEATS))
    def leave(self, seat: str) -> None:
        self.pages[seat].say("leave", seat=seat)

    @rule(seat=st.sampled_from(SEATS), politely=st.booleans())
    def vanish_and_come_back(self, seat: str, politely: bool) -> None:
        page = self.pages[seat]
        if politely:
            page.close()
        else:
            page.socket.socket.close()
        self.pages[seat] = self.table.page(seat)

    @rule(seat=st.sampled_from(SEATS))
    def come_from_another_device(self, seat: str) -> None:
        self.pages[seat] = self.table.page(seat)

    @rule()
    def try_a_stranger_s_token(self) -> None:
        self.watcher.say("hello", tokens=[secrets.token_urlsafe(24)])

    @invariant()
    def the_log_is_whole_and_legal(self) -> None:
        """What a watcher was told bit by bit is the log that a newcomer is told at once, and the rules allow it."""
        self.watcher.ping()
        for frame in self.watcher.frames[self.heard :]:
            message = json.loads(frame)
            update = message if message["type"] == "update" else message.get("update")
            if update:
                assert update["sequence"] >= self.sequence, "the sequence number only rises"
                self.sequence = update["sequence"]
                assert update["start"] <= len(self.log)
                lines = [f"{line['seat']} {line['words']}" for line in update["open"]["lines"]]
                self.log = self.log[: update["start"]] + lines
        self.heard = len(self.watcher.frames)
        if not self.watcher.update:
            return
        newcomer = self.table.page()
        kept = [f"{line['seat']} {line['words']}" for line in newcomer.update["parts"][0]["lines"]]
        newcomer.close()
        if newcomer.update["sequence"] == self.sequence:
            assert kept == self.log
        header = "rollmops 1\ngame soles\n" + "".join(f"seat {seat} x\n" for seat in SEATS)
        match = read_match(header + f"first {self.watcher.table['first']}\n\n" + "\n".join(kept))
        view = newcomer.update["parts"][0]["view"]
        assert match.view(-1).supply == view["supply"]
        assert sum(view["supply"].values()) + view["middle"] + view["net"] == 100, "no sole is lost or made"

    def teardown(self) -> None:
        if hasattr(self, "table"):
            assert self.table.get()["code"] == self.table.code
            self.watcher.close()
            for page in self.pages.values():
                page.close()


def test_random_and_hostile_clients() -> None:
    Crowd.open()
    try:
        run = settings(
            max_examples=EXAMPLES,
            stateful_step_count=15,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            database=None,
        )
        run_state_machine_as_test(Crowd, settings=run)
        assert "cannot go on" not in "".join(Crowd.house.said), "".join(Crowd.house.said)
    finally:
        Crowd.house.stop()
