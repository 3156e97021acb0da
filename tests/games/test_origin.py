"""Games that go on from another record: their header says so, and the proof is honest about whose dice are in them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

import rollmops
from rollmops.cli import app
from rollmops.engine.dice import FairDice, commitment, house_salt, new_seed
from rollmops.engine.errors import BadProofError, BadRecordError, BadTableError
from rollmops.engine.keyed import dice_of
from rollmops.engine.logbook import Entry, Record, read_record
from rollmops.engine.match import Match
from rollmops.games import game
from rollmops.games.beginning import Beginning, go_on_from
from rollmops.games.origin import digest_of, origin_of
from rollmops.games.records import HOUSE, fold, salt_options, verify
from rollmops.minds import mind
from rollmops.minds.loop import play


def played(name: str = "soles", players: int = 2) -> Record:
    """A finished game with fair dice."""
    match = rollmops.open(name, [f"P{n}" for n in range(players)], seed=7)
    return rollmops.play(match, rollmops.mind("random", 7)).record()


def continued(beginning: Beginning, old: Record) -> Record:
    """A game played on from there, as a table with one machine would do it."""
    letters = "ABCDEFGH"[: beginning.seats]
    seed = beginning.seed or new_seed()
    salts = beginning.salts if beginning.salts is not None else {one: house_salt(seed, one) for one in letters}
    options = beginning.options if beginning.seed else salt_options(dict.fromkeys(letters, HOUSE)) | beginning.options
    header = replace(old.header, options=options, commit=commitment(seed), salts=salts, reveal=None, result=None)
    match = Match(game(header.game), beginning.components, header)
    for entry in beginning.entries:
        match.add(entry)
    dice = dice_of(header, seed, match)
    dice.drawn = beginning.drawn
    play(match, [mind("random", match.game, match.components, 5)] * match.seats, dice)
    record = match.record()
    return read_record(replace(record, header=replace(record.header, reveal=seed)).text())


@pytest.mark.parametrize(("name", "players"), [("soles", 3), ("espresso", 2), ("lure", 3)])
@pytest.mark.parametrize("same_dice", [False, True])
def test_a_game_that_goes_on_proves_its_own_dice_only(name: str, players: int, same_dice: bool) -> None:
    old = played(name, players)
    cut = len(old.entries) // 2
    beginning = go_on_from(old, cut, same_dice=same_dice)
    new = continued(beginning, old)
    assert [str(one) for one in new.entries[: len(beginning.entries)]] == [str(one) for one in beginning.entries]
    origin = origin_of(new.header)
    assert origin is not None
    assert (origin.digest, origin.entries, origin.same_dice) == (digest_of(old), len(beginning.entries), same_dice)
    assert cut - players < origin.entries <= cut, "never in the middle of choices that several make at once"
    assert verify(new) > 0
    # the first die of its own is changed
    place = next(n for n in range(origin.entries, len(new.entries)) if _is_chance(new, n))
    with pytest.raises((BadProofError, BadRecordError)):
        verify(_with_other_die(new, place))


def _is_chance(record: Record, place: int) -> bool:
    match = Match(game(record.header.game), rollmops.open(record.header.game, record.header.seats).components, record.header)
    for entry in record.entries[:place]:
        match.add(entry)
    return match.chance


def _with_other_die(record: Record, place: int) -> Record:
    """The same with another roll at this place, drawn until it differs."""
    header = record.header
    match = Match(game(header.game), rollmops.open(header.game, header.seats).components, replace(header, result=None))
    for entry in record.entries[:place]:
        match.add(entry)
    other = record.entries[place]
    while str(other) == str(record.entries[place]):
        again = Match(match.game, match.components, match.header, list(match.entries), table=match.table)
        other = again.roll(FairDice(new_seed(), {}))
    kept = (*record.entries[:place], Entry(other.seat, other.words, record.entries[place].line))
    return Record(replace(header, result=None), kept)


def test_with_the_same_dice_the_same_lines_lead_to_the_same_end() -> None:
    old = played()
    for cut in (0, 1, 7, len(old.entries) - 2):
        beginning = go_on_from(old, cut, same_dice=True)
        match = Match(game("soles"), beginning.components, replace(old.header, result=None))
        for entry in beginning.entries:
            match.add(entry)
        dice = dice_of(match.header, beginning.seed, match)
        dice.drawn = beginning.drawn
        for entry in old.entries[cut:]:
            if match.chance:
                assert match.roll(dice) == entry
            else:
                match.add(entry)
        assert match.over


def test_a_game_goes_on_from_one_that_went_on_itself() -> None:
    old = played()
    middle = continued(go_on_from(old, 9), old)
    newer = continued(go_on_from(middle, 15, same_dice=True), middle)
    assert newer.header.options["dice"] == "record 9"
    assert verify(newer) > 0
    with pytest.raises(BadTableError, match="take new dice"):
        go_on_from(middle, 5, same_dice=True)
    fresh = continued(go_on_from(middle, 5), middle)
    assert verify(fresh) > 0


def test_what_cannot_go_on_is_said() -> None:
    old = played()
    with pytest.raises(BadTableError, match="over"):
        go_on_from(old, len(old.entries))
    with pytest.raises(BadTableError, match="entries"):
        go_on_from(old, len(old.entries) + 1)
    with pytest.raises(BadTableError, match="take new dice"):
        go_on_from(Record(replace(old.header, reveal=None), old.entries), 3, same_dice=True)
    with pytest.raises(BadProofError):
        go_on_from(Record(replace(old.header, salts={"A": "00", "B": "11"}), old.entries), 9, same_dice=True)


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ("from nonsense", "option from SHA256 ENTRIES"),
        (f"from {'0' * 64} -1", "option from SHA256 ENTRIES"),
        ("dice record", "option from"),
        (f"from {'0' * 64} 3\noption dice record 4", "only 3 entries"),
    ],
)
def test_a_header_that_says_nonsense_is_refused_with_its_line(option: str, says: str) -> None:
    text = played().text().replace("seat B P1\n", f"seat B P1\noption {option}\n")
    with pytest.raises(BadRecordError, match=says) as caught:
        fold(read_record(text))
    assert caught.value.line == 5


def test_more_entries_than_there_are_cannot_come_from_another_record() -> None:
    text = played().text().replace("seat B P1\n", f"seat B P1\noption from {'0' * 64} 9999\n")
    with pytest.raises(BadProofError, match="9999 entries"):
        verify(read_record(text))


def test_verify_says_which_dice_are_new(tmp_path: Path) -> None:
    old = played()
    new, same = (continued(go_on_from(old, 11, same_dice=same), old) for same in (False, True))
    files = {}
    for name, record in (("old", old), ("new", new), ("same", same)):
        files[name] = tmp_path / f"{name}.rollmops"
        files[name].write_text(record.text(), encoding="utf-8")
    run = CliRunner().invoke
    told = run(app, ["verify", str(files["new"])])
    assert told.exit_code == 0, told.output
    assert "(from entry 12 on)" in told.output
    assert "The first 11 entries come from another record" in told.output
    assert "are not checked here; --from FILE" in told.output
    told = run(app, ["verify", str(files["new"]), "--from", str(files["old"])])
    assert told.exit_code == 0, told.output
    assert f"its {verify(old)} dice and cards are proven too" in told.output
    told = run(app, ["verify", str(files["same"])])
    assert told.exit_code == 0, told.output
    assert "open before this game began" in told.output
    wrong = run(app, ["verify", str(files["new"]), "--from", str(files["same"])])
    assert wrong.exit_code != 0
