import { isGame, type GameName } from './games/games.ts'

/** Pages live behind the # of the address: tokens in links never reach a server's log that way. */
export type Route =
  | { page: 'home' }
  | { page: 'setup'; game: string }
  | { page: 'table'; code: string; token: string }
  | { page: 'rules'; game: GameName; table: string }
  | { page: 'about'; game: string; table: string }
  | { page: 'replay'; code: string; token: string; review: string | null }
  | { page: 'lesson'; game: string }
  | { page: 'daily'; date: string }
  | { page: 'statistics' }
  | { page: 'same'; head: string; code: string; query: string }
  | { page: 'gallery' }
  | { page: 'lost' }

/** A part of the address; nothing where it was cut in the middle of a letter. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

export function parse(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?')
  const parts = path.split('/').map(decoded)
  if (parts.includes(undefined)) return { page: 'lost' }
  const [head = '', tail = ''] = parts
  const asked = new URLSearchParams(query)
  const token = asked.get('seat') ?? ''
  if (head === '') return { page: 'home' }
  if (head === 'new') return { page: 'setup', game: tail }
  if (head === 'table' && tail) return { page: 'table', code: tail, token }
  if (head === 'rules' && isGame(tail)) return { page: 'rules', game: tail, table: asked.get('table') ?? '' }
  if (head === 'about' && tail) return { page: 'about', game: tail, table: asked.get('table') ?? '' }
  if (head === 'replay') return { page: 'replay', code: tail, token, review: asked.get('review') }
  if (head === 'lesson' && tail) return { page: 'lesson', game: tail }
  if (head === 'daily') return { page: 'daily', date: tail }
  if (head === 'beat' || head === 'evening') return { page: 'same', head, code: tail, query }
  if (head === 'statistics') return { page: 'statistics' }
  if (head === 'gallery') return { page: 'gallery' }
  return { page: 'lost' }
}

export const route: { now: Route } = $state({ now: parse(location.hash) })
window.addEventListener('hashchange', () => {
  route.now = parse(location.hash)
  window.scrollTo(0, 0)
})

export const to = {
  home: '#/',
  statistics: '#/statistics',
  setup: (game: string): string => `#/new/${game}`,
  table: (code: string, token = ''): string => `#/table/${encodeURIComponent(code)}${token ? `?seat=${encodeURIComponent(token)}` : ''}`,
  /** Its rules; where they were opened at a table, the way back leads there. */
  rules: (game: string, table = ''): string => `#/rules/${game}${table ? `?table=${encodeURIComponent(table)}` : ''}`,
  /** The rules of a game that another package brings. */
  about: (game: string, table = ''): string => `#/about/${encodeURIComponent(game)}${table ? `?table=${encodeURIComponent(table)}` : ''}`,
  lesson: (game: string): string => `#/lesson/${encodeURIComponent(game)}`,
  daily: (date = ''): string => (date ? `#/daily/${date}` : '#/daily'),
  /** A challenge; `table` is where the own game was played. */
  beat: (code: string, table = ''): string => `#/beat/${code}${table ? `?table=${table}` : ''}`,
  evening: (code = '', secrets: Readonly<Record<string, string>> = {}): string => `#/evening/${code}${Object.keys(secrets).length ? `?${new URLSearchParams(secrets)}` : ''}`,
  replay: (code = ''): string => (code ? `#/replay/${encodeURIComponent(code)}` : '#/replay'),
  /** The replay with its review opened, which asks this seat first. */
  review: (code: string, seat = ''): string => `#/replay/${encodeURIComponent(code)}?review=${seat}`,
}

/** The whole address of a place in the page, for somebody else. */
export const addressOf = (hash: string): string => new URL(hash, document.baseURI.split('#')[0]).href

export function go(hash: string): void {
  location.hash = hash
}
