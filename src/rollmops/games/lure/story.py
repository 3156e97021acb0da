"""Lines of Lure as a person would tell them, and what they led to."""

from __future__ import annotations

from collections.abc import Iterable

from rollmops.engine.contract import LETTERS
from rollmops.games.lead import by_result, lead, tell_lead
from rollmops.games.lure.box import CARDS, LURES, spell_needs
from rollmops.games.lure.rules import result
from rollmops.games.lure.table import DONE, PILE_OF, SPECIAL, Table, deck_of, name_of

POINTS = by_result(result)


def news(before: Table, after: Table, seat: int, words: str) -> tuple[str, ...]:
    """What a line led to, for pages that tell and show it in their own way.

    `fish NAME` a card is turned up · `catch SEAT FISH TOTAL` · `miss SEAT TOTAL` · `lead SEAT [FROM]` · `over`.
    """
    if words.startswith("splash "):
        return (f"fish {words.split()[1]}",)
    # Lines that were secret open together; what they led to is told once, after the last.
    if words.split()[0] in ("cast", "adjust") and seat != int(before.owing).bit_length() - 1:
        return ()
    found = []
    for fisher in range(after.seats):
        letter, total = LETTERS[fisher], int(after.total[fisher])
        caught = [f for f in range(CARDS) if after.place[f] == PILE_OF + fisher and before.place[f] != after.place[f]]
        found += [f"catch {letter} {name_of(after, f)} {total}" for f in caught]
        if not caught and (int(after.fished) & ~int(before.fished) & int(after.fishing)) >> fisher & 1:
            found.append(f"miss {letter} {total}")
    if after.phase == DONE and not after.drawing:
        return (*found, "over")
    return (*found, *lead(POINTS, before, after))


def tell(before: Table, after: Table, seat: int, words: str, names: list[str]) -> str:
    """A line as a person would tell it, and what it led to."""
    verb, *rest = words.split()
    if verb == "splash":
        return f"Splash: {card(after, deck_of(after)[rest[0]])}."
    name = names[seat]
    if verb == "draw":
        said = f"{name} draws {lure(rest[0])}."
    elif verb == "cast":
        said = f"{name} casts {cast(rest)}."
    elif verb == "roll":
        said = f"{name} rolls {', '.join(rest)}." if rest else f"{name} has no dice to roll."
    else:
        said = f"{name} turns {', '.join(map(turn, rest))}." if rest else f"{name} leaves the dice as they are."
    return " ".join([said, *_tell(news(before, after, seat, words), names)])


def _tell(found: tuple[str, ...], names: list[str]) -> list[str]:
    sentences = []
    for seat, name in enumerate(names):
        mine = [one.split() for one in found if one.startswith((f"catch {LETTERS[seat]}", f"miss {LETTERS[seat]}"))]
        caught = [f"the {one[2]}" for one in mine if one[0] == "catch"]
        total = mine[0][-1] if mine else "0"
        if caught:
            sentences.append(f"{name} catches {both(caught)} with {total}.")
        elif mine:
            sentences.append(f"{name} catches nothing with {total}." if total != "0" else f"{name} catches nothing.")
    sentences += [tell_lead(one.split(), names) for one in found if one.startswith("lead ")]
    if "over" in found:
        sentences.append("The last fish has been drawn and the round is done: the game is over.")
    return sentences


def card(t: Table, fish: int) -> str:
    """A fish with all that its card says."""
    needs = spell_needs(int(t.need[fish]), tuple(int(n) for n in t.named[fish] if n))
    splash = ("", ", one more fish", ", everyone draws a lure")[t.splash[fish]]
    return f"{name_of(t, fish)}, {t.catch[fish]}{f' and {needs}' if needs else ''} for {t.vp[fish]} VP{splash}"


def cast(words: list[str]) -> str:
    """A cast: dice, then lures."""
    sixes, *rest = words
    dice = [f"{sixes} six-sided"] if sixes != "0" else []
    dice += [f"the {word}" for word in rest if word in SPECIAL]
    played = [lure(word) for word in rest if word in LURES]
    return (both(dice) if dice else "no dice") + (f" with {both(played)}" if played else "")


def lure(word: str) -> str:
    """A lure; one that is hidden is just a lure."""
    if word not in LURES:
        return "a lure"
    return f"an extra die {word[1:]}" if word.startswith("x") else "an adjust" if word == "adjust" else "a boast"


def turn(mark: str) -> str:
    """`2+` and its like."""
    return f"die {mark[:-1]} {'up' if mark.endswith('+') else 'down'}"


def both(parts: Iterable[str]) -> str:
    """One, two and three."""
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last
