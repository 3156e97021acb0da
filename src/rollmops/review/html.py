"""A review as one page that opens anywhere: no script, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from rollmops.review.moments import margin
from rollmops.review.structs import Rests, Review
from rollmops.review.words import COLUMNS, held_words, how_known, rating_words

WIDTH, HEIGHT = 900, 260
INKS = ("#0b4f6c", "#c8553d", "#5b8e7d", "#8d6a9f", "#b08900", "#3d5a80", "#7f4f24", "#4a4e69")
NIGHT_INKS = ("#6cc3e0", "#f39379", "#9fd3c0", "#cbaee0", "#f4c452", "#9db9e8", "#d9a777", "#b9bddb")
"""The same by night, when pages are dark."""
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
body { color: #1b2a38; background: #fbfaf5; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .25rem .75rem; text-align: right; border-bottom: 1px solid #d8dde2; font-variant-numeric: tabular-nums; }
th:first-child, td:first-child, td.words { text-align: left; }
.wide { overflow-x: auto; } td small { white-space: nowrap; }
.maps { display: flex; flex-wrap: wrap; gap: 1rem; } figure { margin: 0; width: 11rem; font-size: .85rem; }
svg { width: 100%; height: auto; background: #fff; border: 1px solid #d8dde2; border-radius: 8px; }
@media (prefers-color-scheme: dark) { body { color: #e8eef2; background: #14212b; } svg { background: #1b2c38; } }
"""


def page(reviews: Sequence[Review]) -> str:
    """All of it as HTML."""
    body = "".join(_game(found) for found in reviews)
    return (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'><meta name='viewport' content='width=device-width'>"
        f"<title>Rollmops: was it luck?</title><style>{STYLE}{_inks()}</style></head><body>{body}</body></html>\n"
    )


def _inks() -> str:
    """The colours of the lines, by day and by night."""
    day, night = (
        ":root { " + " ".join(f"--ink{place}: {ink};" for place, ink in enumerate(inks)) + " }"
        for inks in (INKS, NIGHT_INKS)
    )
    return f"{day}\n@media (prefers-color-scheme: dark) {{ {night} }}\n"


def _game(found: Review) -> str:
    names = ", ".join(found.names.values())
    moments = "".join(
        f"<li>Line {found.entries[one.entry].line}: {escape(one.words)}"
        f"{f'<br><small>{escape(held)}</small>' if (held := held_words(found, one)) else ''}</li>"
        for one in found.moments
    )
    ratings = "".join(
        f"<li>{escape(found.names[seat])}: {rating_words(one.rating)}</li>" for seat, one in found.seats.items()
    )
    return (
        f"<h1>{escape(found.game)}: {escape(names)}</h1>{_chart(found)}{_ledger(found)}<ul>{ratings}</ul>"
        f"<h2>What mattered most</h2><ul>{moments}</ul><p>{how_known(found)}</p>{_heat(found)}{_entries(found)}"
    )


def _chart(found: Review) -> str:
    """Everybody's chances over the game."""
    lines, names = [], []
    for place, seat in enumerate(found.names):
        shares = [found.seats[seat].start, *(step.after[seat] for step in found.entries)]
        last = max(1, len(shares) - 1)
        points = " ".join(f"{x / last * WIDTH:.1f},{(1 - share) * HEIGHT:.1f}" for x, share in enumerate(shares))
        ink = f"var(--ink{place % len(INKS)})"
        lines.append(f"<polyline points='{points}' fill='none' stroke='{ink}' stroke-width='2.5'/>")
        names.append(f"<b style='color: {ink}'>— {escape(found.names[seat])}</b>")
    half = f"<line x1='0' x2='{WIDTH}' y1='{HEIGHT / 2}' y2='{HEIGHT / 2}' stroke='#9aa5ae' stroke-dasharray='4'/>"
    label = "Everybody's share of the win after every line"
    chart = f"<svg viewBox='0 0 {WIDTH} {HEIGHT}' role='img' aria-label=\"{label}\">{half}{''.join(lines)}</svg>"
    return f"{chart}<p>{' '.join(names)}</p>"


def _heat(found: Review) -> str:
    """For every throw that was looked at closely: where its dice could have come to rest on the ice, and where they did."""
    maps = "".join(
        f"<figure>{heat_svg(step.rests)}<figcaption>line {step.line}: {escape(found.names[step.seat])},"
        f" {step.rests.throws} throws of the same gesture</figcaption></figure>"
        for step in found.entries
        if step.rests is not None
    )
    return f"<h2>Where the dice could have come to rest</h2><div class='maps'>{maps}</div>" if maps else ""


def heat_svg(rests: Rests) -> str:
    """The ice from above: squares by how many dice came to rest there, rings where the dice lay."""
    xs, ys = [x for x, _ in rests.outline], [y for _, y in rests.outline]
    left, top, wide, high = min(xs) - 8, -max(ys) - 8, max(xs) - min(xs) + 16, max(ys) - min(ys) + 16
    ice = " ".join(f"{x:g},{-y:g}" for x, y in rests.outline)
    most = max((count for *_, count in rests.cells), default=1)
    half = rests.cell / 2
    squares = "".join(
        f"<rect x='{x - half:g}' y='{-y - half:g}' width='{rests.cell}' height='{rests.cell}'"
        f" opacity='{0.15 + 0.85 * n / most:.2f}'/>"
        for x, y, n in rests.cells
    )
    rings = "".join(f"<circle cx='{x:g}' cy='{-y:g}' r='7'/>" for x, y in rests.lay)
    wet = rests.dice - sum(count for *_, count in rests.cells)
    label = f"Of {rests.dice} dice {wet} ended in the water; rings are where the dice lay"
    return (
        f"<svg class='ice' viewBox='{left:g} {top:g} {wide:g} {high:g}' role='img' aria-label='{label}'>"
        f"<polygon points='{ice}' fill='#e9f4f6' stroke='#7fa8b4'/><g fill='#c8553d'>{squares}</g>"
        f"<g fill='none' stroke='#0b2f3f' stroke-width='2.5'>{rings}</g></svg>"
    )


def _ledger(found: Review) -> str:
    heads = "".join(f"<th>{escape(name)}</th>" for name in found.names.values())
    rows = ""
    for column, title in COLUMNS.items():
        if column == "estimation" and not found.estimates:
            continue
        form = "{:.1%}" if column in ("start", "result") else "{:+.1%}"
        cells = "".join(
            f"<td>{form.format(getattr(ledger, column))}{_margin((ledger.error or {}).get(column))}</td>"
            for ledger in found.seats.values()
        )
        rows += f"<tr><td>{escape(title)}</td>{cells}</tr>"
    return f"<div class='wide'><table><tr><th></th>{heads}</tr>{rows}</table></div>"


def _margin(error: float | None) -> str:
    """How far off a figure may be."""
    return f" <small>{margin(error).strip()}</small>" if error else ""


def _entries(found: Review) -> str:
    heads = "".join(f"<th>{escape(name)}</th>" for name in found.names.values())
    rows = ""
    for step in found.entries:
        errors = step.after_error or {}
        cells = "".join(f"<td>{step.after[seat]:.1%}{_margin(errors.get(seat))}</td>" for seat in found.names)
        lost = f"{step.loss:.1%}{_margin(step.error)}" if step.kind == "choice" and step.loss else ""
        best = escape(step.best or "") if lost else ""
        line = f"<td>{step.line}</td><td class='words'>{escape(f'{step.seat} {step.words}')}</td>"
        rows += f"<tr>{line}{cells}<td>{lost}</td><td class='words'>{best}</td></tr>"
    heads = f"<tr><th>line</th><th></th>{heads}<th>gave away</th><th>best was</th></tr>"
    return f"<h2>Line by line</h2><div class='wide'><table>{heads}{rows}</table></div>"
