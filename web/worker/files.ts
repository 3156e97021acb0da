/** The files of the page as this version has them, and those of older versions that a page still uses. */
declare const self: ServiceWorkerGlobalScope
/** Every file of the page with its digest; put in when the worker is built. */
declare const __FILES__: Readonly<Record<string, string>>
declare const __VERSION__: string

const PREFIX = 'rollmops-'
const NAME = PREFIX + __VERSION__
const AT_ONCE = 6
/** A page holds a lock of this name while it is open, with its main file after it. */
const PAGE_LOCK = 'rollmops page '

export const files: Readonly<Record<string, string>> = __FILES__
export const scope: string = self.registration.scope

/** Where an address lies below the page; undefined for any other. */
export function inScope(address: string): string | undefined {
  return address.startsWith(scope) ? (address.slice(scope.length).split(/[?#]/)[0] ?? '') : undefined
}

export const own = (): Promise<Cache> => caches.open(NAME)

/** Keep every file of this version. If one does not come as it was built, nothing is kept, and the next visit tries again. */
export async function keep(): Promise<void> {
  const cache = await own()
  const waiting = Object.entries(files)
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await keepFile(cache, ...next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

async function keepFile(cache: Cache, name: string, integrity: string): Promise<void> {
  const address = new URL(name === 'index.html' ? './' : name, scope).href
  const hashed = name.startsWith('assets/')
  const had = hashed ? await caches.match(address, { ignoreVary: true }) : undefined
  const answer = had ?? (await fetch(address, { integrity, cache: hashed ? 'default' : 'no-cache' }))
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
  await cache.put(address, answer)
}

/** Forget versions that no open page was loaded from; never one that is only just coming. */
export async function tidy(): Promise<void> {
  if (self.registration.installing || self.registration.waiting) return
  const held = (await navigator.locks.query()).held ?? []
  const inUse = held.flatMap((lock) => (lock.name?.startsWith(PAGE_LOCK) ? [lock.name.slice(PAGE_LOCK.length)] : []))
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX) || name === NAME) continue
    const cache = await caches.open(name)
    const used = await Promise.all(inUse.map((file) => cache.match(file, { ignoreVary: true })))
    if (!used.some(Boolean)) await caches.delete(name)
  }
}
