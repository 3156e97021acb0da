import { ask } from '../table/http.ts'
import type { LessonReply } from '../wire.ts'

const loaded = new Map<string, Promise<LessonReply>>()

/** A game's lesson. Asked for once: from then on it is played without the server. */
export function lessonOf(game: string): Promise<LessonReply> {
  let lesson = loaded.get(game)
  if (!lesson) {
    lesson = ask<LessonReply>(`api/lessons/${encodeURIComponent(game)}`)
    loaded.set(game, lesson)
    lesson.catch(() => loaded.delete(game)) // next time it may work
  }
  return lesson
}
