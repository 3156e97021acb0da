"""What a page hears on its socket. `web/src/wire.ts` is generated from these structs and those beside them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, json

from rollmops.server.protocol.words import Colour, EmoteName, Letter, ProblemKind, SeatKind, State


class SeatState(Struct, frozen=True):
    """A seat as everyone may see it."""

    seat: Letter
    kind: SeatKind
    name: str
    colour: Colour
    level: str
    sat: bool
    present: bool
    bot: bool
    """Whether a bot chooses for this seat now, by nature or because its holder is gone."""
    replaceable: bool
    """Whether the others may let a bot play on (or, at the door, take the seat)."""
    presses: bool = False
    """Whether the holder's page says `rolled` when its dice are seen there, so that others can wait for it."""


class Result(Struct, frozen=True):
    """How it ended."""

    points: dict[str, int]
    shares: dict[str, float]
    winners: tuple[str, ...]


class Start(Struct, frozen=True):
    """The record that a game goes on from: its SHA-256, how many of its entries stand first, and whose dice fall."""

    record: str
    entries: int
    dice: Literal["new", "record"]


class ClockState(Struct, frozen=True):
    """A table's clock: seconds for every choice, the level of the bot that moves on then, playing hours in a time zone; and
    for each seat that owes a choice until when it has time, in seconds since 1970."""

    seconds: int
    level: str
    zone: str
    opens: int
    closes: int
    ends: dict[str, float]


class TableState(Struct, frozen=True, tag_field="type", tag="table"):
    """The table apart from the game: who sits there, who is here, the promise of the dice. Also GET /api/tables/CODE."""

    code: str
    game: str
    title: str
    secrets: bool
    """Whether some seat may know what another does not."""
    state: State
    seats: tuple[SeatState, ...]
    first: str | None
    odds: bool
    components: tuple[str, str]
    """Name and SHA-256."""
    commit: str
    """SHA-256 of the seed. From the first moment on, like `house`: both are to be remembered."""
    house: dict[str, str]
    """For each seat the salt that the house puts in if it is a bot's or does not open its own; the seed fixes them."""
    promises: dict[str, str]
    """SHA-256 of the salts that seats have promised."""
    opening: bool
    """Everybody has promised and no promise changes any more: who holds a seat opens its salt now."""
    salts: dict[str, str]
    """Once the game has begun."""
    reveal: str | None
    result: Result | None
    date: str
    watchers: int
    next: str | None
    """The code of the table where these people went on."""
    start: Start | None = None
    """Where the game does not begin at its beginning."""
    hand: bool = False
    """Whether people throw their own dice: nothing is promised, and nothing can be proven."""
    owing: tuple[str, ...] = ()
    """The seats that owed a choice when this was sent; an `Update` knows it better."""
    clock: ClockState | None = None
    keyed: bool = False
    """Whether others can play the same game with the same dice, once it is over: POST /api/tables/CODE/challenge."""
    same: str = ""
    """The code of the challenge or evening whose dice these are, if the table shares them: GET /api/deals/CODE."""
    waking: bool = False
    """Whether a bot or a hint is waited for that cannot think yet: its minds are compiled, once after the first start."""


class Line(Struct, frozen=True, omit_defaults=True):
    """An entry of the logbook as this seat may see it. `told` says it in English where its game brings no `news` to tell it
    from. `flight`: a throw's trajectory, base64."""

    seat: str
    words: str
    told: str = ""
    flight: str | UnsetType = UNSET
    bot: bool = False
    news: tuple[str, ...] = ()
    """What it led to, in a few words of its game's `story.py`: for pages that tell and stage it."""
    view: Annotated[Any, Meta(title="View")] | UnsetType = UNSET
    """The table after this line, where it led to something and more lines follow in the same update."""


class Turn(Struct, frozen=True):
    """What one seat may do now."""

    seat: str | None
    owes: bool
    verbs: tuple[str, ...]
    """The verbs that may begin this seat's line now."""
    choices: tuple[str, ...] | None
    """Every legal line in words; null when there are more than two hundred: build the words from the view."""
    sealed: str | None
    """The secret choice this seat has made, while others still think."""
    undo: bool
    """Whether the seat's last choice can be taken back."""


class Part(Turn, frozen=True):
    """The game as one seat may see it (`seat` null: as a watcher), and what it may do now."""

    lines: tuple[Line, ...]
    view: Annotated[Any, Meta(title="View")]
    before: Annotated[Any, Meta(title="View")] | UnsetType = UNSET
    """When the game has just begun: the table before the first of these lines."""


class OpenGame(Struct, frozen=True):
    """The game as everybody may see it, where nothing is secret. Views are a watcher's. `turns` are of those seats that may
    do something; all others, and watchers, may do nothing now."""

    turns: tuple[Turn, ...]
    lines: tuple[Line, ...]
    view: Annotated[Any, Meta(title="View")]
    before: Annotated[Any, Meta(title="View")] | UnsetType = UNSET
    """When the game has just begun: the table before the first of these lines."""


class Due(Struct, frozen=True):
    """Dice or cards that people have to throw or turn themselves: whose they are (`*`: nobody's), the verb of the line, and
    for each die or card what it may show; `names` tells them apart where that matters. Where it cannot be listed (a throw
    onto the floe) `dice` is empty, and `names` are the dice that come to rest."""

    seat: str
    verb: str
    dice: tuple[tuple[str, ...], ...]
    names: tuple[str, ...]
    secret: bool
    """Whether only the seat itself may know."""


class Update(Struct, frozen=True, tag_field="type", tag="update"):
    """The game as it stands: drop log lines from `start` on, append each part's `lines`, animate them, show the view."""

    sequence: int
    start: int
    owing: tuple[str, ...]
    """Letters of the seats that owe a choice."""
    chosen: tuple[str, ...]
    """Letters of the seats whose secret choice lies sealed."""
    parts: tuple[Part, ...] = ()
    """One for each seat this device holds, in seat order; for watchers a single one without a seat. None where `open` says
    the same to everybody."""
    open: OpenGame | UnsetType = UNSET
    due: Due | None = None
    """What people's own dice have to tell next, at a table where they throw themselves."""


class Welcome(Struct, frozen=True, tag_field="type", tag="welcome"):
    """Answer to Hello. `update` is null while the table waits at the door."""

    version: int
    seats: tuple[str, ...]
    """Letters of the seats this device holds now."""
    table: TableState
    update: Update | None
    now: float = 0.0
    """By the server's clock, in seconds since 1970."""


class Taken(Struct, frozen=True, tag_field="type", tag="taken"):
    """Another device has taken these seats over with their tokens. Say Hello again to take them back."""

    seats: tuple[str, ...]


class Prospect(Struct, frozen=True):
    """What a line would bring, exactly: chances of what may come of it and means to be expected, by words of the game's."""

    line: str
    chances: dict[str, float]
    means: dict[str, float]


class Odds(Struct, frozen=True, tag_field="type", tag="odds"):
    """Answer to AskOdds."""

    about: int
    seat: str
    prospects: tuple[Prospect, ...]


class Idea(Struct, frozen=True):
    """A line and what trying it has shown: the share of the win or, on the floe, points ahead of the others."""

    words: str
    share: float | None
    points: float | None
    error: float | None
    """The standard error of that figure; null where a single try, or none, gives no measure of it."""
    tries: int
    """Random games played to the end, or throws; 0 where the line needs no trial to be reckoned."""
    prospect: Prospect | None
    """What the exact odds say about it, where a game has any."""


class Hint(Struct, frozen=True, tag_field="type", tag="hint"):
    """What the mind would do: its best ideas in falling order."""

    about: int
    seat: str
    ideas: tuple[Idea, ...]
    exact: bool = False
    """Whether the shares are known, not tried."""
    gain: float | None = None
    """With known shares: the most that a seat could gain by playing otherwise than they do; 0 where play is perfect."""


class Forecast(Struct, frozen=True, tag_field="type", tag="forecast"):
    """Where dice came to rest in trial throws of a gesture: a forecast, for the real throw has a seed nobody knows."""

    about: int
    seat: str
    words: str
    throws: int
    spots: tuple[tuple[float, float], ...]
    """Of dice of the hand that stayed on the ice, in millimetres."""
    wet: int
    """Dice of the hand that fell into the water, of all throws together."""
    pushed: int
    """Throws that pushed a die off which lay there."""
    done: bool
    """Whether no better one will come."""


class Tried(Struct, frozen=True, tag_field="type", tag="tried"):
    """Whether these words may be chosen, and if not, why."""

    about: int
    words: str
    legal: bool
    why: str


class Moved(Struct, frozen=True, tag_field="type", tag="moved"):
    """These people go on at another table; the same tokens open it."""

    about: int
    code: str
    by: str


class Renewed(Struct, frozen=True, tag_field="type", tag="renewed"):
    """The seat's new token; only its holder is told."""

    about: int
    seat: str
    token: str


class Emoted(Struct, frozen=True, tag_field="type", tag="emoted"):
    """Somebody shows a drawing at their seat. Whoever comes later is not told."""

    seat: str
    emote: EmoteName


class Pressed(Struct, frozen=True, tag_field="type", tag="pressed"):
    """Somebody has pressed to see the dice of this line of the log (its place, from 0). Whoever comes later is not told."""

    seat: str
    line: int


class Pong(Struct, frozen=True, tag_field="type", tag="pong"):
    """The line is there."""

    about: int


class Problem(Struct, frozen=True, tag_field="type", tag="problem"):
    """Something could not be done: what was wrong, and what would be right. Also the body of HTTP answers from 400 on."""

    about: int
    kind: ProblemKind
    message: str
    line: int | None = None
    """The line of the record that is to blame."""
    field: str | None = None
    """The field of the component file that is to blame."""


ServerMessage = (
    Welcome
    | Update
    | TableState
    | Taken
    | Odds
    | Hint
    | Forecast
    | Tried
    | Moved
    | Renewed
    | Emoted
    | Pressed
    | Pong
    | Problem
)


message_encoder = json.Encoder()
