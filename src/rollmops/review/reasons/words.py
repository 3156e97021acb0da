"""A reason as a sentence, in English; the page has its own, in every language it speaks (web/src/words/reasons.ts)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rollmops.engine.contract import LETTERS
from rollmops.review.reasons.reason import Reason


def sentence(reason: Reason, names: Sequence[str]) -> str:
    """Why, or nothing where no more is known than the figures."""
    return SENTENCES[reason.kind](reason, names) if reason.kind in SENTENCES else ""


def _share(part: float | None) -> str:
    return f"{part or 0:.0%}"


def _mean(points: float | None) -> str:
    return f"{points or 0:.1f}"


def _many(count: int | None, one: str, more: str) -> str:
    return f"{count or 0} {one if count == 1 else more}"


def _who(reason: Reason, names: Sequence[str]) -> str:
    return names[LETTERS.index(reason.whom)] if reason.whom else "the pile"


def _alone(one: Reason) -> str:
    return (
        f"with nobody before them they catch something {_share(one.chance)} of the time, {_mean(one.points)} points on"
        f" average, those of '{one.other}' {_share(one.other_chance)} and {_mean(one.other_points)}"
    )


def _endures(one: Reason, _: Sequence[str]) -> str:
    said = (
        f"Your next throw has to outdo this die, and fails {_share(one.chance)} of the time;"
        f" after '{one.other}' it fails {_share(one.other_chance)}."
    )
    less = round((one.other_points or 0) - (one.points or 0))
    return said + (f" That is worth the {less} points less that it earns now." if less > 0 else "")


SENTENCES: dict[str, Callable[[Reason, Sequence[str]], str]] = {
    "dare": lambda one, _: (
        f"The next roll goes wrong only {_share(one.chance)} of the time, with {one.count} in the net: dare it."
    ),
    "stop": lambda one, _: (
        f"The next roll goes wrong {_share(one.chance)} of the time, and {one.count} would slip away: enough."
    ),
    "rob": lambda one, names: f"What is taken from {_who(one, names)} counts twice: you have it, and they do not.",
    "spare": lambda one, names: "From the middle, for the end comes nearer when it runs empty.",
    "hold": lambda one, _: (
        f"The dice give {_many(one.count, 'throw', 'throws')} of the white die as they lie;"
        f" '{one.other}' leaves fewer {_share(one.chance)} of the time."
    ),
    "right": lambda one, _: (
        "The dice give "
        + (f"{one.count} fish to steal" if one.count else "a special combination")
        + f" as they lie; '{one.other}' loses that {_share(one.chance)} of the time."
    ),
    "stepwise": lambda one, _: (
        f"One after the other: see how one falls, then decide about the rest of '{one.other}'."
        if one.count == 1
        else f"Fewer at once: see how {one.count} fall, then decide about the rest of '{one.other}'."
    ),
    "improve": lambda one, _: (
        f"The roll makes more of {_many(one.count, 'white throw', 'white throws')} {_share(one.chance)} of the time,"
        f" and less {_share(one.other_chance)}."
    ),
    "chances": lambda one, _: (
        f"It leads to fishing at once {_share(one.chance)} of the time, '{one.other}' {_share(one.other_chance)}."
    ),
    "throws": lambda one, _: (
        f"It brings {_mean(one.points)} white throws on average, '{one.other}' {_mean(one.other_points)}."
    ),
    "bite": lambda one, _: (
        f"A throw brings a fish {_share(one.chance)} of the time, and what was caught stays yours, asleep or not."
    ),
    "sober": lambda one, _: (
        f"{_many(one.count, 'throw brings', 'throws bring')} {_mean(one.points)} fish on average,"
        f" with an espresso {_mean(one.other_points)}: the chip is worth more later."
    ),
    "coffee": lambda one, _: (
        f"With {_many(one.count, 'throw', 'throws')} to come an espresso makes {_mean(one.other_points)} fish on average"
        f" into {_mean(one.points)}."
    ),
    "chip": lambda one, names: (
        f"With {one.count} fish in the lake a chip of {_who(one, names)} is worth more than one of them: you stay awake"
        " for a whole turn, and they do not."
        if one.whom
        else f"With {one.count} fish in the lake a chip is worth more than one of them: you stay awake for a whole turn."
    ),
    "early": lambda one, _: (
        f"{_many(one.count, 'die fishes', 'dice fish')} before {one.other_count}: {_alone(one)}, but those come later."
        if (one.other_points or 0) > (one.points or 0)
        else f"{_many(one.count, 'die fishes', 'dice fish')} before {one.other_count}, and {_alone(one)}."
    ),
    "richer": lambda one, _: f"These dice are worth it: {_alone(one)}.",
    "lower": lambda one, _: (
        f"Of those who roll together the lower total catches: {_mean(one.points)} on average, '{one.other}'"
        f" {_mean(one.other_points)}."
    ),
    "earns": lambda one, _: (
        f"As it lies the die earns {one.points or 0:.0f} points, after '{one.other}' it were {one.other_points or 0:.0f}."
    ),
    "endures": _endures,
}
