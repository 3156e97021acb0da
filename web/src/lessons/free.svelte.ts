import type { GameSide } from '../games/side.ts'
import { ask } from '../table/http.ts'
import { freeTask } from '../words/lessons.ts'
import type { LessonStep, BoardReply, LessonReply, Tried } from '../wire.ts'
import { LessonPlayer } from './player.svelte.ts'

/** Points of the rules that are tried out with dice of one's own: there everything that may be done is right. */
const free: Readonly<Record<string, readonly string[]>> = { soles: ['dice', 'turn'], espresso: ['special'], lure: ['splash', 'fish'], floe: ['mishap', 'example'] }

export const isFree = (game: string, point: string): boolean => free[game]?.includes(point) ?? false

/** The question at the end of what the server answered: all that may be chosen is in its part. */
const asking = (reply: BoardReply): LessonStep[] => reply.steps.map((step) => (step.part && !step.lines.length ? { ...step, task: freeTask } : step))

const boardAddress = (game: string, asked: Record<string, string>): string => `api/boards/${encodeURIComponent(game)}?${new URLSearchParams(asked).toString()}`
const askBoard = (game: string, asked: Record<string, string>): Promise<BoardReply> => ask(boardAddress(game, asked))

/** A turn on a small board: the server plays the match and says what may be done; the page knows no rules. */
export class FreePlayer extends LessonPlayer {
  override readonly free = true
  private record: string
  private readonly steps: LessonStep[]
  private asking = false

  private constructor(
    reply: BoardReply,
    lesson: LessonReply,
    side: GameSide,
    private readonly failed: (error: unknown) => void,
  ) {
    super(lesson, side, 0, Infinity)
    this.record = reply.record
    this.steps = lesson.steps as LessonStep[]
  }

  static async open(game: string, point: string, side: GameSide, failed: (error: unknown) => void): Promise<FreePlayer> {
    const reply = await askBoard(game, { point })
    const lesson: LessonReply = { game, title: reply.title, digest: '', names: reply.names, opening: reply.opening, steps: asking(reply), goodbye: { en: '', de: '' } }
    return new FreePlayer(reply, lesson, side, failed)
  }

  override choose = (line: string): void => {
    if (this.asked && !this.asking) void this.go(line)
  }

  override tryOut = async (words: string): Promise<boolean | undefined> => {
    try {
      return (await ask<Tried>(boardAddress(this.lesson.game, { record: this.record, tried: words }))).legal
    } catch {
      return undefined // whoever presses will hear of it
    }
  }

  private async go(line: string): Promise<void> {
    this.asking = true
    try {
      const reply = await askBoard(this.lesson.game, { record: this.record, line })
      this.record = reply.record
      this.steps.push(...asking(reply))
      this.answer?.()
    } catch (error) {
      this.failed(error)
    } finally {
      this.asking = false
    }
  }
}
