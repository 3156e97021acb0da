"""The moments that decided a game, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rollmops.review.structs import Moment, Step

MOST_MOMENTS = 3
LEAST_CHANGE_SHARE = 0.01
"""A change of somebody's chances that is smaller than this is no moment."""
GOOD_LOSS_SHARE = 0.002
"""A decision that gave away less than this was right."""


def key_moments(steps: Sequence[Step], names: Mapping[str, str]) -> list[Moment]:
    """The few lines that changed most, in the order they happened."""
    found = [moment for place, step in enumerate(steps) if (moment := _moment(steps, place, step, names))]
    biggest = sorted(found, key=lambda moment: -abs(moment.change))[:MOST_MOMENTS]
    return sorted(biggest, key=lambda moment: moment.entry)


def _moment(steps: Sequence[Step], place: int, step: Step, names: Mapping[str, str]) -> Moment | None:
    if step.kind == "choice" and step.loss is not None and step.loss >= LEAST_CHANGE_SHARE:
        much = f"{step.loss:.1%}{margin(step.error)}"
        words = f"{names[step.seat]} played '{step.words}'; '{step.best}' would have been worth {much} more."
        return Moment(place, "error", step.seat, -step.loss, words, step.error)
    if step.kind != "luck":
        return None
    changes = {seat: step.after[seat] - step.before[seat] for seat in step.after}
    seat = step.seat if step.seat in changes else max(changes, key=lambda one: abs(changes[one]))
    change = changes[seat]
    if abs(change) < LEAST_CHANGE_SHARE:
        return None
    risk, much = _risk_before(steps, place, seat), f"{abs(change):.1%}{margin(step.error)}"
    if change < 0 and risk is not None:
        words = f"{names[seat]} played '{risk.words}', which was right, and '{step.words}' took {much} away: a good risk."
        return Moment(place, "good risk", seat, change, words, step.error)
    what = f"brought {names[seat]}" if change > 0 else f"cost {names[seat]}"
    words = f"'{step.words}' {what} {much}."
    return Moment(place, "lucky" if change > 0 else "unlucky", seat, change, words, step.error)


def margin(error: float | None) -> str:
    """How far off a figure may be, beside it; nothing where it is known."""
    return f" ± {1.96 * error:.1%}" if error else ""


def _risk_before(steps: Sequence[Step], place: int, seat: str) -> Step | None:
    """The real decision of this seat just before, if it was right."""
    before = steps[place - 1] if place else None
    if before is None or before.seat != seat or before.kind != "choice":
        return None
    return before if before.loss is not None and before.loss <= GOOD_LOSS_SHARE else None
