/** Push notices: “your turn”, from the server by way of the browser's push service. */
import { scope } from './files.ts'

declare const self: ServiceWorkerGlobalScope

interface TurnNotice {
  code: string
  title: string
  names: readonly string[]
  language: 'en' | 'de'
}

const words = {
  en: { turn: (game: string) => `Your turn: ${game}`, with: (names: string) => `With ${names}` },
  de: { turn: (game: string) => `Du bist dran: ${game}`, with: (names: string) => `Mit ${names}` },
}

/** One notice a turn: none where somebody looks at that table, and one that is still there is replaced, not added to. */
export async function tell(notice: TurnNotice): Promise<void> {
  const { held = [] } = await navigator.locks.query()
  if (held.some((lock) => lock.name === `rollmops sees ${notice.code}`)) return
  const text = words[notice.language] ?? words.en
  const names = new Intl.ListFormat(notice.language).format(notice.names)
  await self.registration.showNotification(text.turn(notice.title), {
    body: text.with(names),
    tag: `turn ${notice.code}`,
    icon: new URL('icons/icon-192.png', scope).href,
    badge: new URL('icons/badge-96.png', scope).href,
    lang: notice.language,
    data: notice.code,
  })
}

/** A tap leads to the table: in a page that shows it, else in any page of ours that shows no game, else in a new one. */
export async function open(code: string): Promise<void> {
  const address = new URL(`#/table/${encodeURIComponent(code)}`, scope).href
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = pages.find((page) => page.url === address)
  if (there) await there.focus()
  else await self.clients.openWindow(address)
}
