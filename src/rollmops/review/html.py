"""A review as one page that opens anywhere: no script, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from rollmops.review.structs import Review
from rollmops.review.words import COLUMNS, how_known, rating_words

WIDTH, HEIGHT = 900, 260
INKS = ("#0b4f6c", "#c8553d", "#5b8e7d", "#8d6a9f", "#b08900", "#3d5a80", "#7f4f24", "#4a4e69")
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
body { color: #1b2a38; background: #fbfaf5; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .25rem .75rem; text-align: right; border-bottom: 1px solid #d8dde2; font-variant-numeric: tabular-nums; }
th:first-child, td:first-child, td.words { text-align: left; }
svg { width: 100%; height: auto; background: #fff; border: 1px solid #d8dde2; border-radius: 8px; }
@media (prefers-color-scheme: dark) { body { color: #e8eef2; background: #14212b; } svg { background: #1b2c38; } }
"""


def page(reviews: Sequence[Review]) -> str:
    """All of it as HTML."""
    body = "".join(_game(found) for found in reviews)
    return (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'><meta name='viewport' content='width=device-width'>"
        f"<title>Rollmops: was it luck?</title><style>{STYLE}</style></head><body>{body}</body></html>\n"
    )


def _game(found: Review) -> str:
    names = ", ".join(found.names.values())
    moments = "".join(f"<li>Line {found.entries[one.entry].line}: {escape(one.words)}</li>" for one in found.moments)
    ratings = "".join(
        f"<li>{escape(found.names[seat])}: {rating_words(one.rating)}</li>" for seat, one in found.seats.items()
    )
    return (
        f"<h1>{escape(found.game)}: {escape(names)}</h1>{_chart(found)}{_ledger(found)}<ul>{ratings}</ul>"
        f"<h2>What mattered most</h2><ul>{moments}</ul><p>{how_known(found)}</p>{_entries(found)}"
    )


def _chart(found: Review) -> str:
    """Everybody's chances over the game."""
    lines = []
    for place, seat in enumerate(found.names):
        shares = [found.seats[seat].start, *(step.after[seat] for step in found.entries)]
        last = max(1, len(shares) - 1)
        points = " ".join(f"{x / last * WIDTH:.1f},{(1 - share) * HEIGHT:.1f}" for x, share in enumerate(shares))
        ink = INKS[place % len(INKS)]
        lines.append(f"<polyline points='{points}' fill='none' stroke='{ink}' stroke-width='2.5'/>")
        lines.append(f"<text x='8' y='{20 + 18 * place}' fill='{ink}' font-weight='600'>{escape(found.names[seat])}</text>")
    half = f"<line x1='0' x2='{WIDTH}' y1='{HEIGHT / 2}' y2='{HEIGHT / 2}' stroke='#9aa5ae' stroke-dasharray='4'/>"
    label = "Everybody's share of the win after every line"
    return f"<svg viewBox='0 0 {WIDTH} {HEIGHT}' role='img' aria-label=\"{label}\">{half}{''.join(lines)}</svg>"


def _ledger(found: Review) -> str:
    heads = "".join(f"<th>{escape(name)}</th>" for name in found.names.values())
    rows = ""
    for column, title in COLUMNS.items():
        if column == "estimation" and found.exact:
            continue
        form = "{:.1%}" if column in ("start", "result") else "{:+.1%}"
        cells = "".join(f"<td>{form.format(getattr(ledger, column))}</td>" for ledger in found.seats.values())
        rows += f"<tr><td>{escape(title)}</td>{cells}</tr>"
    return f"<table><tr><th></th>{heads}</tr>{rows}</table>"


def _entries(found: Review) -> str:
    heads = "".join(f"<th>{escape(name)}</th>" for name in found.names.values())
    rows = ""
    for step in found.entries:
        cells = "".join(f"<td>{step.after[seat]:.1%}</td>" for seat in found.names)
        lost = f"{step.loss:.1%}" if step.kind == "choice" and step.loss else ""
        best = escape(step.best or "") if lost else ""
        line = f"<td>{step.line}</td><td class='words'>{escape(f'{step.seat} {step.words}')}</td>"
        rows += f"<tr>{line}{cells}<td>{lost}</td><td class='words'>{best}</td></tr>"
    heads = f"<tr><th>line</th><th></th>{heads}<th>gave away</th><th>best was</th></tr>"
    return f"<h2>Line by line</h2><table>{heads}{rows}</table>"
