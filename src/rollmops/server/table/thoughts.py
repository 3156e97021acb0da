"""Thoughts: what a bot or a hint is to think about, the same in a thread of the server and in a process of its own.

A thought has its seed with it, so that wherever it is thought, and however often, the same comes of it.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, replace
from typing import Any, Literal

from rollmops.engine.components import Components
from rollmops.engine.errors import RollmopsError
from rollmops.games import game
from rollmops.lab import odds
from rollmops.lab.odds.prospect import Prospect as Exact
from rollmops.minds import mind
from rollmops.minds.effort import Effort
from rollmops.minds.temper import Temper, tempered
from rollmops.server.protocol.messages import Hint, Idea, Prospect
from rollmops.solve.advice import Advice, advise

QUICK_LEVEL = "easy"
"""Bots of this level hardly think, and do not wait for those who do."""
LEAST_BOT_SECONDS = 0.05
"""Seconds for a bot that has waited long for a thread."""
HINT_LINES = 4
"""Lines of a hint; they stay in to the end, so that their figures can be compared."""


class AbsentError(RollmopsError):
    """Nobody is there to think; whoever wanted it thinks for themselves."""


@dataclass(frozen=True)
class BotTask:
    """What a bot of a level is to choose: within so many seconds from now, waiting included, of which it thinks for so many
    at most."""

    game: str
    components: Components
    view: Any
    level: str
    temper: Temper
    seed: int
    within: float
    most: float

    @property
    def lane(self) -> Literal["bot", "quick"]:
        """Whom it waits with."""
        return "quick" if self.level == QUICK_LEVEL else "bot"

    def after(self, seconds: float) -> BotTask:
        """The same when so much time has passed."""
        return replace(self, within=self.within - seconds)


@dataclass(frozen=True)
class AdviceTask:
    """A view for which somebody wants a hint, thought about for so many seconds."""

    about: int
    game: str
    components: Components
    view: Any
    seed: int
    seconds: float
    lane: Literal["hint"] = "hint"


def choice(task: BotTask, since: float) -> str:
    """The line that the bot plays; it was asked at `since`, on the monotonic clock of this machine."""
    left = max(LEAST_BOT_SECONDS, min(since + task.within - time.monotonic(), task.most))
    thinker = mind(task.level, game(task.game), task.components, task.seed, seconds=left)
    return tempered(thinker, task.temper).choose(task.view)


def advice(task: AdviceTask, stop: threading.Event) -> Hint:
    """What a good player would do, and why; nothing when `stop` was set meanwhile."""
    nothing = Hint(task.about, task.view.seat, ())
    if stop.is_set():
        return nothing
    effort = Effort(seconds=task.seconds, keep=HINT_LINES, stop=stop)
    counsel = advise(game(task.game), task.components, task.view, seed=task.seed, effort=effort)
    if stop.is_set():
        return nothing
    lines = counsel.lines[:HINT_LINES]
    ideas = (idea(one, odds.prospects(task.game, task.components, task.view, one.words)) for one in lines)
    return Hint(task.about, task.view.seat, tuple(ideas), counsel.exact, counsel.gain)


def idea(one: Advice, found: list[Exact]) -> Idea:
    """What is known of a line and what the odds say about it, for the wire."""
    return Idea(one.words, one.share, one.points, one.error, one.tries, prospect(found[0]) if found else None)


def prospect(one: Exact) -> Prospect:
    """What the odds say about a line, for the wire: an exact fraction becomes the nearest number."""
    chances, means = ({what: float(number) for what, number in part.items()} for part in (one.chances, one.means))
    return Prospect(one.line, chances, means)
