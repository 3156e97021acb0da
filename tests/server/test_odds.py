"""Odds on request over real sockets: exact, only where the table wants them, made of the asker's own view alone."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from rollmops.games import house as components
from rollmops.lab.odds.lure import cast_odds
from tests.server.house import House, Page
from tests.server.players import any_choice


def until(page: Page, game: str, *verbs: str) -> str:
    """Play on until one of the page's seats may begin its line so; returns the seat."""
    for _ in range(200):
        for seat in page.update["owing"]:
            if set(verbs) & set(page.part(seat)["verbs"]):
                return str(seat)
        seat = page.update["owing"][0]
        page.choose(seat, any_choice(game, page.part(seat)))
        page.hear("update")
    raise AssertionError(f"nobody ever came to {verbs}")


def ask(page: Page, seat: str, words: str = "") -> list[dict[str, Any]]:
    page.say("odds", seat=seat, words=words, id=11)
    answer = page.hear("odds")
    assert (answer["about"], answer["seat"]) == (11, seat)
    return list(answer["prospects"])


def seated(house: House, game: str, seats: str = "AB", **more: Any) -> Page:
    page = house.table(*["here"] * len(seats), game=game, **{"odds": True, **more}).seated(*seats)
    page.hear("update")
    return page


def test_soles_tells_the_chance_to_come_home_empty(house: House) -> None:
    page = seated(house, "soles")
    seat = until(page, "soles", "again")
    (again,) = ask(page, seat)
    assert again["line"] == "again"
    assert set(again["chances"]) == {"no sole", "hook"}
    assert 0 < again["chances"]["no sole"] < 1
    assert again["means"]["haul"] > 0


def test_espresso_tells_what_standing_and_the_best_re_roll_bring(house: House) -> None:
    page = seated(house, "espresso")
    seat = until(page, "espresso", "stand")
    stand, *best = ask(page, seat)
    assert stand["line"] == "stand"
    assert set(stand["chances"].values()) <= {0, 1}  # these dice lie already
    for one in best:
        assert one["line"].startswith("reroll ")
        assert one["means"]["fish"] > stand["means"]["fish"]
        assert one == ask(page, seat, one["line"])[0]


def test_lure_tells_the_odds_of_the_cast_being_composed(house: House) -> None:
    page = seated(house, "lure")
    seat = until(page, "lure", "cast")
    fish = [card["name"] for card in page.part(seat)["view"]["middle"]]
    assert [one["line"] for one in ask(page, seat)] == [f"cast {dice}" for dice in range(1, 6)]
    (composed,) = ask(page, seat, "cast 3 d12")
    exact = cast_odds(components("lure"), "cast 3 d12", fish)
    assert composed["chances"] == {name: float(chance) for name, chance in {**exact.catch, "nothing": exact.nothing}.items()}
    assert Fraction(composed["means"]["vp"]) == pytest.approx(exact.vp)
    page.choose(seat, "cast 3")
    page.ping()
    assert ask(page, seat, "cast 3")[0]["line"] == "cast 3"  # a sealed cast too


def test_odds_that_cannot_be_are_refused_and_the_room_goes_on(house: House) -> None:
    page = seated(house, "lure")
    for words in ("cast 77", "cast 1 worm", "adjust 1+", "splash roach", "cast"):
        page.say("odds", seat="A", words=words)
        assert page.hear("problem")["kind"] in ("bad words", "illegal"), words
    page.say("odds", seat="C")
    page.problem("unknown seat")
    assert ask(page, "A", "cast 2")


def test_a_table_that_wants_none_gives_none(house: House) -> None:
    page = seated(house, "soles", odds=False)
    page.say("odds", seat="A")
    page.problem("illegal")


def test_what_a_seat_asks_for_stays_between_it_and_the_server(house: House) -> None:
    table = house.table("here", "link", game="lure", odds=True)
    ann, ben = table.seated("A"), table.seated("B")
    for page in (ann, ben):
        page.hear("update")
    heard = len(ben.frames)
    ask(ann, "A", "cast 4 d20")
    ben.ping()
    assert all(json.loads(frame)["type"] == "pong" for frame in ben.frames[heard:])
    ben.say("odds", seat="A")
    ben.problem("unknown seat")


def test_one_at_a_time(house: House) -> None:
    page = seated(house, "lure")
    page.say_at_once(*({"type": "odds", "seat": "A", "words": "cast 5 d12 d20", "id": number} for number in range(30)))
    page.ping()
    answers = [json.loads(frame) for frame in page.frames]
    refused = [one for one in answers if one["type"] == "problem"]
    assert refused
    assert {one["kind"] for one in refused} == {"too fast"}
    assert any(one["type"] == "odds" for one in answers) or page.hear("odds")
