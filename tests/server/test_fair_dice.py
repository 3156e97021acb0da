"""Nobody chooses the dice: salts are promised before any is opened, the seed fixes the house's, and who cheats is found."""

from __future__ import annotations

import random
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from rollmops.engine.contract import Game
from rollmops.engine.dice import commitment, house_salt, new_salt, new_seed, salt_promise
from rollmops.engine.errors import BadProofError, IllegalError, NotYourTurnError, StaleError
from rollmops.engine.logbook import Record, read_record
from rollmops.games import game, house
from rollmops.games.records import check_kept, salted_by_house, verify
from rollmops.server.store.events import Events, Plan, SeatPlan, encoder, events_decoder
from rollmops.server.table import seats
from rollmops.server.table.sitting import Sitting
from rollmops.server.table.thinking import any_line
from tests.server.cheats import CHEATS
from tests.server.house import House, open_house
from tests.server.players import play_out

RECORDS = Path(__file__).parents[1] / "games"


def table_of(name: str, *kinds: str) -> Sitting:
    """A table with these seats, nobody there yet."""
    parts, rules = house(name), game(name)
    levels = {"bot": "easy"}
    seats = tuple(SeatPlan(kind, levels.get(kind, ""), "", "coral", "") for kind in kinds)  # type: ignore[arg-type]
    plan = Plan(
        "c" * 16, name, rules.version, seats, None, False, (parts.name, parts.digest), new_seed(), "2026-11-15", keyed=True
    )
    return Sitting.of(plan, parts)


def promise_all(sitting: Sitting) -> dict[int, str]:
    """Everybody sits down; returns the salts."""
    salts = {place: new_salt() for place, seat in enumerate(sitting.seats) if seat.plan.kind != "bot"}
    for place, salt in salts.items():
        sitting.sit(place, f"Player {place}", None, salt_promise(salt))
    return salts


def play(sitting: Sitting) -> Record:
    """A whole game at random."""
    rng = random.Random(1)
    while not sitting.over:
        match = sitting.running()
        if match.chance:
            sitting.roll()
        else:
            seat = rng.choice(match.owing)
            sitting.choose(seat, any_line(match.game, sitting.components, match.view(seat)), sitting.sequence)
    return read_record(sitting.full_record().text())


def test_no_salt_is_told_before_the_last_has_promised() -> None:
    sitting = table_of("soles", "here", "link", "bot")
    salt = new_salt()
    sitting.sit(0, "Karen", None, salt_promise(salt))
    assert not sitting.ready
    with pytest.raises(NotYourTurnError, match="somebody has not"):
        sitting.open(0, salt)
    other = promise_all(sitting)
    sitting.seal()
    with pytest.raises(IllegalError, match="not the salt that was promised"):
        sitting.open(0, salt)  # the last promise counts
    sitting.open(0, other[0])
    assert sitting.salts() == {}
    sitting.sit(1, "Reiner", None, salt_promise(new_salt()))  # by now he could know Karen's
    assert sitting.promises()["B"] == salt_promise(other[1])
    assert not sitting.all_opened
    sitting.open(1, other[1])
    assert sitting.open(1, other[1]) == []
    assert sitting.all_opened
    sitting.begin()
    assert sitting.salts() == {"A": other[0], "B": other[1], "C": house_salt(sitting.plan.seed, "C")}
    with pytest.raises(StaleError):
        sitting.open(1, new_salt())


def test_a_salt_that_never_comes_is_the_houses_and_the_record_says_so() -> None:
    sitting = table_of("soles", "here", "link", "bot")
    fixed = sitting.house_salts()
    salts = promise_all(sitting)
    sitting.seal()
    sitting.open(0, salts[0])
    sitting.begin()
    record = play(sitting)
    assert record.header.salts == {"A": salts[0], "B": fixed["B"], "C": fixed["C"]}
    assert salted_by_house(record.header) == {"B": "unopened", "C": "house"}
    assert verify(record) > 10
    check_kept(record.header, record.header.commit, {"A": salts[0]}, sitting.promises())
    with pytest.raises(BadProofError, match="not opened in time"):
        check_kept(record.header, None, {"B": salts[1]}, {})


@pytest.mark.parametrize("how", ["grind", "grind and lie"])
def test_a_host_who_tries_salts_for_the_bots_is_found(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In 20 of 20 games the bot begins. A record that says its salt was fixed is refused; one that does not says so too."""
    monkeypatch.setattr("rollmops.server.table.folding.salted_by_house", seats.salted_by_house)  # put back at the end
    begins = 0
    for _ in range(20):
        sitting = table_of("soles", "here", "bot")
        salts = promise_all(sitting)
        sitting.seal()
        sitting.open(0, salts[0])
        CHEATS[how](sitting)
        begins += sitting.running().header.first == "B"
        record = play(sitting)
        if how == "grind":
            assert verify(record) > 0
            assert "B" not in (salted_by_house(record.header) or {}), "verify tells that nobody fixed the bot's salt"
        else:
            with pytest.raises(BadProofError, match="salt of seat B is not the one that the seed fixes"):
                verify(record)
    assert begins == 20


def test_a_record_is_compared_with_what_was_kept() -> None:
    sitting = table_of("soles", "here", "link")
    seen = commitment(sitting.plan.seed)
    salts = promise_all(sitting)
    promises = sitting.promises()
    sitting.seal()
    for seat, salt in salts.items():
        sitting.open(seat, salt)
    sitting.begin()
    header = sitting.full_record().header
    check_kept(header, seen.upper(), {"A": salts[0], "B": salts[1]}, promises)
    with pytest.raises(BadProofError, match="not the one that you saw"):
        check_kept(replace(header, commit=commitment(new_seed())), seen, {}, {})
    with pytest.raises(BadProofError, match="not the one that its device drew"):
        check_kept(header, None, {"A": salts[1]}, {})
    for forged in (new_salt(), "abc"):
        with pytest.raises(BadProofError, match="not the one that was promised"):
            check_kept(replace(header, salts=header.salts | {"B": forged}), None, {}, promises)


def test_every_salt_of_a_sealed_record_must_be_there() -> None:
    sitting = table_of("soles", "here", "bot")
    salts = promise_all(sitting)
    sitting.seal()
    sitting.open(0, salts[0])
    sitting.begin()
    record = play(sitting)
    less = replace(record.header, salts={"A": salts[0]})
    with pytest.raises(BadProofError, match="seat B has no 'salt' line"):
        verify(Record(less, record.entries))
    odd = replace(record.header, options=record.header.options | {"salt-B": "mine"})
    with pytest.raises(BadProofError, match="it should say house or unopened"):
        verify(Record(odd, record.entries))


@pytest.mark.parametrize("path", sorted(RECORDS.glob("floe/records/ends*.rollmops")), ids=lambda path: path.stem)
def test_a_record_from_before_claims_no_more_than_it_did(path: Path) -> None:
    header = read_record(path.read_bytes()).header
    assert header.salts
    assert salted_by_house(header) is None


def old_journal(rules: Game) -> tuple[Plan, list[Events], str]:
    """A table as older servers kept it: salts came with sitting down, the bot's last."""
    sitting = table_of(rules.name, "here", "bot")
    salts = [new_salt(), new_salt()]
    text = (
        f'[{{"e":"sat","seat":0,"name":"Karen","colour":"coral","salt":"{salts[0]}"}},'
        f'{{"e":"sat","seat":1,"name":"Bob","colour":"lemon","salt":"{salts[1]}"}},{{"e":"began","first":"A","drawn":1}}]'
    )
    return sitting.plan, list(events_decoder.decode(text)), salts[1]


def test_a_journal_from_before_is_folded_as_it_was_meant() -> None:
    plan, journal, salt = old_journal(game("soles"))
    sitting = Sitting.of(plan, house("soles"), journal)
    assert sitting.salts()["B"] == salt
    assert "salts" not in sitting.running().header.options
    assert sitting.running().header.first == "A"
    again = Sitting.of(plan, house("soles"), events_decoder.decode(encoder.encode(journal)))
    assert again.running().header == sitting.running().header


def test_a_table_from_before_that_waits_at_the_door_begins() -> None:
    """Karen had sat down with an open salt when the server was renewed; her salt counts, and nothing more is claimed."""
    plan, journal, _ = old_journal(game("soles"))
    sitting = Sitting.of(plan, house("soles"), journal[:1])
    assert sitting.ready
    sitting.seal()
    assert sitting.all_opened
    sitting.begin()
    assert sitting.salts()["A"] == journal[0].salt  # type: ignore[union-attr]
    assert "salts" not in sitting.running().header.options


# -- over real sockets --


def test_the_houses_salts_are_there_before_anybody_sits_down(house: House) -> None:
    table = house.table("here", "link", "easy")
    karen, reiner = table.page("A"), table.page("B")
    fixed, commit = karen.table["house"], karen.table["commit"]
    assert set(fixed) == {"A", "B", "C"}
    karen.sit("A", "Karen")
    karen.ping()
    assert (karen.table["promises"], karen.table["salts"]) == ({"A": salt_promise(karen.salts["A"])}, {})
    reiner.sit("B", "Reiner")
    reiner.hear("update")
    told = [frame for page in (karen, reiner) for frame in page.frames if '"opening":true' in frame]
    assert told
    assert not any(salt in frame for frame in told for salt in (karen.salts["A"], reiner.salts["B"]))
    assert reiner.table["salts"] == {"A": karen.salts["A"], "B": reiner.salts["B"], "C": fixed["C"]}
    assert (reiner.table["house"], reiner.table["commit"]) == (fixed, commit)


def test_a_page_that_never_opens_its_salt_holds_nobody_up(house: House) -> None:
    table = house.table("here", "link", first="A")
    karen, silent = table.page("A"), table.page("B")
    silent.opens = False
    silent.sit("B", "Reiner")
    karen.sit("A", "Karen")
    karen.hear("update")
    assert karen.table["salts"] == {"A": karen.salts["A"], "B": karen.table["house"]["B"]}
    silent.say("open", seat="B", salt=silent.salts["B"])
    silent.problem("stale")
    play_out("soles", {"A": karen, "B": silent})
    record = read_record(house.request(f"/api/tables/{table.code}/record")[1])
    assert salted_by_house(record.header) == {"B": "unopened"}
    assert verify(record) > 0


def test_who_leaves_while_salts_are_opened_cannot_promise_another(house: House) -> None:
    table = house.table("here", "link", first="A")
    karen, reiner = table.page("A"), table.page("B")
    reiner.opens = False
    reiner.sit("B", "Reiner")
    karen.sit("A", "Karen")
    while not reiner.table["opening"]:
        reiner.hear("table")
    reiner.say("leave", seat="B")
    karen.hear("update")
    assert karen.table["salts"]["B"] == karen.table["house"]["B"]
    assert karen.table["seats"][1]["bot"]


def test_salts_are_opened_after_a_restart_too(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        table = house.table("here", "link", "easy")
        karen, reiner = table.page("A"), table.page("B")
        karen.opens = reiner.opens = False
        karen.sit("A", "Karen")
        reiner.sit("B", "Reiner")
        while not karen.table["opening"]:
            karen.hear("table")
        karen.open_salts()
        karen.ping()  # by then it is on disk
        house.stop(signal.SIGKILL)
        house.start()
        back = table.page("B")
        assert back.table["opening"]
        back.salts = reiner.salts
        back.open_salts()
        back.hear("update")
        assert back.table["salts"] == {**karen.salts, **reiner.salts, "C": back.table["house"]["C"]}
