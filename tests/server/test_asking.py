"""Everything that can be asked, asked at every moment of whole games by every seat: never a traceback."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from pathlib import Path
from typing import Any

import pytest

from rollmops.engine.contract import LETTERS, NOBODY, Game
from rollmops.games import house
from rollmops.minds.uniform import Random
from rollmops.server.limits import Limits
from rollmops.server.protocol.requests import AskForecast, AskOdds
from rollmops.server.protocol.words import SeatKind
from rollmops.server.store.events import Plan, SeatPlan
from rollmops.server.table.background import Background
from rollmops.server.table.connection import Connection
from rollmops.server.table.inbox import Look, Thought
from rollmops.server.table.sitting import COLOURS, Sitting
from rollmops.server.table.thinking import Thinkers
from tests.effort import short_or_long
from tests.server.house import House, open_house
from tests.server.players import any_choice

SEED = "5e" * 32
NONSENSE = ("adjust", "cast", "cast 0", "take", "reroll", "keep", "throw 1 2 3 4 5", "🐟", "stand")


def table_of(game: Game, kind: SeatKind, seats: int) -> Sitting:
    plans = tuple(SeatPlan(kind, "easy", f"P{n}", COLOURS[n], "") for n in range(seats))
    parts = house(game.name)
    plan = Plan("c" * 16, game.name, game.version, plans, None, True, (parts.name, parts.digest), SEED, "2026-11-16")
    sitting = Sitting.of(plan, parts)
    sitting.seal()
    sitting.begin()
    return sitting


def settle(sitting: Sitting) -> None:
    while sitting.running().chance:
        sitting.roll()


class Busy:
    """A line that takes nothing, so that everything stays in the outbox."""

    def write_text(self, message: bytes) -> bool:
        return False

    async def wait_writable(self) -> None:
        raise ConnectionResetError

    def abort(self) -> None: ...


def listener() -> Connection:
    return Connection(Limits(), "192.0.2.1", Busy())


def heard(connection: Connection) -> list[dict[str, Any]]:
    messages = [json.loads(text) for text in connection.outbox]
    connection.outbox.clear()
    return messages


async def settled(errands: Background) -> None:
    while errands.running:
        await asyncio.gather(*errands.running)


async def ask_everything(sitting: Sitting, errands: Background, chance: random.Random) -> int:
    """Every seat asks for a hint, for odds without and with words, and tries the same words; returns how often that was."""
    match = sitting.running()
    asked = 0
    for seat in range(match.seats):
        letter: Any = LETTERS[seat]
        listed = sitting.offer(seat).turn.choices if seat in match.owing else ()
        sealed = [match.sealed[seat].words] if seat in match.sealed else []
        words = ["", *sealed, *chance.sample(NONSENSE, 2), *chance.sample(listed or (), min(2, len(listed or ())))]
        for one in words:
            sitting.may_choose(seat, one)
            connection = listener()
            errands.odds(sitting, connection, seat, AskOdds(id=3, seat=letter, words=one))
            await settled(errands)
            (answer,) = heard(connection)
            assert answer["type"] in ("odds", "problem"), answer
            assert answer["about"] == 3
        connection = listener()
        errands.hint(sitting, connection, seat, 4)
        await settled(errands)
        (answer,) = heard(connection)
        if seat in match.owing:
            assert answer["type"] == "hint", answer
            assert answer["ideas"]
        else:
            assert answer["kind"] == "not your turn"
        asked += len(words) + 1
    return asked


@pytest.mark.parametrize("seed", range(short_or_long(1, 4)))
def test_everything_at_every_moment(any_game: Game, seed: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    chance = random.Random(seed)
    seats = chance.randint(any_game.fewest, min(any_game.most, 4))
    sitting = table_of(any_game, "here", seats)
    player = Random(any_game, sitting.components, seed)
    thinkers = Thinkers(hint_seconds=0.01)

    async def play() -> int:
        errands = Background(thinkers, lambda item: None)
        asked, most = 0, short_or_long(30, 60) if any_game.chance.by_weight else 12
        for _ in range(most):
            match = sitting.running()
            settle(sitting)
            asked += await ask_everything(sitting, errands, chance)
            if match.over:
                break
            seat = chance.choice(match.owing)
            sitting.choose(seat, player.choose(match.view(seat)), sitting.sequence)
        return asked

    assert asyncio.run(play()) > 20
    thinkers.close()
    assert not caplog.records, caplog.text


def test_lure_asks_at_the_end_of_whole_games_too(caplog: pytest.LogCaptureFixture) -> None:
    """Adjusting with no lure to adjust with, fishing, splashes, the end: every phase of many games, odds only."""
    from rollmops.games.lure import GAME

    caplog.set_level(logging.WARNING)
    thinkers, phases = Thinkers(), set[str]()

    async def play(seed: int) -> None:
        errands = Background(thinkers, lambda item: None)
        sitting = table_of(GAME, "here", 2 + seed % 4)
        player = Random(GAME, sitting.components, seed)
        while not sitting.over:
            match = sitting.running()
            settle(sitting)
            phase = match.view(NOBODY).phase
            phases.add(phase)
            for seat in range(match.seats) if phase != "cast" else ():
                for words in ("", "adjust", "adjust 1+"):
                    connection = listener()
                    errands.odds(sitting, connection, seat, AskOdds(seat=LETTERS[seat], words=words))  # type: ignore[arg-type]
                    await settled(errands)
                    assert heard(connection)
            if match.owing:
                sitting.choose(match.owing[0], player.choose(match.view(match.owing[0])), sitting.sequence)

    for seed in range(4):
        asyncio.run(play(seed))
    thinkers.close()
    assert "adjust" in phases
    assert not caplog.records, caplog.text


def test_a_bot_that_cannot_even_play_at_random_is_asked_again(caplog: pytest.LogCaptureFixture) -> None:
    from rollmops.games.soles import GAME

    sitting = table_of(GAME, "bot", 2)
    posted: list[Look | Thought] = []

    async def play() -> None:
        settle(sitting)
        broken = Thinkers()
        broken.close()  # no thread will take anything any more
        errands = Background(broken, posted.append)
        errands.wake_bots(sitting)
        while errands.thinking:
            await asyncio.sleep(0.01)
        assert any(not task.done() for task in errands.running)  # it looks again after a while
        errands.thinkers = Thinkers()
        errands.wake_bots(sitting)
        while not posted:
            await asyncio.sleep(0.01)
        errands.cancel()
        errands.thinkers.close()

    asyncio.run(asyncio.wait_for(play(), 30))
    assert isinstance(posted[0], Thought)
    assert posted[0].words
    assert "a bot cannot play" in caplog.text


def test_a_hint_is_dropped_when_the_table_moves_on_or_the_page_goes() -> None:
    """`hint` and `choose` in one write held a thinker far past its time."""
    from rollmops.games.floe import GAME

    sitting = table_of(GAME, "here", 2)
    thinkers = Thinkers(hint_seconds=60)

    async def play() -> None:
        match = sitting.running()
        settle(sitting)
        seat = match.owing[0]
        errands = Background(thinkers, lambda item: None)
        chooser, leaver, third = listener(), listener(), listener()
        errands.hint(sitting, chooser, seat, 7)
        errands.hint(sitting, leaver, seat, 8)
        await asyncio.sleep(0.1)
        errands.hint(sitting, third, seat, 9)
        assert heard(third)[0]["kind"] == "too fast"  # two from an address are enough
        errands.gone(leaver)
        sitting.choose(seat, Random(GAME, sitting.components, 1).choose(match.view(seat)), sitting.sequence)
        errands.move_on(sitting)
        await settled(errands)
        assert heard(chooser) == [
            {"type": "hint", "about": 7, "seat": LETTERS[seat], "ideas": [], "exact": False, "gain": None}
        ]
        assert heard(leaver) == []
        assert not thinkers.hints

    asyncio.run(asyncio.wait_for(play(), 100))
    thinkers.close()


THROW = "throw from=0 aim=0 speed={} height=50 spin=50"


def test_a_forecast_gets_better_and_shows_where_dice_go() -> None:
    """Softer throws stay nearer, hard ones fall in; every answer knows more throws than the last."""
    from rollmops.games.floe import GAME

    sitting = table_of(GAME, "here", 3)
    thinkers = Thinkers()

    async def play() -> None:
        seat = sitting.running().owing[0]
        errands, page = Background(thinkers, lambda item: None), listener()
        found: dict[int, list[dict[str, Any]]] = {}
        for speed in (70, 110, 190):
            ask = AskForecast(id=speed, seat=LETTERS[seat], words=THROW.format(speed))  # type: ignore[arg-type]
            errands.forecast(sitting, page, seat, ask)
            await settled(errands)
            found[speed] = heard(page)
            throws = [one["throws"] for one in found[speed]]
            assert throws == sorted(set(throws)), throws
            assert throws[-1] == 48
            assert [one["done"] for one in found[speed]] == [False] * (len(throws) - 1) + [True]
            assert all(4 * one["throws"] == len(one["spots"]) + one["wet"] for one in found[speed])
        soft, fair, hard = (found[speed][-1] for speed in (70, 110, 190))
        assert len(soft["spots"]) > 150
        assert len(hard["spots"]) < 20
        mean = [sum(y for _, y in one["spots"]) / len(one["spots"]) for one in (soft, fair)]
        assert mean[0] + 50 < mean[1]

    asyncio.run(asyncio.wait_for(play(), 100))
    thinkers.close()


def test_a_forecast_is_dropped_for_the_next_one_and_when_the_throw_is_made() -> None:
    from rollmops.games.floe import GAME
    from rollmops.games.soles import GAME as SOLES

    sitting = table_of(GAME, "here", 3)
    thinkers = Thinkers()

    def ask(number: int, words: str) -> AskForecast:
        return AskForecast(id=number, seat="A", words=words)

    async def play() -> None:
        seat = sitting.running().owing[0]
        errands, page, leaver = Background(thinkers, lambda item: None), listener(), listener()
        errands.forecast(sitting, page, seat, ask(1, THROW.format(100)))
        errands.forecast(sitting, page, seat, ask(2, THROW.format(110)))
        errands.forecast(sitting, leaver, seat, ask(3, THROW.format(120)))
        crowd = listener()
        await asyncio.sleep(0)  # all three are on their way
        errands.forecast(sitting, crowd, seat, ask(4, THROW.format(130)))
        assert heard(crowd)[0]["kind"] == "too fast"
        errands.gone(leaver)
        await settled(errands)
        assert {one["about"] for one in heard(page)} == {2}
        assert heard(leaver) == []
        assert not thinkers.forecasts
        assert not errands.forecasts
        errands.forecast(sitting, page, seat, ask(5, "throw from=9999 aim=0 speed=1 height=1 spin=1"))
        await settled(errands)
        (refused,) = heard(page)
        assert refused["type"] == "problem"
        assert refused["about"] == 5
        errands.forecast(sitting, page, seat, ask(6, THROW.format(100)))
        sitting.choose(seat, THROW.format(100), sitting.sequence)
        errands.move_on(sitting)
        await settled(errands)
        assert len(heard(page)) <= 1
        other = table_of(SOLES, "here", 2)
        settle(other)
        errands.forecast(other, page, other.running().owing[0], ask(7, "again"))
        assert heard(page)[0]["kind"] == "illegal"

    asyncio.run(asyncio.wait_for(play(), 100))
    thinkers.close()


def test_hint_and_choice_in_one_write(tmp_path: Path) -> None:
    with open_house(tmp_path) as opened:
        _hint_and_choose(opened, "floe")
        _hint_and_choose(opened, "lure")
        assert "Traceback" not in "".join(opened.said)


def _hint_and_choose(opened: House, name: str) -> None:
    page = opened.table("here", "here", game=name, first="A" if name == "floe" else None).seated("A", "B")
    page.hear("update")
    seat = page.update["owing"][0]
    for _ in range(3):
        choice = page.choice(seat, any_choice(name, page.part(seat)))
        page.say_at_once({"type": "hint", "seat": seat, "id": 20}, choice)
        page.ping()
        seat = page.update["owing"][0]
    about = [json.loads(frame) for frame in page.frames if '"hint"' in frame]
    assert all(not one["ideas"] for one in about if one["type"] == "hint")
