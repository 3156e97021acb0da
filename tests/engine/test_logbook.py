"""The logbook reads what it writes, and any bytes give a record or a message."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollmops.engine.errors import BadRecordError, RollmopsError
from rollmops.engine.logbook import Entry, Header, Record, clean_name, read_record
from rollmops.games.records import read_match

KAREN = """rollmops 1
game soles
seat A Karen
seat B Reiner # who was on a trawler last
first A

A roll 2 1 1 water
# a comment of its own

A again
"""


def test_reads_header_entries_and_line_numbers() -> None:
    record = read_record(KAREN)
    assert record.header == Header("soles", ("Karen", "Reiner"), first="A")
    assert [(entry.seat, entry.words, entry.line) for entry in record.entries] == [
        ("A", "roll 2 1 1 water", 7),
        ("A", "again", 10),
    ]


@pytest.mark.parametrize(
    ("change", "line", "said"),
    [
        (("rollmops 1", "rollmops 2"), 1, "begins with 'rollmops 1'"),
        (("rollmops 1", ""), 1, "found ''"),
        (("game soles", "gmae soles"), 2, "a header line begins with"),
        (("game soles", "game chess"), 2, "there is no game 'chess'; there are soles"),
        (("seat B Reiner", "seat C Reiner"), 4, "expected seat B"),
        (("seat B Reiner", "seat A Reiner"), 4, "stands twice"),
        (("seat B Reiner", "seat B"), 4, "seat LETTER NAME"),
        (("first A", "first Karen"), 5, "a seat's letter"),
        (("first A", "first C"), 5, "only 2 seats"),
        (("first A", "commit xyz"), 5, "64 hexadecimal"),
        (("A roll 2 1 1 water", "Karen roll 2 1 1 water"), 7, "begins with a seat's letter"),
        (("A roll 2 1 1 water", "A"), 7, "no verb"),
        (("A roll 2 1 1 water", "B roll 2 1 1 water"), 7, "'A roll' with 4 of 1, 2, hook"),
        (("A roll 2 1 1 water", "A roll 2 1 1"), 7, "4 dice are rolled here, not 3"),
        (("A roll 2 1 1 water", "A roll 2 1 1 shark"), 7, "not 'shark'"),
        (("A roll 2 1 1 water", "A secure"), 7, "'A roll' with 4"),
        (("A again", "B again"), 10, "'A again' or 'A secure'"),
        (("A again", "A take B"), 10, "'A again' or 'A secure'"),
        (("A again", "A again and again"), 10, "'A again' or 'A secure'"),
    ],
)
def test_a_bad_line_is_named_with_what_would_be_right(change: tuple[str, str], line: int, said: str) -> None:
    with pytest.raises(BadRecordError) as caught:
        read_match(KAREN.replace(*change))
    assert caught.value.line == line
    assert said in str(caught.value)
    assert f"line {line}" in str(caught.value)


def test_bytes_that_are_not_text_are_named_by_line() -> None:
    with pytest.raises(BadRecordError, match="line 3: byte 0xff is not UTF-8"):
        read_record(b"rollmops 1\ngame soles\nseat A \xff\n")


names = st.text(min_size=1).map(clean_name).filter(bool)
words = st.lists(st.text("abcxyz0123+-=,", min_size=1, max_size=6), min_size=1, max_size=5).map(" ".join)
digests = st.text("0123456789abcdef", min_size=64, max_size=64)
headers = st.builds(
    Header,
    game=st.sampled_from(["soles", "lure"]),
    seats=st.lists(names, min_size=2, max_size=8).map(tuple),
    first=st.sampled_from([None, "A", "B"]),
    components=st.none() | st.tuples(st.just("house"), digests),
    options=st.dictionaries(st.sampled_from(["odds", "dice"]), st.sampled_from(["on", "hand"])),
    commit=st.none() | digests,
    salts=st.dictionaries(st.sampled_from(["A", "B"]), digests),
    reveal=st.none() | digests,
    date=st.sampled_from([None, "2026-11-15"]),
    result=st.sampled_from([None, "A 3 B 4"]),
)
records = st.builds(
    Record, header=headers, entries=st.lists(st.builds(Entry, st.sampled_from("AB*"), words), max_size=6).map(tuple)
)


@given(records)
def test_what_is_written_is_read(record: Record) -> None:
    assert read_record(record.text()) == record
    assert read_record(record.text().encode()) == record
    assert read_record(record.text().replace("\n", "\r\n")) == record


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_any_bytes_give_a_record_or_a_message(data: bytes) -> None:
    for junk in (data, b"rollmops 1\n" + data, KAREN.encode() + data):
        try:
            read_match(junk)
        except RollmopsError as error:
            assert re.match(r"line \d+: .", str(error))
            assert str(error).isprintable()


@given(st.data())
def test_a_line_changed_anywhere_gives_a_record_or_a_message(data: st.DataObject) -> None:
    lines = KAREN.splitlines()
    place = data.draw(st.integers(0, len(lines) - 1))
    lines[place] = data.draw(st.text(max_size=30) | st.sampled_from(lines) | st.just("A take 9") | st.just("A roll"))
    try:
        read_match("\n".join(lines))
    except RollmopsError as error:
        assert str(error).startswith("line ")


@given(st.text(max_size=100))
def test_a_cleaned_name_survives_a_record(name: str) -> None:
    clean = clean_name(name)
    if clean:
        record = Record(Header("soles", (clean, "B")), ())
        assert read_record(record.text()).header.seats[0] == clean


def test_a_header_is_short_however_long_the_file() -> None:
    """Tens of thousands of options took minutes to read, and a name of megabytes came back with every line."""
    many = "".join(f"option o{number} yes\n" for number in range(60_000))
    with pytest.raises(BadRecordError, match="line 101: a header has 100 lines at most"):
        read_record(KAREN.replace("first A\n", f"first A\n{many}"))
    with pytest.raises(BadRecordError, match=r"line 3: .*300 characters at most"):
        read_record(KAREN.replace("Karen", "K" * 100_000))


def test_half_a_character_is_refused() -> None:
    with pytest.raises(BadRecordError, match=r"line 3: .*control characters"):
        read_record(KAREN.replace("Karen", "Kar\ud800n"))
