"""What lines led to is told with numbers, and in the same words of few letters to whoever stages it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rollmops.engine.contract import LETTERS
from rollmops.engine.logbook import read_record
from rollmops.games import GAMES
from rollmops.games.news import news_of
from rollmops.games.records import open_match, tell

GAMES_HERE = Path(__file__).parent
LED_TO = [
    ("soles", "no_sole_loses_the_net_to_the_middle", "lost 2", "No sole! 2 slip back into the sea."),
    ("soles", "no_sole_loses_the_net_to_the_middle", "haul 2 A", "Reiner takes 2 from Karen."),
    ("soles", "who_has_fewer_gives_what_there_is", "hook 8", "A hook: 8 soles to take"),
    ("soles", "who_has_fewer_gives_what_there_is", "haul 3 B", "Karen takes 3 from Reiner."),
    ("soles", "ends_by_a_hook_that_takes_from_the_middle", "over", "The middle is empty, the game is over."),
    ("espresso", "half_a_wave_is_no_throw", "throws 1 1 0", "1 hook × ½ wave = 0 throws."),
    ("espresso", "five_equal_steal_three", "fish blue 1 A C", "Cleo steals 1 blue fish from Ann."),
    ("espresso", "special_move_back_into_the_lake", "fish yellow 1 A lake", "moves the yellow fish from Ann to the lake."),
    ("lure", "all_fish_one_can_catch_are_taken", "catch A carp 24", "the minnow, the gudgeon, the roach and the carp"),
    ("lure", "a_tie_for_the_lowest_total_catches_nothing", "miss B 10", "Ben catches nothing with 10."),
    ("floe", "ends_at_100_for_six_players", "over", "The round is scored, from front to rear:"),
]


def led_to(name: str, record: str) -> list[tuple[tuple[str, ...], str]]:
    """Every line of a record: what it led to, and how it is told."""
    logbook = read_record((GAMES_HERE / name / "records" / f"{record}.rollmops").read_bytes())
    match = open_match(logbook.header)
    found = []
    for entry in logbook.entries:
        before, done = match.table, len(match.entries)
        match.add(entry)
        found += [
            news_of(match.game, before, match.table, LETTERS.find(one.seat), one.words) for one in match.entries[done:]
        ]
    return list(zip(found, tell(logbook), strict=True))


@pytest.mark.parametrize(("name", "record", "news", "words"), LED_TO)
def test_what_a_line_led_to_is_told_with_numbers(name: str, record: str, news: str, words: str) -> None:
    assert any(news in found and words in told for found, told in led_to(name, record)), led_to(name, record)


@pytest.mark.parametrize("name", GAMES)
def test_everything_that_changes_hands_is_news(name: str) -> None:
    """Whoever adds the news up knows what everybody has at the end: nothing happens without being told."""
    for path in sorted((GAMES_HERE / name / "records").glob("*.rollmops"))[:40]:
        record = read_record(path.read_bytes())
        match = open_match(record.header)
        held = dict.fromkeys(LETTERS[: match.seats], 0)
        start = match.points()
        for entry in record.entries:
            before, done = match.table, len(match.entries)
            match.add(entry)
            for one in match.entries[done:]:
                for news in news_of(match.game, before, match.table, LETTERS.find(one.seat), one.words):
                    gain(held, one.seat, news.split())
        if name in ("soles", "espresso"):
            assert [count + first for count, first in zip(held.values(), start, strict=True)] == match.points(), path.name


def gain(held: dict[str, int], seat: str, news: list[str]) -> None:
    match news:
        case ["home", count]:
            held[seat] += int(count)
        case ["haul", count, source] if source != "middle":
            held[source] -= int(count)
        case ["fish", _, count, source, target]:
            for place, change in ((source, -int(count)), (target, int(count))):
                if place in held:
                    held[place] += change


SUPPLIES = "rollmops 1\ngame soles\nseat A Karen\nseat B Reiner\nfirst A\n\nA roll 2 2 1 water\nA secure\n"
LEADS = [
    ("B roll 2 1 1 water\nB secure\n", ()),  # four are fewer than five
    ("B roll 2 2 1 water\nB secure\n", ()),  # level: nobody leads alone
    ("B roll 2 2 2 water\nB secure\n", ("lead B A", "The lead goes from Karen to Reiner.")),
    ("B roll 2 2 1 water\nB secure\nA roll 1 1 1 1\nA secure\n", ("lead A", "Karen leads now.")),
]


@pytest.mark.parametrize(("played", "told"), LEADS)
def test_a_lead_that_changes_hands_is_told(played: str, told: tuple[str, ...]) -> None:
    record = read_record((SUPPLIES + played).encode())
    match = open_match(record.header)
    found: tuple[str, ...] = ()
    for entry in record.entries:
        before = match.table
        match.add(entry)
        found = news_of(match.game, before, match.table, LETTERS.find(entry.seat), entry.words)
    leads = [one for one in found if one.startswith("lead")]
    assert leads == list(told[:1])
    assert list(tell(record))[-1].endswith(told[1] if told else "home.")


@pytest.mark.parametrize("name", GAMES)
def test_whoever_follows_the_leads_knows_who_leads(name: str) -> None:
    """In every record: who is said to lead does, alone, and the last one said leads until somebody draws level."""
    for path in sorted((GAMES_HERE / name / "records").glob("*.rollmops"))[:40]:
        record = read_record(path.read_bytes())
        match = open_match(record.header)
        for entry in record.entries:
            before, done = match.table, len(match.entries)
            then = match.points()
            match.add(entry)
            now = match.points()
            found = [
                one
                for told in match.entries[done:]
                for one in news_of(match.game, before, match.table, LETTERS.find(told.seat), told.words)
                if one.startswith("lead")
            ]
            alone = [seat for seat, points in enumerate(now) if points == max(now)]
            ahead = [seat for seat, points in enumerate(then) if points == max(then)]
            changed = len(alone) == 1 and alone != ahead and max(then) > 0 and not match.over
            assert len(found) == changed, (path.name, str(entry), then, now)
            if changed:
                assert found[0].split()[1] == LETTERS[alone[0]]
