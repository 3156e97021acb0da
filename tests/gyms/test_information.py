"""What seats know in OpenSpiel: one information state is one decision, and watchers learn no secret."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from rollmops.engine.contract import LETTERS, Game
from rollmops.engine.errors import BadTableError
from rollmops.games import GAMES, game
from rollmops.gyms import openspiel as spiel
from tests.effort import short_or_long
from tests.gyms.test_openspiel import load, random_course

LURES_SPLASH = Path(__file__).with_name("lures_splash.toml")
NONE, ALONE, ALL = (getattr(pyspiel.PrivateInfoType, kind) for kind in ("NONE", "SINGLE_PLAYER", "ALL_PLAYERS"))
SECRETS = [name for name in GAMES if game(name).secrets]


def lures_splash() -> Any:
    return pyspiel.load_game(spiel.PREFIX + "lure", {"components": str(LURES_SPLASH)})


def observer(playing: Any, private: Any, *, public: bool = True, recall: bool = False) -> Any:
    kind = pyspiel.IIGObservationType(public_info=public, perfect_recall=recall, private_info=private)
    return make_observation(playing, kind)


def tree(state: Any) -> Iterator[Any]:
    """Every state that can come of this one."""
    yield state
    if not state.is_terminal():
        for choice in state.legal_actions():
            yield from tree(state.child(choice))


def note_decision(state: Any, known: dict[str, Any]) -> None:
    """The law: who knows the same is the same seat, has the same choices and sees the same."""
    if state.is_terminal() or state.is_chance_node():
        return
    seat = state.current_player()
    decision = (seat, state.legal_actions(), state.observation_string(seat), state.observation_tensor(seat))
    told = state.information_state_string(seat)
    assert known.setdefault(told, decision) == decision, told


@pytest.mark.parametrize("seats", ["fewest", "most"])
def test_an_information_state_is_one_decision(any_game: Game, seats: str) -> None:
    known: dict[str, Any] = {}
    games, states = (6, 600) if any_game.chance.by_weight else (2, 16)  # real throws take their time
    for seed in range(games):
        for state in islice(random_course(any_game, getattr(any_game, seats), seed), states):
            note_decision(state, known)
    assert len(known) > 10


def test_so_it_is_in_a_whole_tree() -> None:
    known: dict[str, Any] = {}
    for state in tree(lures_splash().new_initial_state()):
        note_decision(state, known)
    assert len(known) == 40


def test_regret_is_made_smaller_where_a_splash_brings_lures() -> None:
    """OpenSpiel's solvers index decisions by their information states, and crashed where two shared one."""
    tabled = pyspiel.convert_to_cached_tree(lures_splash())
    solver = pyspiel.CFRPlusSolver(tabled)
    for _ in range(64):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(tabled, solver.average_policy()) < 0.01


@pytest.mark.parametrize("name", SECRETS)
@pytest.mark.parametrize("recall", [False, True])
def test_a_watcher_learns_no_secret(name: str, *, recall: bool) -> None:
    """Everybody who watches is told the same, whichever seat is named, and it is what the game shows to nobody."""
    playing = game(name)
    for state in islice(random_course(playing, playing.most, seed=4), 0, None, short_or_long(4, 1)):
        watching = observer(state.get_game(), NONE, recall=recall)
        told = {watching.string_from(state, seat) for seat in range(playing.most)}
        assert len(told) == 1
        assert watching.tensor.size == 0
        lines = told.pop().split("\n")
        if recall:
            drawn = [line for line in lines if " draw " in line]
            assert all(line.endswith("draw lure") for line in drawn)
        else:
            assert '"seat":null' in lines[0]
            assert '"hand":[]' in lines[0]
            assert '"chosen":[]' in lines[0]


def test_the_private_part_is_what_a_watcher_does_not_know() -> None:
    state = lures_splash().new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    state.apply_action(1)
    alone = observer(state.get_game(), ALONE, public=False)
    assert alone.string_from(state, 0) == '{"seat":"A","hand":["x3","boast"],"drew":["x3","boast"],"chosen":[1]}'
    assert alone.string_from(state, 1) == '{"seat":"B","hand":["x3","boast"],"drew":["x3","boast"]}'


def test_where_nothing_is_secret_watchers_see_the_table(any_game: Game) -> None:
    if any_game.secrets:
        pytest.skip("a game of secrets")
    state = load(any_game, any_game.fewest).new_initial_state()
    watching, playing = observer(state.get_game(), NONE), observer(state.get_game(), ALONE)
    for eyes in (watching, playing):
        eyes.set_from(state, 1)
    assert list(watching.tensor[1:]) == list(playing.tensor[1:])
    assert (watching.tensor[0], playing.tensor[0]) == (-1, 1)


@pytest.mark.parametrize("name", SECRETS)
def test_what_observers_cannot_tell_is_refused(name: str) -> None:
    playing = load(game(name), 2)
    with pytest.raises(BadTableError, match="private_info: observers tell what one seat knows, or nobody"):
        observer(playing, ALL)
    for private, recall in ((ALONE, True), (NONE, False)):
        with pytest.raises(BadTableError, match="public_info: only what one seat alone knows is told without it"):
            observer(playing, private, public=False, recall=recall)
    with pytest.raises(BadTableError, match="have no parameters"):
        make_observation(playing, params={"far": 1})
    with pytest.raises(BadTableError, match="player: give a seat from 0 to 1, not 7"):
        observer(playing, ALONE).string_from(playing.new_initial_state(), 7)


def test_nobody_hears_a_sealed_line(any_game: Game) -> None:
    """While a seat makes its line, no other seat's information state changes."""
    if not any_game.secrets:
        pytest.skip("nothing is sealed here")
    sealed = 0
    for state in random_course(any_game, 3, seed=5):
        begun = {seat for seat in state.course.written().begun if seat >= 0}
        for other in set(range(3)) - begun if begun else ():
            sealed += 1
            assert f"{LETTERS[min(begun)]} cast" not in state.information_state_string(other).split("\n")[-1]
    assert sealed
