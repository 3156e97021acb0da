import { getContext, setContext } from 'svelte'
import { announce } from '../announce.svelte.ts'
import type { Player } from '../games/side.ts'
import { settings, tempo } from '../settings.svelte.ts'
import type { EmoteName, Line } from '../wire.ts'

/** What somebody shows or says at their seat for a moment: a drawing, or a bot's rare word. */
export interface Said {
  emote?: EmoteName
  text?: string
}

const shownMs = 5000
const key = 'rollmops.muted'
/** Tables for which muted seats are remembered. */
const tablesKept = 20

type Muted = Record<string, readonly string[]>
function read(): Muted {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as unknown
    return kept && typeof kept === 'object' ? (kept as Muted) : {}
  } catch {
    return {}
  }
}

/** The company at a table: what is shown at each seat, and whose drawings this device does not want to see. */
export class Company {
  says: Readonly<Record<string, Said>> = $state.raw({})
  muted: readonly string[] = $state.raw([])
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>()
  private lastWord = -100
  private closed = false

  constructor(private readonly code: string) {
    const kept = read()[code]
    if (Array.isArray(kept)) this.muted = kept
  }

  /** Somebody shows a drawing. */
  async emoted(letter: string, emote: EmoteName, name: string): Promise<void> {
    if (this.muted.includes(letter)) return
    const { companyWords } = await import('./said.ts')
    const label = companyWords[settings.language].emotes[emote]
    if (label) this.show(letter, { emote }, `${name}: ${label}`) // a newer server may know more drawings
  }

  /** Something has happened at the table: a bot may have a word for it. Not part of the record, the same on every device. */
  async heard(line: Line, place: number, players: readonly Player[]): Promise<void> {
    if (!this.talks || !line.news?.length) return
    const { wordFor } = await import('./talk.ts')
    const word = place - this.lastWord > 8 ? wordFor(this.code, line, place, players, settings.language) : undefined
    if (!word) return
    this.lastWord = place
    this.speak(word.letter, word.text, players)
  }

  /** The game is over: a winner among the bots says a word, or one of those who lost. */
  async ended(winners: readonly string[], players: readonly Player[]): Promise<void> {
    if (!this.talks) return
    const { lastWord } = await import('./talk.ts')
    const word = lastWord(this.code, winners, players, settings.language)
    if (word) this.speak(word.letter, word.text, players)
  }

  private get talks(): boolean {
    return settings.chatter && tempo() > 0
  }

  private speak(letter: string, text: string, players: readonly Player[]): void {
    this.show(letter, { text }, `${players.find((one) => one.letter === letter)?.name ?? letter}: ${text}`)
  }

  private show(letter: string, said: Said, aloud: string): void {
    if (this.closed) return
    clearTimeout(this.timers.get(letter))
    this.says = { ...this.says, [letter]: said }
    announce(aloud)
    this.timers.set(
      letter,
      setTimeout(() => {
        const { [letter]: _, ...others } = this.says
        this.says = others
      }, shownMs),
    )
  }

  /** See this person's drawings, or see them no more; remembered on this device alone. */
  mute(letter: string, quiet: boolean): void {
    this.muted = quiet ? [...new Set([...this.muted, letter])] : this.muted.filter((one) => one !== letter)
    const { [this.code]: _, ...others } = read()
    const kept = Object.entries(others).slice(-tablesKept + 1)
    try {
      localStorage.setItem(key, JSON.stringify(Object.fromEntries(this.muted.length ? [...kept, [this.code, this.muted]] : kept)))
    } catch {
      // A private window forgets.
    }
  }

  close(): void {
    this.closed = true
    for (const timer of this.timers.values()) clearTimeout(timer)
  }
}

const atTable = Symbol('company')
/** Let the seats of this table know their company. */
export const seatCompany = (company: Company): Company => setContext(atTable, company)
/** The company of the table around this seat; none in a replay or a lesson. */
export const companyHere = (): Company | undefined => getContext<Company | undefined>(atTable)
