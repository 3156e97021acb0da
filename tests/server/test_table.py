"""A table from the door to the rematch, over real sockets."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import time
from pathlib import Path

from rollmops.engine.contract import Game
from rollmops.engine.logbook import read_record
from rollmops.games import components_text, records
from tests.browser.prepared import lay
from tests.server.house import House, Page, Table
from tests.server.players import any_choice, play_out

LETTERS = "ABCDEFGH"


def test_the_lids_say_who_can_play(house: House) -> None:
    lids = {lid["name"]: lid for lid in house.get("/api/games")["games"]}
    assert (lids["soles"]["fewest"], lids["soles"]["most"], lids["soles"]["minutes"]) == (2, 8, 5)
    assert [level["name"] for level in lids["soles"]["levels"]] == ["easy", "medium", "hard", "master"]


def test_the_game_begins_when_the_last_has_sat_down(house: House) -> None:
    table = house.table("here", "link")
    karen = table.seated("A")
    karen.ping()
    assert karen.table["state"] == "door"
    assert karen.update == {}
    assert [seat["sat"] for seat in karen.table["seats"]] == [True, False]
    reiner = table.seated("B")
    for page in (karen, reiner):
        page.hear("update")
        assert page.table["state"] == "play"
    assert [seat["name"] for seat in karen.table["seats"]] == ["Karen", "Reiner"]
    assert karen.part("A")["owes"] != reiner.part("B")["owes"]


def test_the_promise_of_the_dice_comes_before_the_salts(house: House) -> None:
    table = house.table("here", "easy")
    page = table.page("A")
    promised = page.table["commit"]
    assert page.table["salts"] == {}
    page.sit("A", "Karen")
    page.hear("update")
    assert page.table["commit"] == promised
    assert set(page.table["salts"]) == {"A", "B"}
    assert page.table["salts"]["A"] == page.salts["A"]


def test_a_whole_game_and_its_proof(house: House, any_game: Game) -> None:
    table = house.table("here", "link", game=any_game.name)
    pages = {seat: table.seated(seat) for seat in "AB"}
    watcher = table.page()
    play_out(any_game.name, pages)
    watcher.ping()
    state = watcher.table
    assert state["result"]["winners"]
    assert hashlib.sha256(bytes.fromhex(state["reveal"])).hexdigest() == state["commit"]
    _, text, headers = house.request(f"/api/tables/{table.code}/record")
    assert ".rollmops" in headers["content-disposition"]
    record = read_record(text)
    match = records.read_match(text)
    assert match.over
    assert [f"{line['seat']} {line['words']}" for line in all_lines(table.page().update)] == list(map(str, record.entries))
    replay = table.get("/replay")
    assert [step["line"]["words"] for step in replay["steps"]] == [entry.words for entry in record.entries]
    assert replay["steps"][-1]["points"] == state["result"]["points"]
    again = house.request("/api/replay", {"record": text.decode(), "seat": "A"})
    assert len(json.loads(again[1])["steps"]) == len(record.entries)
    if any_game.name != "floe":
        assert records.verify(record) == len(table.get("/proof")["draws"])
        check_with_nothing_but_hmac(table.get("/proof"))


def all_lines(update: dict[str, list[dict[str, list[dict[str, str]]]]]) -> list[dict[str, str]]:
    return update["parts"][0]["lines"]


def check_with_nothing_but_hmac(proof: dict[str, object]) -> None:
    """As the page does it: no rule of any game, only HMAC-SHA-256, the weights, and keys or a counter."""
    salts = ",".join(f"{seat}={salt}" for seat, salt in sorted(dict(proof["salts"]).items()))  # type: ignore[call-overload]
    number = 0
    draws: list[dict[str, object]] = [*([proof["lot"]] if proof["lot"] else []), *proof["draws"]]  # type: ignore[misc, list-item]
    assert draws
    for draw in draws:
        total, tries = draw["total"], 0
        assert isinstance(total, int)
        while True:
            text = f"{salts};{draw['key']};{tries}" if draw["key"] else f"{salts};{number}"
            value = int.from_bytes(hmac.digest(bytes.fromhex(str(proof["seed"])), text.encode(), "sha256")[:6])
            number, tries = number + 1, tries + 1
            left = value * total >> 48 if draw["key"] else value % total
            if draw["key"] and value * total % 2**48 >= 2**48 % total:
                break
            if not draw["key"] and value < 2**48 - 2**48 % total:
                break
        weights: list[int] = draw["weights"]  # type: ignore[assignment]
        choice = next(place for place in range(len(weights)) if left < sum(weights[: place + 1]))
        assert choice == draw["choice"]


def test_a_proof_is_refused_while_the_game_runs(house: House) -> None:
    table = house.table("here", "here")
    table.seated("A", "B").hear("update")
    for what in ("proof", "replay"):
        status, body, _ = house.request(f"/api/tables/{table.code}/{what}")
        assert (status, json.loads(body)["kind"]) == (409, "too early")


def test_three_at_one_device(house: House) -> None:
    table = house.table("here", "here", "here")
    page = table.seated("A", "B", "C")
    page.hear("update")
    assert [part["seat"] for part in page.update["parts"]] == ["A", "B", "C"]
    play_out("soles", dict.fromkeys("ABC", page))


def test_against_bots_of_every_level(house: House) -> None:
    table = house.table("here", "easy", "medium", "hard")
    page = table.seated("A")
    page.hear("update")
    for _ in range(400):
        if page.table["state"] == "over" or len(set(bots_lines(page))) == 3:
            break
        if page.part("A")["owes"]:
            page.choose("A", any_choice("soles", page.part("A")))
        page.next()
    assert set(bots_lines(page)) == {"B", "C", "D"}


def bots_lines(page: Page) -> list[str]:
    heard = [json.loads(frame) for frame in page.frames]
    lines = [line for message in heard if message["type"] == "update" for line in message["open"]["lines"]]
    return [line["seat"] for line in lines if line.get("bot")]


def choose_first(karen: Page, reiner: Page) -> None:
    """Make the first choice: A's, or B's where A has thrown no sole."""
    for page in (karen, reiner):
        page.hear("update")
    seat, page = ("A", karen) if "A" in karen.update["owing"] else ("B", reiner)
    page.choose(seat, any_choice("soles", page.part(seat)))


def test_where_nothing_is_secret_everybody_hears_the_same(house: House) -> None:
    table = house.table("here", "link", first="A")
    pages = [table.seated("A"), table.seated("B"), table.page()]
    choose_first(*pages[:2])
    for page in pages:
        page.ping()
    told = {[frame for frame in page.frames if frame.startswith('{"type":"update"')][-1] for page in pages}
    assert len(told) == 1
    update = json.loads(told.pop())
    assert update["parts"] == []
    assert update["open"]["view"]["seat"] is None
    assert [turn["seat"] for turn in update["open"]["turns"] if turn["owes"]] == update["owing"]
    assert [page.update["parts"][0]["seat"] for page in pages] == ["A", "B", None]


def test_who_does_not_ask_for_what_all_are_sent_gets_parts(house: House) -> None:
    """As a page that was loaded before an upgrade, and goes on with its game."""
    table = house.table("here", "link", first="A")
    new, old, watcher = table.seated("A"), *(Page(table.url.removesuffix("?open=1")) for _ in range(2))
    old.say("hello", tokens=[table.tokens["B"]])
    old.sit("B", "Reiner")
    watcher.say("hello")
    choose_first(new, old)
    for page in (new, old, watcher):
        page.ping()
    told = [
        json.loads(next(frame for frame in reversed(page.frames) if '"type":"update"' in frame)) for page in (old, watcher)
    ]
    for update, eyes in zip(told, ("B", None), strict=True):
        assert "open" not in update
        assert [part["seat"] for part in update["parts"]] == [eyes]
        assert update["parts"][0]["view"]["seat"] == eyes
        assert new.update["parts"][0]["view"] | {"seat": eyes} == update["parts"][0]["view"]
        assert update["sequence"] == new.update["sequence"]


def test_the_log_can_be_taken_up_where_it_was_left(house: House) -> None:
    table = house.table("here", "here")
    page = table.seated("A", "B")
    page.hear("update")
    lines = all_lines(page.update)
    for _ in range(6):
        owing = page.update["owing"][0]
        page.choose(owing, any_choice("soles", page.part(owing)))
        page.hear("update")
        lines = lines[: page.update["start"]] + all_lines(page.update)
    sequence = page.update["sequence"]
    page.close()
    back = table.page("A", "B", sequence=sequence - 2)
    assert back.update["start"] == sequence - 2
    told = [{key: value for key, value in line.items() if key != "view"} for line in lines]  # tables in between: once only
    assert all_lines(back.update) == told[sequence - 2 :]
    assert all_lines(table.page("A", "B").update) == told


def test_a_second_device_takes_a_seat_over(house: House) -> None:
    table = house.table("here", "here")
    laptop = table.seated("A", "B")
    laptop.hear("update")
    phone = table.page("A")
    assert phone.welcome["seats"] == ["A"]
    assert laptop.hear("taken")["seats"] == ["A"]
    assert laptop.hear("welcome")["seats"] == ["B"]
    laptop.choose("A", "again")
    laptop.problem("unknown seat")


HOOKED = b"""rollmops 1
game soles
seat A Karen
seat B Reiner
first A

A roll 2 double double hook
"""


def test_a_line_can_be_taken_back_until_something_follows(house: House) -> None:
    """Dice that were thrown before leave a hook: Karen may take 8 soles."""
    code, tokens = asyncio.run(lay(house.data, HOOKED))
    page = Table(house, code, dict(zip("AB", tokens, strict=True))).page("A", "B")
    before = page.part("A")["view"]
    assert page.part("A")["choices"] == ["take middle", "take B"]
    assert not page.part("A")["undo"]
    page.choose("A", "take middle")
    page.hear("update")
    assert page.part("A")["view"]["net"] == 8
    assert page.part("A")["undo"]
    page.say("take back", seat="A", sequence=page.update["sequence"])
    page.hear("update")
    assert page.update["start"] == 1
    assert page.part("A")["view"] == before
    page.say("take back", seat="A", sequence=page.update["sequence"])
    page.problem("illegal")


def test_a_bot_plays_on_for_somebody_who_is_gone_until_they_come_back(house: House) -> None:
    while True:
        table = house.table("here", "link", first="B")
        karen, reiner = table.seated("A"), table.seated("B")
        karen.hear("update")
        karen.say("let bot", seat="B")
        karen.problem("seat taken")
        left, since = time.monotonic(), len(karen.frames)
        reiner.close()
        while karen.table["seats"][1]["present"]:
            karen.hear("table")
        karen.say("let bot", seat="B")
        karen.ping()
        if any('"too early"' in frame for frame in karen.frames[since:]):
            break
        # On a busy machine that may have come too late to be too early.
        assert time.monotonic() - left > house.settings["away"]
    while not karen.table["seats"][1]["replaceable"]:
        karen.hear("table")
    karen.say("let bot", seat="B", level="easy")
    while not karen.table["seats"][1]["bot"]:
        karen.hear("table")
    while not any(line["seat"] == "B" and line.get("bot") for line in karen.part("A")["lines"]):
        if karen.part("A")["owes"]:  # Reiner's first roll was for nothing, and it is Karen's turn
            karen.choose("A", karen.part("A")["choices"][-1])
        karen.hear("update")
    back = table.page("B")
    karen.ping()
    assert not karen.table["seats"][1]["bot"]
    assert back.table["seats"][1]["name"] == "Reiner"


def test_a_bot_takes_a_seat_that_nobody_took(house: House) -> None:
    table = house.table("here", "link")
    page = table.seated("A")
    page.ping()
    assert page.table["seats"][1]["replaceable"]
    page.say("let bot", seat="B", level="easy")
    page.hear("update")
    assert page.table["state"] == "play"


def test_who_comes_after_a_bot_took_the_seat_can_still_choose_a_name(house: House) -> None:
    table = house.table("here", "link")
    karen = table.seated("A")
    karen.say("let bot", seat="B", level="easy")
    karen.hear("update")
    late = table.page("B")
    assert (late.table["state"], late.table["seats"][1]["name"]) == ("play", "")
    late.sit("B", "Reiner", colour="plum")
    while not late.table["seats"][1]["name"]:
        late.hear("table")
    assert late.table["seats"][1]["colour"] == "plum"


def test_a_table_needs_somebody_and_colours_that_differ(house: House) -> None:
    bots = [{"kind": "bot"}, {"kind": "bot"}]
    twins = [{"kind": "here", "colour": "sky"}, {"kind": "link"}, {"kind": "bot", "colour": "sky"}]
    for seats, why in ((bots, "somebody must sit down"), (twins, "both be sky")):
        status, body, _ = house.request("/api/tables", {"game": "soles", "seats": seats})
        assert status == 400
        problem = json.loads(body)
        assert problem["kind"] == "bad table"
        assert why in problem["message"]


def test_seats_have_the_colours_they_were_set_with(house: House) -> None:
    seats = [{"kind": "here", "colour": "rust"}, {"kind": "link"}, {"kind": "bot", "colour": "coral"}]
    code = json.loads(house.request("/api/tables", {"game": "soles", "seats": seats})[1])["code"]
    assert [seat["colour"] for seat in house.get(f"/api/tables/{code}")["seats"]] == ["rust", "lemon", "coral"]


def test_who_leaves_gives_the_seat_to_a_bot(house: House) -> None:
    table = house.table("here", "link", first="A")
    karen, reiner = table.seated("A"), table.seated("B")
    karen.hear("update")
    karen.say("leave", seat="A")
    assert karen.hear("welcome")["seats"] == []
    reiner.ping()
    assert reiner.table["seats"][0]["bot"]


def test_a_rematch_keeps_people_and_tokens_and_the_next_begins(house: House) -> None:
    table = house.table("here", "link", first="A")
    pages = {seat: table.seated(seat) for seat in "AB"}
    pages["A"].hear("update")
    pages["A"].say("next")
    pages["A"].problem("too early")
    play_out("soles", pages)
    pages["A"].say("next", id=7)
    moved = pages["A"].hear("moved")
    assert (moved["about"], pages["B"].hear("moved")["code"]) == (7, moved["code"])
    pages["B"].say("next")
    assert pages["B"].hear("moved")["code"] == moved["code"]
    table.code = moved["code"]
    again = {seat: table.seated(seat) for seat in "AB"}
    again["A"].hear("update")
    assert again["A"].table["first"] == "B"
    assert [seat["name"] for seat in again["A"].table["seats"]] == ["Karen", "Reiner"]
    assert again["A"].table["commit"] != pages["A"].table["commit"]


def test_a_hint_comes_from_the_minds_and_the_odds(house: House) -> None:
    table = house.table("here", "here", odds=True)
    page = table.seated("A", "B")
    page.hear("update")
    while "again" not in page.part(page.update["owing"][0])["verbs"]:
        page.choose(page.update["owing"][0], "take middle")
        page.hear("update")
    owing = page.update["owing"][0]
    page.say("hint", seat=owing, id=5)
    hint = page.hear("hint")
    assert hint["about"] == 5
    assert {idea["words"] for idea in hint["ideas"]} == {"again", "secure"}
    assert (hint["exact"], hint["gain"]) == (True, 0)
    for idea in hint["ideas"]:
        assert 0 < idea["share"] < 1
        assert (idea["tries"], idea["error"]) == (0, None)
    page.say("odds", seat=owing)
    (again,) = page.hear("odds")["prospects"]
    assert {idea["words"]: idea["prospect"] for idea in hint["ideas"]} == {"again": again, "secure": None}


def test_changing_the_lock(house: House) -> None:
    table = house.table("here", "easy")
    page = table.seated("A")
    page.say("renew", seat="A")
    token = page.hear("renewed")["token"]
    old = table.page()
    old.say("hello", tokens=[table.tokens["A"]])
    old.problem("unknown seat")
    table.tokens["A"] = token
    assert table.page("A").welcome["seats"] == ["A"]


def test_a_room_at_rest_is_read_from_the_store_again(house: House) -> None:
    table = house.table("here", "here")
    page = table.seated("A", "B")
    page.hear("update")
    last = page.update
    page.close()
    time.sleep(2.0)
    assert table.get()["state"] == "play"
    # Tables on the way (`view`) are sent once, with the lines that are new.
    then, before = ([{**line, "view": None} for line in all_lines(update)] for update in (table.page("A").update, last))
    assert then == before


def test_another_component_file(house: House) -> None:
    _, text, _ = house.request("/api/games/soles/components")
    bigger = text.decode().replace('name = "house"', 'name = "mine"').replace("yellow = 40", "yellow = 60")
    table = house.table("here", "here", components=bigger)
    page = table.seated("A", "B")
    page.hear("update")
    view = page.update["parts"][0]["view"]
    assert view["middle"] + view["net"] + sum(view["supply"].values()) == 100
    assert page.table["components"][0] == "mine"
    record = house.request(f"/api/tables/{table.code}/record")[1].decode()
    assert house.request("/api/replay", {"record": record})[0] == 200, "components are known by their digest"
    status, body, _ = house.request(
        "/api/tables",
        {"game": "soles", "seats": [{"kind": "here"}] * 2, "components": bigger.replace("yellow = 60", "yellow = -1")},
    )
    problem = json.loads(body)
    assert (status, problem["kind"], problem["field"]) == (400, "bad components", "soles.yellow")


def test_a_table_with_cards_of_its_own_is_played_proven_and_replayed(house: House) -> None:
    text = (Path(__file__).parent.parent / "games/lure/own/lake.toml").read_text(encoding="utf-8")
    table = house.table("here", "link", game="lure", components=text)
    play_out("lure", {seat: table.seated(seat) for seat in "AB"}, box=components_text("lure", text))
    proof = table.get("/proof")
    check_with_nothing_but_hmac(proof)
    record = house.request(f"/api/tables/{table.code}/record")[1].decode()
    entries = [entry.words.split() for entry in read_record(record).entries]
    drawn = [(draw["choice"], entries[draw["entry"]]) for draw in proof["draws"]]
    splashes = [(proof["cards"][choice], words[1]) for choice, words in drawn if words[0] == "splash"]
    assert len(splashes) == 8
    assert all(card == told for card, told in splashes)
    replay = json.loads(house.request("/api/replay", {"record": record})[1])
    assert replay["proof"] == proof


def test_a_record_that_breaks_the_rules_names_its_line(house: House) -> None:
    text = "rollmops 1\ngame soles\nseat A K\nseat B R\nfirst A\n\nA roll 2 1 1 water\nA take B\n"
    status, body, _ = house.request("/api/replay", {"record": text})
    problem = json.loads(body)
    assert (status, problem["kind"], problem["line"]) == (400, "bad record", 8)
