"""A round of Lure from the casts to its end, as a search goes through it: fish are bits, rolls are masks.

The rules are the game's; here they are in the form of masks, and a test holds both against each other. What a seat has at
the end of the round is one number. In the last round it is the score by which the game ranks (see `Stakes`), else it is
exp(what the seat's things are worth), and its share of the win is that number's part of all seats'.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rollmops.engine.compile import loop, rule
from rollmops.engine.stream import Stream, next32
from rollmops.engine.table import Floats, Ints
from rollmops.minds.sharp.lure_odds import Odds

MOST_DICE = 7


class Stakes(NamedTuple):
    """What the round is about. In the last round scores are added, before it factors are multiplied."""

    last: bool
    fish: int  # how many, as far as they are looked at
    vp: Ints  # of every mask
    have: Floats  # what each seat has before the round
    catch: Floats  # what the fish of every mask bring
    draw: float  # what the lure brings that a seat draws when it caught nothing
    keep: Floats  # of every cast: what stays behind the screen and what rests
    boast: Floats  # of every cast: what its boasts bring if anything is caught
    dice: Ints  # of every cast: how many dice
    odds_of: Ints  # of every cast: its place in the odds


class Scene(NamedTuple):
    """What all seats do in one trial: their cast, where it rolls alone (a place in the odds), and together."""

    cast: Ints
    roll: Ints
    mask: Ints
    total: Ints
    caught: Ints  # work space


def empty_scene(seats: int) -> Scene:
    """Room for a trial."""
    return Scene(*(np.zeros(seats, np.int64) for _ in Scene._fields))


@rule
def uniform(rng: Stream) -> float:
    """A number from 0 to 1."""
    return float(next32(rng)) * 2.0**-32


@rule
def gained(stakes: Stakes, seat: int, cast: int, caught: int) -> float:
    """What a seat has at the end of the round."""
    have = stakes.have[seat]
    if stakes.last:
        return float(have + stakes.catch[caught] + stakes.boast[cast]) if caught else float(have)
    after = have * stakes.keep[cast]
    return float(after * stakes.catch[caught] * stakes.boast[cast]) if caught else float(after * stakes.draw)


@rule
def share(stakes: Stakes, own: float, rivals: float, level: float) -> float:
    """The share of the win; in the last round `rivals` is the best score among them and `level` how many have it."""
    if not stakes.last:
        return own / (own + rivals)
    if own == rivals:
        return 1 / (1 + level)
    return 1.0 if own > rivals else 0.0


@rule
def with_rival(stakes: Stakes, rivals: float, level: float, one: float) -> tuple[float, float]:
    """One rival more."""
    if not stakes.last:
        return rivals + one, level
    if one == rivals:
        return rivals, level + 1
    return (one, 1.0) if one > rivals else (rivals, level)


@loop
def find(up_to: Floats, first: int, end: int, u: float) -> int:
    """The first place whose chances add up to more than this."""
    low, high = first, end - 1
    while low < high:
        middle = (low + high) // 2
        if up_to[middle] > u:
            high = middle
        else:
            low = middle + 1
    return low


@loop
def throw(stakes: Stakes, odds: Odds, scene: Scene, seat: int, rng: Stream) -> None:
    """The dice of a seat's cast fall, once alone and once together."""
    which = stakes.odds_of[scene.cast[seat]]
    scene.roll[seat] = find(odds.up_to, odds.first[which], odds.first[which + 1], uniform(rng))
    pair = find(odds.pair_up_to, odds.first_pair[which], odds.first_pair[which + 1], uniform(rng))
    scene.mask[seat], scene.total[seat] = odds.pair_mask[pair], odds.pair_total[pair]


@loop
def share_out(stakes: Stakes, scene: Scene, left: int, group: int) -> int:
    """Seats that roll together: a fish goes to the lowest total that can catch it, to nobody if that is tied (ruling 2).
    Returns what is left."""
    for seat in range(len(scene.cast)):
        scene.caught[seat] = 0
    for bit in range(stakes.fish):
        if (left >> bit) & 1:
            best, winner = -1, -1
            for seat in range(len(scene.cast)):
                if (group >> seat) & 1 and (scene.mask[seat] >> bit) & 1:
                    if best < 0 or scene.total[seat] < best:
                        best, winner = scene.total[seat], seat
                    elif scene.total[seat] == best:
                        winner = -1
            if winner >= 0:
                scene.caught[winner] |= 1 << bit
                left &= ~(1 << bit)
    return left


@loop
def best_of(stakes: Stakes, odds: Odds, roll: int, left: int) -> int:
    """The fish a seat that fishes alone takes: with adjust lures those with most VP."""
    best, most = 0, -1
    for i in range(odds.option[roll], odds.option[roll + 1]):
        mask = odds.mask[i] & left
        if stakes.vp[mask] > most:
            best, most = mask, stakes.vp[mask]
    return best


@loop
def others_fish(
    stakes: Stakes, odds: Odds, scene: Scene, me: int, above: int, below: int, left: int, rivals: float, level: float
) -> tuple[int, float, float]:
    """All but `me` with more dice than `above` and fewer than `below`, from the fewest dice to the most."""
    seats = len(scene.cast)
    dice = above
    while True:
        fewest, group, members, only = below, 0, 0, -1
        for seat in range(seats):
            if seat != me:
                its = stakes.dice[scene.cast[seat]]
                if dice < its < fewest:
                    fewest, group, members, only = its, 1 << seat, 1, seat
                elif its == fewest and group:
                    group |= 1 << seat
                    members += 1
        if group == 0:
            return left, rivals, level
        dice = fewest
        if members == 1:
            caught = best_of(stakes, odds, scene.roll[only], left)
            left &= ~caught
            rivals, level = with_rival(stakes, rivals, level, gained(stakes, only, scene.cast[only], caught))
        else:
            left = share_out(stakes, scene, left, group)
            for seat in range(seats):
                if (group >> seat) & 1:
                    one = gained(stakes, seat, scene.cast[seat], scene.caught[seat])
                    rivals, level = with_rival(stakes, rivals, level, one)


@loop
def together(stakes: Stakes, odds: Odds, scene: Scene, me: int, dice: int, left: int, rivals: float, level: float) -> float:
    """My share of the win where others roll with me, and then the rest fish."""
    group = 1 << me
    for seat in range(len(scene.cast)):
        if seat != me and stakes.dice[scene.cast[seat]] == dice:
            group |= 1 << seat
    left = share_out(stakes, scene, left, group)
    own = gained(stakes, me, scene.cast[me], scene.caught[me])
    for seat in range(len(scene.cast)):
        if seat != me and (group >> seat) & 1:
            one = gained(stakes, seat, scene.cast[seat], scene.caught[seat])
            rivals, level = with_rival(stakes, rivals, level, one)
    _, rivals, level = others_fish(stakes, odds, scene, me, dice, MOST_DICE + 1, left, rivals, level)
    return share(stakes, own, rivals, level)


def no_rivals(last: bool) -> float:
    """Before the first rival is counted."""
    return -np.inf if last else 0.0
