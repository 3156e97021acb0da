// Generated from src/rollmops/server/protocol/ and the games' views by `make wire`. Do not edit.

export const VERSION = 2
export const LONGEST_MESSAGE_CHARACTERS = 4096
export const LONGEST_BODY_BYTES = 1500000
export const MOST_CHOICES = 200
export const CLOSE_RESTART = 1012
export const CLOSE_TOO_BIG = 1009
export const CLOSE_PROTOCOL = 4000
export const CLOSE_TOO_FAST = 4008
export const CLOSE_UNKNOWN = 4004
export const CLOSE_OLD = 4010
export const CLOSE_FULL = 4013

/** What stands on the lids of the house's games. */
export const LIDS = {
  soles: { seats: [2,8], minutes: 5, secrets: false },
  espresso: { seats: [2,5], minutes: 30, secrets: false },
  lure: { seats: [2,5], minutes: 10, secrets: true },
  floe: { seats: [2,6], minutes: 10, secrets: false },
} as const
/** The names of the bots of each level. */
export const BOTS: Readonly<Record<string, readonly string[]>> = {"easy":["Pip","Polly","Pelle","Pina","Puck","Paula","Piet"],"medium":["Marlies","Milo","Mette","Magnus","Minna","Mads","Mona"],"hard":["Hilda","Hektor","Hedda","Harald","Helmi","Hugo","Hanna"],"master":["Nerea","Nestor","Njord","Nixe","Nils","Nele","Noah"]}
/** The tempers of a level's bots, in the order of their names, again and again. */
export const TEMPERS: readonly Temper[] = ["bold","careful","cheeky","steady"]
/** How far each number of a throw may go. */
export const GESTURE = {
  from: { low: -120, high: 120, usual: 0 },
  aim: { low: -60, high: 60, usual: 0 },
  speed: { low: 20, high: 400, usual: 140 },
  height: { low: 20, high: 150, usual: 50 },
  spin: { low: -150, high: 150, usual: 50 },
} as const
/** The house's own ice. */
export const HOUSE_FLOE: FloeFloe = {"width":300.0,"length":430.0,"die":12.0,"outline":[[-112.0,14.0],[-60.0,8.0],[0.0,12.0],[58.0,6.0],[110.0,16.0],[124.0,70.0],[116.0,130.0],[127.0,190.0],[118.0,250.0],[125.0,310.0],[112.0,372.0],[70.0,392.0],[15.0,386.0],[-45.0,395.0],[-105.0,380.0],[-124.0,320.0],[-115.0,255.0],[-127.0,200.0],[-117.0,140.0],[-125.0,75.0]],"marks":[{"worth":3,"x":-70.0,"y":150.0,"radius":20.0},{"worth":4,"x":65.0,"y":210.0,"radius":18.0},{"worth":5,"x":-55.0,"y":290.0,"radius":16.0},{"worth":6,"x":40.0,"y":340.0,"radius":14.0},{"worth":-2,"x":10.0,"y":85.0,"radius":18.0},{"worth":-4,"x":5.0,"y":240.0,"radius":18.0}]}

export type Letter = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H"
export type Colour = "coral" | "leaf" | "lemon" | "plum" | "rust" | "sea" | "sky" | "stone"
export type SeatKind = "bot" | "here" | "link"
export type State = "door" | "over" | "play"
export type ProblemKind = "bad components" | "bad message" | "bad record" | "bad table" | "bad words" | "cannot write" | "full" | "illegal" | "not found" | "not your turn" | "old rules" | "other box" | "out of time" | "seat taken" | "stale" | "too big" | "too early" | "too fast" | "unknown seat" | "unknown table"
export type EmoteName = "clap" | "grumble" | "hello" | "laugh" | "luck" | "sad" | "think" | "wow"
export type Temper = "bold" | "careful" | "cheeky" | "steady"
export type View = SolesView | EspressoView | LureView | FloeView
/** What a page says on its socket. */
export type PageRequest = Hello | Sit | Open | Choose | Try | Put | Undo | TakeBack | AskOdds | AskHint | AskForecast | LetBot | Leave | NextGame | Emote | Rolled | Renew | Subscribe | Unsubscribe | Seen | Ping
/** What a page hears on its socket. */
export type ServerMessage = Welcome | Update | TableState | Taken | Odds | Hint | Forecast | Tried | Moved | Renewed | Emoted | Pressed | Pong | Problem

/** A table of Roll for Soles. */
export interface SolesView {
  game: "soles"
  seat: string | null
  phase: string
  turn: string
  middle: number
  net: number
  supply: Readonly<Record<string, number>>
  pieces: Readonly<Record<string, SolesPieces>>
  red_value: number
  dice: number
  rolled: readonly string[]
  aside: readonly string[]
  falling: number
  haul: number
}

/** A pile of soles as it would lie there. */
export interface SolesPieces {
  yellow: number
  red: number
}

/** A table of Espresso Fishing. */
export interface EspressoView {
  game: "espresso"
  seat: string | null
  phase: string
  turn: string
  lake: EspressoFish
  fish: Readonly<Record<string, EspressoFish>>
  chips: Readonly<Record<string, number>>
  pile: number
  dice: readonly EspressoDie[]
  falling: readonly string[]
  throws: number
  white: string | null
  drunk: boolean
  red_worm: boolean
  owed: number
  steals: number
  special: boolean
  ahead: string | null
}

/** The fish at one place. */
export interface EspressoFish {
  blue: number
  yellow: number
}

/** A coloured die as it lies. */
export interface EspressoDie {
  name: string
  colour: string
  face: string | null
  fresh: boolean
}

/** A table of Lure, behind one screen. */
export interface LureView {
  game: "lure"
  seat: string | null
  phase: string
  round: number
  drawing: readonly string[]
  deck: number
  splashing: number
  middle: readonly LureFish[]
  caught: Readonly<Record<string, readonly LureFish[]>>
  boasts: Readonly<Record<string, number>>
  vp: Readonly<Record<string, number>>
  sixes: number
  specials: readonly string[]
  resting: Readonly<Record<string, readonly string[]>>
  hand: readonly string[]
  hands: Readonly<Record<string, number>>
  pile: number
  discards: readonly string[]
  stock: readonly string[]
  draws: Readonly<Record<string, number>>
  drew: readonly string[]
  played: Readonly<Record<string, readonly string[]>>
  casts: Readonly<Record<string, LureCast>>
  fishing: readonly string[]
  fished: readonly string[]
  chosen: readonly number[]
}

/** A card that all have seen. */
export interface LureFish {
  name: string
  catch: number
  needs: string
  vp: number
  splash: string
}

/** A cast that was revealed, and the dice that have fallen since (adjusted once its turn is over). */
export interface LureCast {
  sixes: number
  specials: readonly string[]
  lures: readonly string[]
  faces: readonly number[]
  total: number | null
}

/** A table of Rolling Dice. */
export interface FloeView {
  game: "floe"
  seat: string | null
  phase: string
  seats: number
  owners: Readonly<Record<string, string>>
  goal: number
  round: number
  starter: string
  turn: string
  placing: string | null
  turns_left: number
  track: Readonly<Record<string, number>>
  dice: Readonly<Record<string, FloeDie>>
  marked: string | null
  hand: readonly string[]
  gesture: Readonly<Record<string, number>> | null
  thrown: readonly FloeDie[]
  wet: readonly FloeWet[]
  pushed: readonly FloeWet[]
  keepable: readonly string[]
  spots: readonly (readonly [number, number])[]
  blocks: readonly FloeBlock[]
  scored: readonly FloeScore[]
  floe: FloeFloe
}

/** A die on the floe; `turn` as `arena.die` tells it. */
export interface FloeDie {
  die: string
  x: number
  y: number
  turn: number
  up: number
}

/** A die in the water. */
export interface FloeWet {
  die: string
  up: number
}

/** An ice block with a die on it; the first one has the starting symbol. */
export interface FloeBlock {
  colour: string
  die: string
  up: number
}

/** How a colour scored in the last round: its number, net or hole, dice behind it and on ice blocks, its seal's way. `earned` is their sum, never below 0, and nothing for a die on a block; a seal that jumps goes further. */
export interface FloeScore {
  colour: string
  up: number
  bonus: number
  behind: Readonly<Record<string, number>>
  blocks: Readonly<Record<string, number>>
  blocked: boolean
  earned: number
  start: number
  end: number
}

/** The map. */
export interface FloeFloe {
  width: number
  length: number
  die: number
  outline: readonly (readonly [number, number])[]
  marks: readonly FloeMark[]
}

/** A net (worth more than 0) or a hole (less than 0), printed on the ice. */
export interface FloeMark {
  worth: number
  x: number
  y: number
  radius: number
}

/** POST /api/tables. `first` is a letter, or empty for a draw by lot; `components` is the text of a component file. */
export interface NewTable {
  game: string
  seats: readonly NewSeat[]
  first?: Letter | null
  odds?: boolean
  components?: string | null
  dice?: "fair" | "hand"
  clock?: NewClock | null
}

/** Who is to sit there: someone on this device, someone by link, or a bot of some level. */
export interface NewSeat {
  kind: SeatKind
  level?: string
  name?: string
  colour?: Colour | null
}

/** So many seconds for every choice; then a bot of this level moves on until the turn is another's. They count from `opens` to `closes` o'clock in a time zone (an IANA name). */
export interface NewClock {
  seconds: number
  level?: string
  zone?: string
  opens?: number
  closes?: number
}

/** POST /api/replay: a logbook's text, the component file it was played with, through whose eyes to see it, and from which step on. */
export interface ReplayAsk {
  record: string
  components?: string | null
  seat?: Letter | null
  start?: number
}

/** POST /api/review: a logbook's text, the component file it was played with, and how closely estimates are looked at. What is known exactly is so at once; else ask quickly first and more closely while somebody looks. */
export interface ReviewAsk {
  record: string
  components?: string | null
  effort?: "full" | "quick" | "usual"
}

/** POST /api/what-if: had this line been played after so many entries of a logbook, how would the game end? `words` is a line of the seat that decides there, without its letter; without it the line that was played is looked at. `games` is how many are to be played at most where the endings cannot be listed; the answer says how many were. */
export interface WhatIfAsk {
  record: string
  entries: number
  words?: string
  components?: string | null
  seat?: Letter | null
  games?: number
}

/** POST /api/play-on: a table that goes on where a logbook stood after so many entries, with as many seats as it has. Its dice are new, or those that the logbook's own seed would have brought. */
export interface PlayOn {
  record: string
  entries: number
  seats: readonly NewSeat[]
  components?: string | null
  dice?: "new" | "record"
  odds?: boolean
}

/** POST /api/deals: a table for each of these groups, all set alike and with the same dice. */
export interface NewEvening {
  table: NewTable
  groups: readonly string[]
}

/** The first message: tokens of the seats this device holds (it takes them over from others), and the last sequence number it knows, so that only what is new is sent. */
export interface Hello {
  type: "hello"
  id?: number
  tokens?: readonly string[]
  sequence?: number | null
}

/** Sit down at a seat this device holds, with a name, a colour and the promise of a contribution to the dice. Until everybody has sat down it may be sent again (another name); later only name and colour of the seat's sign change. */
export interface Sit {
  type: "sit"
  id?: number
  seat: Letter
  name: string
  promise: string
  colour?: Colour | null
}

/** Open the salt that was promised, once everybody has (`TableState.opening`). Nobody is told it before all are open; a seat that does not open its salt in time gets the house's. */
export interface Open {
  type: "open"
  id?: number
  seat: Letter
  salt: string
}

/** A decision in the words of the record, without the seat's letter; `sequence` is that of the update it answers. */
export interface Choose {
  type: "choose"
  id?: number
  seat: Letter
  words: string
  sequence: number
}

/** May this be chosen? Nothing happens; a `Tried` answers. For decisions that are too many to list. */
export interface Try {
  type: "try"
  id?: number
  seat: Letter
  words: string
}

/** What people's own dice or cards show, in the words of the record (`Update.due` says what is asked for). Anybody who sits at the table may say it; what a seat draws in secret only its holder, unless a bot sits there. */
export interface Put {
  type: "put"
  id?: number
  words: string
  sequence: number
}

/** At a table with people's own dice: take back the last thing that happened, whatever it was. */
export interface Undo {
  type: "undo"
  id?: number
  sequence: number
}

/** Withdraw a sealed choice, or the seat's last line while nothing has followed it (`Part.undo` says when). */
export interface TakeBack {
  type: "take back"
  id?: number
  seat: Letter
  sequence: number
}

/** What would the seat's lines bring, exactly? With words: what would these? Only where the table wants odds shown. */
export interface AskOdds {
  type: "odds"
  id?: number
  seat: Letter
  words?: string
}

/** What would a good player do? Only for the seat's own holder, on its turn. */
export interface AskHint {
  type: "hint"
  id?: number
  seat: Letter
}

/** Where would the dice of this throw come to rest? `Forecast` messages answer, each better than the last, until the next question or an empty one (without words). Only where dice are thrown for real. */
export interface AskForecast {
  type: "forecast"
  id?: number
  seat: Letter
  words?: string
}

/** Let a bot play on for somebody who is gone (`SeatState.replaceable`), or take a free seat at the door. */
export interface LetBot {
  type: "let bot"
  id?: number
  seat: Letter
  level?: string
}

/** Get up: a bot plays on until the seat's holder says Hello or Sit again. */
export interface Leave {
  type: "leave"
  id?: number
  seat: Letter
}

/** After the end: a new table with the same people and their tokens. Nothing given: a rematch, the next seat begins. */
export interface NextGame {
  type: "next"
  id?: number
  game?: string | null
  first?: Letter | null
}

/** Show everybody a drawing at the own seat for a moment. It stands in no journal and no record; only seats can. */
export interface Emote {
  type: "emote"
  id?: number
  seat: Letter
  emote: EmoteName
}

/** Whoever holds this seat has pressed to see the dice of this line of the log (its place, from 0; -1 before any): the others' pages wait for that. Dice have fallen before; this stands in no journal and no record. */
export interface Rolled {
  type: "rolled"
  id?: number
  seat: Letter
  line: number
}

/** Change the lock: the seat gets a new token, links given out before no longer open it. */
export interface Renew {
  type: "renew"
  id?: number
  seat: Letter
}

/** Tell this device of the seat's turns by its browser's push service: a PushSubscription's endpoint and keys, and the language to say it in. The same one again changes nothing. */
export interface Subscribe {
  type: "subscribe"
  id?: number
  seat: Letter
  endpoint: string
  p256dh: string
  auth: string
  language?: "de" | "en"
}

/** Tell this device no more of the seat's turns. */
export interface Unsubscribe {
  type: "unsubscribe"
  id?: number
  seat: Letter
  endpoint: string
}

/** Whether somebody can see the page: one in the background is told of its turn like one that is closed. */
export interface Seen {
  type: "seen"
  id?: number
  visible: boolean
}

/** Is the line still there? */
export interface Ping {
  type: "ping"
  id?: number
}

/** GET /api/games. */
export interface Games {
  version: number
  games: readonly GameInfo[]
}

/** What stands on the lid. */
export interface GameInfo {
  name: string
  title: string
  fewest: number
  most: number
  minutes: number
  secrets: boolean
  starter: boolean
  levels: readonly BotLevel[]
  ready: boolean
  lesson: boolean
}

/** A strength of bot. */
export interface BotLevel {
  name: string
  title: string
}

/** Answer to POST /api/tables: keep the tokens of the seats on this device, hand the others out as links. */
export interface TableMade {
  code: string
  keys: readonly SeatKey[]
}

/** A seat and the secret that holds it; its link is made of the table's code and this. */
export interface SeatKey {
  seat: Letter
  kind: SeatKind
  token: string
}

/** GET /api/tables/CODE/proof, once the game is over: all that is needed to check every die with HMAC-SHA-256. Draw n (from 0) is HMAC(seed, "A=salt,B=salt;n"), its first 48 bits as a number; numbers at or above 2^48 − 2^48 mod total are passed over (n goes on); the rest modulo total lies in the weights. A lot for who begins is the first draw. A draw with a key is HMAC(seed, "A=salt,B=salt;key;n") instead, n from 0 for each: its first 48 bits times total are divided by 2^48, which gives the number, unless the rest is below 2^48 mod total: then n goes on. Cards that the component file names stand in `cards`, in the order of the weights. `facts` is the component file as its digest is made of it: JSON whose SHA-256 stands in the record, so that nobody needs to believe the weights listed here. */
export interface Proof {
  seed: string
  commit: string
  salts: Readonly<Record<string, string>>
  lot: Draw | null
  draws: readonly Draw[]
  cards: readonly string[]
  facts: string
}

/** One die or card: `choice` was drawn by `weights` (sum `total`) for entry `entry`. Without weights `choice` is the number itself (the seed of a throw). */
export interface Draw {
  entry: number
  total: number
  weights: readonly number[]
  choice: number
  key: string
}

/** A game, step by step, from step `start` on; `opening` is the table before the first entry. Where `next` is a number the answer would have been too long: ask again from there. Proof and record come with the first. Answer to POST /api/replay. */
export interface Replay {
  game: string
  title: string
  names: Readonly<Record<string, string>>
  date: string | null
  opening: View
  start: number
  steps: readonly Step[]
  next: number | null
  result: Result | null
  proof: Proof | null
  record: string
}

/** One entry of a replay and the table after it; `chance` where dice or cards made it, and nobody decided. */
export interface Step {
  line: Line
  view: View
  points: Readonly<Record<string, number>>
  chance: boolean
}

/** An entry of the logbook as this seat may see it. `told` says it in English where its game brings no `news` to tell it from. `flight`: a throw's trajectory, base64. */
export interface Line {
  seat: string
  words: string
  told?: string
  flight?: string
  bot?: boolean
  news?: readonly string[]
  view?: View
}

/** How it ended. */
export interface Result {
  points: Readonly<Record<string, number>>
  shares: Readonly<Record<string, number>>
  winners: readonly string[]
}

/** GET /api/lessons/NAME: a lesson to be played through without asking again. The learner sits at seat A. */
export interface LessonReply {
  game: string
  title: string
  digest: string
  names: Readonly<Record<string, string>>
  opening: View
  steps: readonly LessonStep[]
  goodbye: LessonText
}

/** One entry of a lesson: what is said before it, the lines that were written by it, and the table after it. */
export interface LessonStep {
  seat: string
  chance: boolean
  says: LessonText | null
  task: LessonText | null
  why: LessonText | null
  answers: readonly LessonAnswer[]
  accepted: readonly string[]
  points: readonly string[]
  part: Part | null
  owing: readonly string[]
  lines: readonly Line[]
  view: View
}

/** The same in every language of the page. */
export interface LessonText {
  en: string
  de: string
}

/** What is said to a legal line that is not the one looked for; `*` for all that have no answer of their own. */
export interface LessonAnswer {
  line: string
  text: LessonText
}

/** The game as one seat may see it (`seat` null: as a watcher), and what it may do now. */
export interface Part {
  seat: string | null
  owes: boolean
  verbs: readonly string[]
  choices: readonly string[] | null
  sealed: string | null
  undo: boolean
  lines: readonly Line[]
  view: View
  before?: View
}

/** GET /api/boards/NAME: a small board of the rules, up to the next choice of seat A. What may be chosen is in the `part` of the last step; without one the turn is over. */
export interface BoardReply {
  game: string
  title: string
  names: Readonly<Record<string, string>>
  opening: View
  steps: readonly LessonStep[]
  record: string
}

/** The key that browsers subscribe to push notices with. Answer to GET /api/push. */
export interface PushKey {
  key: string
}

/** Answer to GET /api/daily: which day it is. It changes at midnight UTC, and not by the clock of a device. */
export interface Today {
  today: string
}

/** GET /api/daily/2027-01-05. `key` and `path` lead to `root`, the commitment of the year (docs/daily.md). */
export interface DayReply {
  date: string
  root: string
  key: string
  path: readonly string[]
  decisions: readonly DayDecision[]
}

/** One of the five; seat A decides. */
export interface DayDecision {
  game: string
  title: string
  names: Readonly<Record<string, string>>
  part: Part
  owing: readonly string[]
  whole: boolean
  lines: Readonly<Record<string, number>>
  error: number | null
  mistake: string
  reason: Reason
  record: string
  entries: number
}

/** `chance`, `points` and `count` are the line's, with `other_` before them those of the line it is compared with. soles: `chance` that the roll ends the turn with nothing, `count` soles in the net · espresso: see `Kind`; `points` are fish or white throws on average · Lure: `count` dice, `chance` that they catch anything if nobody is before them, `points` on average then (for `lower`: totals) · the floe: `points` that the die earns as it lies, `chance` that the next throw does not outdo it. `whom`: a seat's letter. */
export interface Reason {
  kind: "bite" | "chances" | "chip" | "coffee" | "dare" | "early" | "earns" | "endures" | "hold" | "improve" | "lower" | "plain" | "richer" | "right" | "rob" | "sober" | "spare" | "stepwise" | "stop" | "throws"
  other: string
  chance: number | null
  other_chance: number | null
  points: number | null
  other_points: number | null
  count: number | null
  other_count: number | null
  whom: string | null
}

/** Answer to POST /api/deals and POST /api/tables/CODE/challenge: the code of what the tables share. `host` is the secret of an evening's host: whoever has it sees the groups' links. */
export interface DealMade {
  code: string
  host: string
}

/** GET /api/deals/CODE: who plays with these dice, how far they are, and who has made what of them. */
export interface DealState {
  code: string
  kind: "challenge" | "evening"
  game: string
  title: string
  seats: readonly DealSeat[]
  first: string | null
  commit: string
  date: string
  exact: boolean
  tables: readonly DealtTable[]
}

/** A seat as every table of the deal has it. */
export interface DealSeat {
  seat: Letter
  kind: SeatKind
  name: string
  level: string
}

/** One of the tables that share their dice. */
export interface DealtTable {
  number: number
  name: string
  state: "door" | "gone" | "over" | "play"
  entries: number
  people: readonly string[]
  names: Readonly<Record<string, string>>
  result: Result | null
  scores: Readonly<Record<string, DealtScore>> | null
  reckoning: boolean
  code: string
  secret: string
}

/** What a seat made of it: share of the win = start + luck + score (+ estimation); `score` is with luck subtracted. */
export interface DealtScore {
  start: number
  luck: number
  given_away: number
  score: number
  error: number | null
}

/** GET /api/deals/CODE/group, with the group's secret: its table, and the keys of its seats. */
export interface GroupTable {
  code: string
  name: string
  game: string
  keys: readonly SeatKey[]
}

/** Answer to Hello. `update` is null while the table waits at the door. */
export interface Welcome {
  type: "welcome"
  version: number
  seats: readonly string[]
  table: TableState
  update: Update | null
  now: number
}

/** The table apart from the game: who sits there, who is here, the promise of the dice. Also GET /api/tables/CODE. */
export interface TableState {
  type: "table"
  code: string
  game: string
  title: string
  secrets: boolean
  state: State
  seats: readonly SeatState[]
  first: string | null
  odds: boolean
  components: readonly [string, string]
  commit: string
  house: Readonly<Record<string, string>>
  promises: Readonly<Record<string, string>>
  opening: boolean
  salts: Readonly<Record<string, string>>
  reveal: string | null
  result: Result | null
  date: string
  watchers: number
  next: string | null
  start: Start | null
  hand: boolean
  owing: readonly string[]
  clock: ClockState | null
  keyed: boolean
  same: string
  waking: boolean
}

/** A seat as everyone may see it. */
export interface SeatState {
  seat: Letter
  kind: SeatKind
  name: string
  colour: Colour
  level: string
  sat: boolean
  present: boolean
  bot: boolean
  replaceable: boolean
  presses: boolean
}

/** The record that a game goes on from: its SHA-256, how many of its entries stand first, and whose dice fall. */
export interface Start {
  record: string
  entries: number
  dice: "new" | "record"
}

/** A table's clock: seconds for every choice, the level of the bot that moves on then, playing hours in a time zone; and for each seat that owes a choice until when it has time, in seconds since 1970. */
export interface ClockState {
  seconds: number
  level: string
  zone: string
  opens: number
  closes: number
  ends: Readonly<Record<string, number>>
}

/** The game as it stands: drop log lines from `start` on, append each part's `lines`, animate them, show the view. */
export interface Update {
  type: "update"
  sequence: number
  start: number
  owing: readonly string[]
  chosen: readonly string[]
  parts: readonly Part[]
  open?: OpenGame
  due: Due | null
}

/** The game as everybody may see it, where nothing is secret. Views are a watcher's. `turns` are of those seats that may do something; all others, and watchers, may do nothing now. */
export interface OpenGame {
  turns: readonly Turn[]
  lines: readonly Line[]
  view: View
  before?: View
}

/** What one seat may do now. */
export interface Turn {
  seat: string | null
  owes: boolean
  verbs: readonly string[]
  choices: readonly string[] | null
  sealed: string | null
  undo: boolean
}

/** Dice or cards that people have to throw or turn themselves: whose they are (`*`: nobody's), the verb of the line, and for each die or card what it may show; `names` tells them apart where that matters. Where it cannot be listed (a throw onto the floe) `dice` is empty, and `names` are the dice that come to rest. */
export interface Due {
  seat: string
  verb: string
  dice: readonly (readonly string[])[]
  names: readonly string[]
  secret: boolean
}

/** Another device has taken these seats over with their tokens. Say Hello again to take them back. */
export interface Taken {
  type: "taken"
  seats: readonly string[]
}

/** Answer to AskOdds. */
export interface Odds {
  type: "odds"
  about: number
  seat: string
  prospects: readonly Prospect[]
}

/** What a line would bring, exactly: chances of what may come of it and means to be expected, by words of the game's. */
export interface Prospect {
  line: string
  chances: Readonly<Record<string, number>>
  means: Readonly<Record<string, number>>
}

/** What the mind would do: its best ideas in falling order. */
export interface Hint {
  type: "hint"
  about: number
  seat: string
  ideas: readonly Idea[]
  exact: boolean
  gain: number | null
}

/** A line and what trying it has shown: the share of the win or, on the floe, points ahead of the others. */
export interface Idea {
  words: string
  share: number | null
  points: number | null
  error: number | null
  tries: number
  prospect: Prospect | null
}

/** Where dice came to rest in trial throws of a gesture: a forecast, for the real throw has a seed nobody knows. */
export interface Forecast {
  type: "forecast"
  about: number
  seat: string
  words: string
  throws: number
  spots: readonly (readonly [number, number])[]
  wet: number
  pushed: number
  done: boolean
}

/** Whether these words may be chosen, and if not, why. */
export interface Tried {
  type: "tried"
  about: number
  words: string
  legal: boolean
  why: string
}

/** These people go on at another table; the same tokens open it. */
export interface Moved {
  type: "moved"
  about: number
  code: string
  by: string
}

/** The seat's new token; only its holder is told. */
export interface Renewed {
  type: "renewed"
  about: number
  seat: string
  token: string
}

/** Somebody shows a drawing at their seat. Whoever comes later is not told. */
export interface Emoted {
  type: "emoted"
  seat: string
  emote: EmoteName
}

/** Somebody has pressed to see the dice of this line of the log (its place, from 0). Whoever comes later is not told. */
export interface Pressed {
  type: "pressed"
  seat: string
  line: number
}

/** The line is there. */
export interface Pong {
  type: "pong"
  about: number
}

/** Something could not be done: what was wrong, and what would be right. Also the body of HTTP answers from 400 on. */
export interface Problem {
  type: "problem"
  about: number
  kind: ProblemKind
  message: string
  line: number | null
  field: string | null
}

/** A whole game. */
export interface Review {
  game: string
  exact: boolean
  gain: number | null
  effort: string
  over: boolean
  names: Readonly<Record<string, string>>
  seats: Readonly<Record<string, ReviewSeatLedger>>
  entries: readonly ReviewStep[]
  moments: readonly ReviewMoment[]
}

/** start + own dice + others' dice + own errors + others' gifts + estimation = result. */
export interface ReviewSeatLedger {
  start: number
  own_dice: number
  others_dice: number
  own_errors: number
  others_gifts: number
  estimation: number
  result: number
  rating: ReviewRating
  error?: Readonly<Record<string, number>> | null
}

/** How well somebody decided: what was given away in how many real decisions, and a name for it. */
export interface ReviewRating {
  given_away: number
  decisions: number
  band: string | null
  error: number | null
}

/** One line of the log: what everybody's share of the win was before and after it. For a decision: the best line, what the one played gave away, and what every line is worth to its player. */
export interface ReviewStep {
  line: number
  seat: string
  words: string
  kind: "choice" | "forced" | "luck" | "obvious"
  before: Readonly<Record<string, number>>
  after: Readonly<Record<string, number>>
  best: string | null
  loss: number | null
  lines?: Readonly<Record<string, number>> | null
  rests?: ReviewRests | null
  error?: number | null
  held?: Readonly<Record<string, readonly string[]>> | null
  reason?: ReviewReason | null
  after_error?: Readonly<Record<string, number>> | null
  line_errors?: Readonly<Record<string, number>> | null
  loss_errors?: Readonly<Record<string, number>> | null
}

/** Where the dice of a gesture came to rest when it was thrown many times from the same table: of `dice` dice those in each square of the ice, by its middle (mm); the rest were in the water. */
export interface ReviewRests {
  throws: number
  dice: number
  cell: number
  cells: readonly (readonly [number, number, number])[]
  outline: readonly (readonly [number, number])[]
  lay: readonly (readonly [number, number])[]
}

/** `chance`, `points` and `count` are the line's, with `other_` before them those of the line it is compared with. soles: `chance` that the roll ends the turn with nothing, `count` soles in the net · espresso: see `Kind`; `points` are fish or white throws on average · Lure: `count` dice, `chance` that they catch anything if nobody is before them, `points` on average then (for `lower`: totals) · the floe: `points` that the die earns as it lies, `chance` that the next throw does not outdo it. `whom`: a seat's letter. */
export interface ReviewReason {
  kind: "bite" | "chances" | "chip" | "coffee" | "dare" | "early" | "earns" | "endures" | "hold" | "improve" | "lower" | "plain" | "richer" | "right" | "rob" | "sober" | "spare" | "stepwise" | "stop" | "throws"
  other: string
  chance: number | null
  other_chance: number | null
  points: number | null
  other_points: number | null
  count: number | null
  other_count: number | null
  whom: string | null
}

/** A line that mattered: its place among the entries, whose chances it changed, by how much, and words. */
export interface ReviewMoment {
  entry: number
  kind: "error" | "good risk" | "lucky" | "unlucky"
  seat: string
  change: number
  words: string
  error?: number | null
}

/** A line, what it is worth to everybody, and how the game would end: winners and points with their probabilities. */
export interface ReviewWhatIf {
  seat: string
  words: string
  value: Readonly<Record<string, number>>
  value_error: Readonly<Record<string, number>> | null
  wins: Readonly<Record<string, number>>
  wins_error: Readonly<Record<string, number>> | null
  points: Readonly<Record<string, Readonly<Record<string, number>>>>
  games: number
  listed: boolean
  players: string
  played: string
  lines: Readonly<Record<string, number>>
  line_errors: Readonly<Record<string, number>> | null
}
