import type { Component } from 'svelte'
import type { SeatColour } from '../parts/colours.ts'
import type { SoundName } from '../sound.ts'
import { words } from '../words/words.svelte.ts'
import type { Forecast, Idea, Line, Prospect, View } from '../wire.ts'
import type { Chances } from './chances.ts'
import type { GameName } from './games.ts'

/** Somebody at the table, as boards draw them. */
export interface Player {
  letter: string
  name: string
  colour: SeatColour
  mine: boolean
  /** Somebody who is not here, or for whom a bot plays on. */
  absent?: 'away' | 'botPlays' | undefined
  /** The name of the bot that sits there, as the house calls it: it has a face and a temper. */
  bot?: string | undefined
}

/** Pieces that change their place: as many of those that `pick` finds at one place fly to another (`data-place` of both). */
export interface Move {
  from: string
  to: string
  pick: string
  count: number
}

/** What an entry led to, as it is staged: the words of the log, a short sign, what moves, what is heard. */
export interface Beat {
  text: string
  sign?: string
  mood?: 'gain' | 'loss'
  sound?: SoundName
  moves?: readonly Move[]
  /** How long it stands at normal speed; 0: it is told, and the board shows it in its own way. */
  milliseconds: number
}

/** The entry that is being played on the board right now, if any: first in the air, then down, then what it led to. */
export interface Moment {
  line: Line
  down: boolean
  /** The dice lie ready: whose they are has yet to press the button. */
  ready?: boolean
  beat?: Beat
  /** So many milliseconds that beat stands here and now: what flies has arrived when it is over. */
  lasts?: number
}

/** What the exact odds say, where the table wants them shown: of the lines worth knowing, and of the one being composed. */
export interface Foresight {
  readonly general: readonly Prospect[]
  readonly composed: Prospect | undefined
  /** Ask for the odds of the line being composed; without words nothing is. */
  readonly ask: (words: string) => void
}

/** What a board gets: a view, who sits there, what may be chosen; it hands back words. */
export interface BoardProps {
  view: View
  players: readonly Player[]
  moment: Moment | undefined
  /** Legal lines of the seat that looks on; empty when it has nothing to choose, null when they are too many to list. */
  choices: readonly string[] | null
  verbs: readonly string[]
  owes: boolean
  odds: Foresight | undefined
  sealed: string | null
  chosen: readonly string[]
  owing: readonly string[]
  /** What is to be done or waited for, in words. */
  status: string
  /** Whether something on the board is told before the game goes on; undefined where the board keeps its own time. */
  lingering?: boolean
  choose: (words: string) => void
  /** What a hint that was asked for would do. */
  advice?: Idea | undefined
  /** Trial throws of a line that is being composed, where dice are thrown for real. */
  forecast?: { readonly found: Forecast | undefined; readonly ask: (words: string) => void } | undefined
  /** Throw the dice that lie ready; only while they do. */
  roll?: (() => void) | undefined
  /** Whether these words may be chosen now; for decisions that are too many to list. */
  tryOut: (words: string) => Promise<boolean | undefined>
}

export interface Pace {
  air: number
  down: number
  sound?: SoundName
  landing?: SoundName
}

/** The browser's side of a game: pictures and words, no rules. */
export interface GameSide {
  Board: Component<BoardProps>
  /** Faces of dice and cards, for those who throw their own; missing where numbers do. */
  pictures?: Readonly<Record<string, Component<any>>> // eslint-disable-line @typescript-eslint/no-explicit-any
  /** An entry as a sentence; `earlier` are the entries before it. */
  tell(line: Line, players: readonly Player[], earlier?: readonly Line[]): string
  /** The whole board as text, for those who do not see it. */
  describe(view: View, players: readonly Player[]): string
  /** The one thing to do now. */
  prompt(view: View, verbs: readonly string[]): string
  /** A legal line as a person would say it, on buttons and in hints. */
  label(words: string, view: View, players: readonly Player[]): string
  /** What the odds say about a line, in words; missing where a game has no exact odds. */
  foretell?(prospect: Prospect): string
  pace(line: Line): Pace
  /** One thing that an entry led to, by the words of its news; undefined where we have no words for it. */
  beat?(news: readonly string[], line: Line, players: readonly Player[]): Beat | undefined
  /** Whether somebody's own throw begins here, so that they may press a button for it. */
  begins?(line: Line, earlier: readonly Line[]): boolean
  /** What a letter of the log is called, where it is not a seat's own. */
  name?(letter: string, players: readonly Player[]): string
  /** The look of a letter that is no seat's own: a second colour. */
  paint?(letter: string, players: readonly Player[]): SeatColour
  /** How long to look at a view before the next entry is played, in milliseconds. */
  linger?(before: View, now: View): number
  /** What each entry claims to have drawn, by the component file; missing where dice are thrown for real. */
  chances?(): Promise<Chances>
}

/** The side of a game; one that the page does not know, brought by another package, gets the generic board. */
export async function sideOf(game: GameName | (string & {})): Promise<GameSide> {
  switch (game) {
    case 'soles':
      return (await import('./soles/side.ts')).side
    case 'espresso':
      return (await import('./espresso/side.ts')).side
    case 'lure':
      return (await import('./lure/side.ts')).side
    case 'floe':
      return (await import('./floe/side.ts')).side
    default:
      return (await import('./generic/side.ts')).side
  }
}

/** All that an entry led to. */
export function beatsOf(side: GameSide, line: Line, players: readonly Player[]): Beat[] {
  return (line.news ?? []).flatMap((one) => side.beat?.(one.split(' '), line, players) ?? leadBeat(one.split(' '), players) ?? [])
}

/** The lead changes hands; told alike in all games. Who loses it here feels it, and who gets it. */
export function leadBeat([verb, now = '', then = '']: readonly string[], players: readonly Player[]): Beat | undefined {
  if (verb !== 'lead') return undefined
  const text = words().table.lead(nameOf(now, players), then && nameOf(then, players))
  const mine = (letter: string): boolean => players.some((one) => one.letter === letter && one.mine)
  return { text, ...(mine(now) ? { mood: 'gain', sound: 'catch' } : mine(then) ? { mood: 'loss', sound: 'lose' } : {}), milliseconds: 900 }
}

/** An entry as a sentence, with what it led to; `earlier` are the entries before it. */
export function tellAll(side: GameSide, line: Line, players: readonly Player[], earlier?: readonly Line[]): string {
  return [side.tell(line, players, earlier), ...beatsOf(side, line, players).map((beat) => beat.text)].filter(Boolean).join(' ')
}

/** Whether this is the first roll of a turn: somebody else, or nobody, did what came before. */
export const opensTurn = (line: Line, earlier: readonly Line[]): boolean => line.words.startsWith('roll ') && earlier.at(-1)?.seat !== line.seat

/** The player behind a letter of the log: with two at the floe C and D are the second colours of A and B. */
export function holderOf(letter: string, players: readonly Player[]): Player | undefined {
  return players.find((one) => one.letter === letter) ?? players['ABCDEF'.indexOf(letter) % Math.max(1, players.length)]
}

export function nameOf(letter: string, players: readonly Player[]): string {
  return players.find((one) => one.letter === letter)?.name ?? letter
}
