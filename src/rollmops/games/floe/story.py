"""Lines of Rolling Dice as a person would tell them, and what they led to."""

from __future__ import annotations

from collections.abc import Sequence

from rollmops.engine.contract import LETTERS
from rollmops.games.floe.account import Score, scored
from rollmops.games.floe.rules import result
from rollmops.games.floe.table import BLOCKS, DONE, Table, die_name
from rollmops.games.lead import by_result, lead, tell_lead

POINTS = by_result(result)


def news(before: Table, after: Table, seat: int, words: str) -> tuple[str, ...]:
    """What a line led to, for pages that tell and show it in their own way.

    `off DIE` pushed into the water · `block DIE` onto an ice block · `score COLOUR UP BONUS BEHIND BLOCKS EARNED START END`
    where dice behind and on blocks are joined by `+` (`-` for none), `score COLOUR UP blocked END` ·
    `lead SEAT [FROM]` · `over`.
    """
    verb, *rest = words.split()
    found = [f"off {word[:2]}" for word in rest if verb == "rest" and "water" in word and word[0] != LETTERS[seat]]
    if verb == "throw" or (after.taken == before.taken and after.rounds == before.rounds and after.phase != DONE):
        return tuple(found)
    if after.rounds != before.rounds or after.phase == DONE:
        found += [spell_score(score) for score in scored(after)]
        found += ["over"] if after.phase == DONE else lead(POINTS, before, after)
    elif after.blocks[_filled(before)]:
        found.append(f"block {die_name(int(before.turn), int(after.block_die[_filled(before)]))}")
    return tuple(found)


def spell_score(score: Score) -> str:
    """How one colour's points come about, in few words."""
    if score.blocked:
        return f"score {score.colour} {score.up} blocked {score.end}"
    behind, blocks = ("+".join(map(str, dice.values())) or "-" for dice in (score.behind, score.blocks))
    return f"score {score.colour} {score.up} {score.bonus} {behind} {blocks} {score.earned} {score.start} {score.end}"


def tell(before: Table, after: Table, seat: int, words: str, names: list[str]) -> str:
    """A line as a person would tell it; `seat` is the colour here."""
    name, (verb, *rest) = who(before, seat, names), words.split()
    if verb == "throw":
        numbers = dict(word.split("=") for word in rest)
        return f"{name} throws at {numbers['speed']} cm/s, {numbers['aim']}° from {numbers['from']} mm."
    if verb == "place":
        die = die_name(seat, int(before.scoring[seat]))
        return f"{name} puts {die} back at {rest[0]}.{_outcome(before, after, names)}"
    if verb == "keep":
        return f"{name} keeps {rest[0]}.{_outcome(before, after, names)}"
    dry = [word for word in rest if "water" not in word and word[0] == LETTERS[seat]]
    shown = ", ".join(f"{word[:2]} a {word[-1]} at {word[3:].rsplit(',', 2)[0].replace(',', ' / ')}" for word in dry)
    off = [word[:2] for word in rest if "water" in word and word[0] != LETTERS[seat]]
    return (
        (f"On the floe: {shown}." if shown else "Nothing stays on the floe.")
        + (f" {' and '.join(off)} pushed off!" if off else "")
        + _outcome(before, after, names)
    )


def who(t: Table, c: int, names: list[str]) -> str:
    """The player of a colour; with two players the second colour of each is said to be that."""
    return names[c] if len(names) > 2 else names[c % 2] + " II" * (c >= 2)


def _outcome(before: Table, after: Table, names: list[str]) -> str:
    """What a finished turn brought: a block, and the scores after a round."""
    if after.taken == before.taken and after.rounds == before.rounds and after.phase != DONE:
        return ""
    said = ""
    c = int(before.turn)
    if after.rounds == before.rounds and after.phase != DONE and after.blocks[_filled(before)]:
        said = f" {die_name(c, int(after.block_die[_filled(before)]))} goes onto an ice block."
    if after.rounds != before.rounds or after.phase == DONE:
        owners = [who(after, k, names) for k in range(after.colours)]
        said += f" The round is scored, from front to rear:\n{tell_account(scored(after), owners)}"
    if after.rounds != before.rounds and after.phase != DONE:
        said += "".join(f"\n    {tell_lead(one.split(), names)}" for one in lead(POINTS, before, after))
    return said


def _filled(t: Table) -> int:
    return min(BLOCKS - 1, sum(1 for block in t.blocks if block))


def tell_account(scores: Sequence[Score], names: Sequence[str]) -> str:
    """The account in words, a line for each colour; `names` has one for each colour."""
    return "\n".join(f"    {names[LETTERS.index(score.colour)]}: {tell_score(score)}" for score in scores)


def tell_score(score: Score) -> str:
    """How one colour's points come about, and where its seal goes."""
    if score.blocked:
        return f"{score.up} on an ice block earns nothing; stays on {score.end}."
    total = str(score.up)
    if score.bonus:
        total += f" + {score.bonus} (net)" if score.bonus > 0 else f" − {-score.bonus} (hole)"
    for where, dice in (("behind", score.behind), ("on blocks", score.blocks)):
        total += f" + {' + '.join(map(str, dice.values()))} ({where})" if dice else ""
    if not score.earned:
        return f"{total} = 0, for it is never below; stays on {score.end}."
    jumped = ", past other seals" if score.end - score.start > score.earned else ""
    return f"{total} = {score.earned}; from {score.start} to {score.end}{jumped}."
