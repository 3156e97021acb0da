import { announce } from '../announce.svelte.ts'
import { tellAll, type GameSide, type Player } from '../games/side.ts'
import { colourOf } from '../parts/colours.ts'
import { Stage } from '../table/stage.svelte.ts'
import { keptName } from '../table/name.ts'
import { words } from '../words/words.svelte.ts'
import type { LessonStep, LessonText, Line, LessonReply, View } from '../wire.ts'

export type Mood = 'says' | 'task' | 'right' | 'wrong'
/** What the lesson waits for: that a text is read, a choice, or nothing more. */
export type Wait = 'next' | 'choice' | 'over' | undefined

const learner = 'A'
const any = '*'

/** Plays a lesson, or a part of it, on a board: it needs no server and knows no rules, for every table came with the lesson. */
export class LessonPlayer {
  /** Whether everything that may be done is right: then the card tells what the game asks. */
  readonly free: boolean = false
  /** The step that is told, asked or played now. */
  place = $state(0)
  said: readonly LessonText[] = $state.raw([])
  mood: Mood = $state('says')
  waiting: Wait = $state()
  stage = $state.raw(new Stage())
  /** The last entry, in words. */
  told = $state('')
  /** The table between two entries. */
  private lying: View | undefined = $state.raw()
  private lines: readonly Line[] = []
  protected answer: (() => void) | undefined
  /** Begun anew, an earlier run ends without a word. */
  private run = 0

  constructor(
    readonly lesson: LessonReply,
    readonly side: GameSide,
    private readonly start = 0,
    private readonly end = lesson.steps.length,
    private readonly reached: (step: number) => void = () => {},
  ) {
    this.lying = this.viewAt(start)
  }

  players: readonly Player[] = $derived.by(() => {
    const others = Object.entries(this.lesson.names).filter(([letter]) => letter !== learner)
    const own = keptName(others.map(([, name]) => name))
    return Object.entries(this.lesson.names).map(([letter, name], place) => ({ letter, name: letter === learner ? own : name, colour: colourOf(undefined, place), mine: letter === learner }))
  })

  get step(): LessonStep | undefined {
    return this.place < this.end ? this.lesson.steps[this.place] : undefined
  }

  /** The step whose decision is the learner's now. */
  get asked(): LessonStep | undefined {
    return this.waiting === 'choice' ? this.step : undefined
  }

  get view(): View {
    return this.stage.view ?? this.lying ?? this.lesson.opening
  }

  /** What stands in the board's bar. */
  get status(): string {
    if (this.asked?.part) return this.side.prompt(this.asked.part.view, this.asked.part.verbs)
    if (this.stage.rolling) return words().table.promptRoll('')
    const moment = this.stage.moment
    if (moment && !moment.down) return words().table.inTheAir(this.side.name?.(moment.line.seat, this.players) ?? this.players.find((one) => one.letter === moment.line.seat)?.name ?? '')
    return moment?.beat?.text || this.told || '…'
  }

  private viewAt(step: number): View {
    return this.lesson.steps[step - 1]?.view ?? this.lesson.opening
  }

  /** Play from this step on. */
  async play(from = this.start): Promise<void> {
    const run = ++this.run
    this.stage.skip()
    this.stage = new Stage()
    this.answer = undefined
    this.waiting = undefined
    this.said = []
    this.place = from
    this.lying = this.viewAt(from)
    this.lines = this.lesson.steps.slice(0, from).flatMap((step) => step.lines)
    this.told = ''
    const gone = (): boolean => run !== this.run
    while (this.step) {
      const step: LessonStep = this.step
      this.reached(this.place)
      await this.before(step)
      if (gone()) return
      await this.perform(step, gone)
      if (gone()) return
      if (step.why) {
        this.say('right', step.why)
        await this.wait('next')
        this.said = []
        if (gone()) return
      }
      this.place += 1
    }
    this.said = []
    this.waiting = 'over'
  }

  close(): void {
    this.run += 1
    this.stage.skip()
  }

  private async before(step: LessonStep): Promise<void> {
    if (step.task) {
      this.say('task', ...(step.says ? [step.says] : []), step.task)
      await this.wait('choice')
      this.said = []
    } else if (step.says) {
      this.say('says', step.says)
      if (this.rolls(step)) return
      await this.wait('next')
      this.said = []
    }
  }

  /** Whether the learner begins a turn here: then the press of a button throws the dice. */
  private rolls(step: LessonStep): boolean {
    const line = step.lines[0]
    return step.chance && line?.seat === learner && this.stage.holds && (this.side.begins?.(line, this.lines) ?? false)
  }

  private async perform(step: LessonStep, gone: () => boolean): Promise<void> {
    const before = this.view
    for (const [place, line] of step.lines.entries()) {
      if (this.rolls(step)) await this.stage.hold(line)
      if (gone()) return
      const last = place === step.lines.length - 1
      await this.stage.play(line, this.side, this.players, last ? step.view : undefined, false, () => {
        this.lines = [...this.lines, line]
        this.told = tellAll(this.side, line, this.players, this.lines.slice(0, -1))
        announce(this.told)
      })
      if (gone()) return
    }
    this.lying = step.view
    this.stage.clear()
    this.stage.done()
    await this.stage.linger(this.side.linger?.(before, step.view) ?? 0)
  }

  private say(mood: Mood, ...said: LessonText[]): void {
    this.mood = mood
    this.said = said
  }

  private async wait(what: Wait): Promise<void> {
    this.waiting = what
    await new Promise<void>((resolve) => (this.answer = resolve))
    this.waiting = undefined
    this.answer = undefined
    this.stage.waitedFor()
  }

  /** The text has been read. */
  next = (): void => {
    if (this.waiting === 'next') this.answer?.()
  }

  /** Whether words may be chosen now; a lesson never asks where they are too many to list. */
  tryOut = (_words: string): Promise<boolean | undefined> => Promise.resolve(undefined)

  /** A line on the board: right, and it goes on; or not the one looked for, and it may be tried again. */
  choose = (line: string): void => {
    const step = this.asked
    if (!step) return
    if (step.accepted.includes(line) || step.accepted.includes(any)) {
      this.answer?.()
      return
    }
    const found = step.answers.find((one) => one.line === line) ?? step.answers.find((one) => one.line === any)
    if (found) this.say('wrong', found.text)
    else if (step.task) this.say('wrong', step.task)
  }
}

/** The part of a lesson where a point of the rules is met by a decision: from the dice it is about to what is said of it. */
export function partAbout(lesson: LessonReply, point: string): { start: number; end: number } | undefined {
  const { steps } = lesson
  const asked = steps.findIndex((step) => step.task && step.points.includes(point))
  if (asked < 0) return undefined
  const leadsIn = (step: LessonStep | undefined): boolean => step?.seat === learner && (step.chance || step.accepted.includes(any))
  let start = asked
  while (leadsIn(steps[start - 1])) start -= 1
  let end = asked
  while (steps[end + 1] && !steps[end]?.why && !steps[end + 1]?.task) end += 1
  return { start, end: end + 1 }
}
