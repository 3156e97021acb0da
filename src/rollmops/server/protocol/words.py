"""The wire: its words, limits and closing codes. `requests.py` holds what a page says, `messages.py` what it hears.

A page opens one socket to a table (`/api/tables/CODE/socket`), says `Hello` with the tokens of the seats it holds (none:
it watches) and gets a `Welcome`. From then on an `Update` comes whenever the game moves and a `TableState` whenever somebody
sits down, comes or goes. Each tells the whole truth, so that a missed one cannot leave a page wrong.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

VERSION = 2
"""Raised when an older page could no longer talk to this server."""

OPEN_QUERY = b"open=1"
"""A page that can read `Update.open` asks for its socket with this; pages of older servers are still told all in parts."""

LONGEST_MESSAGE_CHARACTERS = 4_096
LONGEST_BODY_BYTES = 1_500_000
MOST_CHOICES = 200
"""A decision with more legal lines is not listed; the page builds the words from the view."""

Letter = Literal["A", "B", "C", "D", "E", "F", "G", "H"]
Colour = Literal["coral", "lemon", "sea", "leaf", "plum", "stone", "sky", "rust"]
SeatKind = Literal["here", "link", "bot"]
State = Literal["door", "play", "over"]
EmoteName = Literal["hello", "clap", "laugh", "wow", "luck", "sad", "grumble", "think"]
"""What people may say to each other at the table: a drawing each, no words of their own."""
ProblemKind = Literal[
    "bad message",
    "bad words",
    "illegal",
    "not your turn",
    "stale",
    "too fast",
    "too big",
    "unknown table",
    "old rules",
    "unknown seat",
    "seat taken",
    "too early",
    "bad table",
    "bad record",
    "other box",
    "bad components",
    "full",
    "cannot write",
    "not found",
    "out of time",
]

Token = Annotated[str, Meta(min_length=16, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Salt = Annotated[str, Meta(pattern="^[0-9a-f]{32}$", description="16 random bytes of the seat's own, in hexadecimal")]
Promise = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="SHA-256 of a salt's bytes, in hexadecimal")]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
LineWords = Annotated[str, Meta(max_length=1000)]
Level = Annotated[str, Meta(max_length=20)]

CLOSE_RESTART = 1012  # the server restarts: connect again soon
CLOSE_TOO_BIG = 1009
CLOSE_PROTOCOL = 4000  # the first message was not a Hello, or it did not come in time
CLOSE_TOO_FAST = 4008
CLOSE_UNKNOWN = 4004  # no such table: do not try again
CLOSE_OLD = 4010  # played by older rules: do not try again, but its logbook can be downloaded
CLOSE_FULL = 4013  # too many connections: try again later
