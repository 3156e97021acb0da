/** Answers of the server that are the same for everybody and good for a while: kept for when it cannot be asked. */
import { own, scope } from './files.ts'

const KEEPABLE = /^api\/(games(\/[^/]+\/(rules|components))?|lessons\/[^/]+|daily\/[^/]+)$/

export const isKeepable = (path: string): boolean => KEEPABLE.test(path)

/** What the server says now; else what it said last. */
export async function answerOf(request: Request | string): Promise<Response> {
  const cache = await own()
  try {
    const answer = await fetch(request)
    if (answer.ok) await cache.put(request, answer.clone())
    return answer
  } catch (error) {
    const kept = (await cache.match(request, { ignoreVary: true })) ?? (await caches.match(request, { ignoreVary: true }))
    if (kept) return kept
    throw error
  }
}

interface Lids {
  games: readonly { name: string; lesson: boolean }[]
}

/** Lessons are played without the server once they are here; they are fetched one after the other, once for each version. */
export async function keepLessons(): Promise<void> {
  const cache = await own()
  const lids = (await (await answerOf(new URL('api/games', scope).href)).json()) as Lids
  for (const { name, lesson } of lids.games) {
    const address = new URL(`api/lessons/${encodeURIComponent(name)}`, scope).href
    if (lesson && !(await cache.match(address, { ignoreVary: true }))) await answerOf(address)
  }
}
