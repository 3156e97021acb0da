"""What a seat may know of a table of Lure: its own hand, and all that lies open; never another hand, pile or sealed cast."""

from __future__ import annotations

import msgspec
import numpy as np

from rollmops.engine.contract import LETTERS, NOBODY
from rollmops.games.lure.adjusting import ENOUGH, begin_adjusting
from rollmops.games.lure.box import CARDS, LURES, SPLASHES, spell_needs
from rollmops.games.lure.casting import at_hand, begin_cast, dice_cast, lure_cast
from rollmops.games.lure.hands import deal
from rollmops.games.lure.rules import result, step
from rollmops.games.lure.table import (
    ADJUST,
    ADJUSTING,
    CAST,
    D12,
    FIRST_LURE,
    ITEMS,
    MIDDLE,
    NOWHERE,
    PILE_OF,
    ROLL,
    SIX,
    SPECIAL,
    SPLASH,
    UNSEEN,
    Table,
    deck_of,
    fish_at,
    lures_of,
    name_of,
    resting,
)

PHASES = ("splash", "cast", "roll", "adjust", "fished", "over")


class Fish(msgspec.Struct, frozen=True):
    """A card that all have seen."""

    name: str
    catch: int
    needs: str
    vp: int
    splash: str


class Cast(msgspec.Struct, frozen=True):
    """A cast that was revealed, and the dice that have fallen since (adjusted once its turn is over)."""

    sixes: int
    specials: tuple[str, ...]
    lures: tuple[str, ...]
    faces: tuple[int, ...]
    total: int | None  # extra dice included, once its turn is over


class View(msgspec.Struct, frozen=True, tag="lure", tag_field="game"):
    """A table of Lure, behind one screen."""

    seat: str | None
    phase: str
    round: int
    drawing: tuple[str, ...]  # who is to draw a lure before all else
    deck: int  # fish still to be turned up in this game
    splashing: int  # fish still to be turned up in this splash
    middle: tuple[Fish, ...]
    caught: dict[str, tuple[Fish, ...]]
    boasts: dict[str, int]
    vp: dict[str, int]
    sixes: int  # six-sided dice of each player
    specials: tuple[str, ...]  # special dice of each player
    resting: dict[str, tuple[str, ...]]
    hand: tuple[str, ...]
    hands: dict[str, int]  # how many lures each has behind the screen
    pile: int
    discards: tuple[str, ...]
    stock: tuple[str, ...]  # the draw pile when it was last shuffled, all have seen it
    draws: dict[str, int]  # lures drawn since
    drew: tuple[str, ...]  # what this seat has drawn since
    played: dict[str, tuple[str, ...]]  # lures played since
    casts: dict[str, Cast]  # of this round, once they are revealed
    fishing: tuple[str, ...]  # who rolls now, or has just rolled
    fished: tuple[str, ...]
    chosen: tuple[int, ...]  # what this seat has chosen of a line that is still secret


def view(t: Table, seat: int) -> View:
    """What this seat may know."""
    letters = LETTERS[: t.seats]
    mine = seat != NOBODY
    points = np.zeros(int(t.seats), np.int64)
    result(t, points, np.zeros(int(t.seats)))
    return View(
        seat=LETTERS[seat] if mine else None,
        phase=PHASES[t.phase],
        round=int(t.rounds),
        drawing=_letters(t.drawing),
        deck=int(t.deck),
        splashing=int(t.splashing),
        middle=_cards(t, MIDDLE),
        caught={letter: _cards(t, PILE_OF + s) for s, letter in enumerate(letters)},
        boasts={letter: int(t.boasts[s]) for s, letter in enumerate(letters)},
        vp={letter: int(points[s]) for s, letter in enumerate(letters)},
        sixes=int(t.sixes),
        specials=tuple(name for name, count in zip(SPECIAL, t.specials, strict=True) if count),
        resting={letter: tuple(resting(t, s)) for s, letter in enumerate(letters)},
        hand=tuple(lures_of(t.hand[seat])) if mine else (),
        hands={letter: int(t.hand[s].sum()) for s, letter in enumerate(letters)},
        pile=int(t.pile.sum()),
        discards=tuple(lures_of(t.discards)),
        stock=tuple(lures_of(t.stock)),
        draws={letter: int(t.drawn[s].sum()) for s, letter in enumerate(letters)},
        drew=tuple(lures_of(t.drawn[seat])) if mine else (),
        played={letter: tuple(lures_of(t.played[s])) for s, letter in enumerate(letters)},
        casts={} if t.phase in (SPLASH, CAST) else {letter: _cast(t, s) for s, letter in enumerate(letters)},
        fishing=_letters(t.fishing),
        fished=_letters(t.fished),
        chosen=_chosen(t, seat) if mine else (),
    )


def _letters(bits: int) -> tuple[str, ...]:
    return tuple(letter for seat, letter in enumerate(LETTERS) if int(bits) >> seat & 1)


def _seats(letters: tuple[str, ...]) -> int:
    return sum(1 << LETTERS.index(letter) for letter in letters)


def _cards(t: Table, place: int) -> tuple[Fish, ...]:
    return tuple(_card(t, fish) for fish in fish_at(t, place))


def _card(t: Table, fish: int) -> Fish:
    needs = spell_needs(int(t.need[fish]), tuple(int(number) for number in t.named[fish] if number))
    return Fish(name_of(t, fish), int(t.catch[fish]), needs, int(t.vp[fish]), SPLASHES[t.splash[fish]])


def _cast(t: Table, seat: int) -> Cast:
    faces = tuple(int(face) for face in t.face[seat] if face)
    fished = int(t.fished) >> seat & 1 and len(faces) == dice_cast(t, seat)
    return Cast(
        sixes=int(t.cast[seat, SIX]),
        specials=tuple(name for special, name in enumerate(SPECIAL) if t.cast[seat, D12 + special]),
        lures=tuple(lures_of(t.cast[seat, FIRST_LURE:])),
        faces=faces,
        total=int(t.total[seat]) if fished else None,
    )


def _chosen(t: Table, seat: int) -> tuple[int, ...]:
    """In a match lines are sealed outside the table, and this is empty; where choices are made one by one it is not."""
    if t.phase == CAST:
        return tuple(int(t.cast[seat, item]) for item in range(t.casting[seat]) if at_hand(t, seat, item))
    adjusts = lure_cast(t, seat, ADJUST)
    if t.phase != ADJUSTING or not int(t.fishing) >> seat & 1 or not adjusts:
        return ()
    made = [1 + 2 * die + int(turn < 0) for die, turn in enumerate(t.turned[seat]) for _ in range(abs(int(turn)))]
    enough = not int(t.owing) >> seat & 1 and dice_cast(t, seat) and len(made) < adjusts
    return (*made, ENOUGH) if enough else tuple(made)


def fill(view: View, t: Table, rng: np.random.Generator) -> None:
    """Lay a table that this view could be of; other hands and the draw pile are dealt from what is possible."""
    letters, me = tuple(view.hands), NOBODY if view.seat is None else LETTERS.index(view.seat)
    t.seats, t.rounds = len(letters), view.round
    t.phase = PHASES.index(view.phase)
    t.deck, t.splashing = view.deck, view.splashing
    t.drawing, t.fishing, t.fished = _seats(view.drawing), _seats(view.fishing), _seats(view.fished)
    _fill_fish(view, t)
    for seat, letter in enumerate(letters):
        t.boasts[seat] = view.boasts[letter]
        t.resting[seat] = [name in view.resting[letter] for name in SPECIAL]
        t.played[seat] = _counts(view.played[letter])
        if letter in view.casts:
            _fill_cast(view.casts[letter], t, seat)
    t.discards[:], t.stock[:] = _counts(view.discards), _counts(view.stock)
    if me != NOBODY:
        t.hand[me], t.drawn[me] = _counts(view.hand), _counts(view.drew)
    deal(t, me, np.array([*view.hands.values()]), np.array([*view.draws.values()]), rng)
    _fill_secrets(view, t, me)


def _counts(lures: tuple[str, ...]) -> list[int]:
    return [lures.count(lure) for lure in LURES]


def _fill_fish(view: View, t: Table) -> None:
    t.place[:] = [UNSEEN if fish < t.cards else NOWHERE for fish in range(CARDS)]
    deck = deck_of(t)
    piles = {PILE_OF + LETTERS.index(letter): fish for letter, fish in view.caught.items()}
    t.shoal = len(view.middle)
    t.turned_up = len(view.middle) + sum(map(len, piles.values()))
    for place, fish in {MIDDLE: view.middle, **piles}.items():
        for stamp, card in enumerate(fish, 1):
            t.place[deck[card.name]] = place
            t.stamp[deck[card.name]] = stamp


def _fill_cast(cast: Cast, t: Table, seat: int) -> None:
    t.cast[seat] = [cast.sixes, *(name in cast.specials for name in SPECIAL), *_counts(cast.lures)]
    t.casting[seat] = ITEMS
    t.face[seat] = 0
    t.face[seat, : len(cast.faces)] = cast.faces
    t.total[seat] = cast.total or 0


def _fill_secrets(view: View, t: Table, me: int) -> None:
    """Where a line is secret, nobody else has begun one; what this seat has chosen already it chooses again."""
    if t.phase == CAST:
        begin_cast(t)
    elif t.phase == ADJUSTING:
        begin_adjusting(t)
    elif t.phase == ROLL:
        waiting = [seat for seat in range(t.seats) if int(t.fishing) >> seat & 1 and len_faces(t, seat) < dice_cast(t, seat)]
        t.roller = waiting[0]
        t.fallen = len_faces(t, waiting[0])
    for choice in view.chosen:
        step(t, me, choice)


def len_faces(t: Table, seat: int) -> int:
    """How many dice of this seat lie there."""
    return int(np.count_nonzero(t.face[seat]))


def seen(letter: str, words: str, seat: int) -> str:
    """Which lure another has drawn is secret while the game runs."""
    drawn = words.startswith("draw ") and (seat == NOBODY or letter != LETTERS[seat])
    return "draw lure" if drawn else words
