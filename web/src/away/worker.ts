/** The page's side of its service worker (web/worker). Only where the browser has them: over https, and on this machine. */

/** A table is open somewhere in this browser as long as a page holds this. */
const TABLE_LOCK = 'rollmops table'
const forEver = new Promise<void>(() => {})

/** Let the worker keep the page, and take a new version of it over if it waits and nobody plays. */
export async function startWorker(main: string): Promise<void> {
  if (!('serviceWorker' in navigator) || !('locks' in navigator)) return
  // While this page is open the files it was built with stay kept: it may need one that a newer server no longer has.
  void navigator.locks.request(`rollmops page ${main}`, { mode: 'shared' }, () => forEver)
  const registration = await navigator.serviceWorker.register('./sw.js')
  const waiting = registration.waiting
  const worker = waiting && !(await isTableOpen()) ? await takenOver(waiting) : (await navigator.serviceWorker.ready).active
  worker?.postMessage('keep lessons')
}

/** The worker of the new version at its work, once the old one has finished what it is at. That one gets nothing more to do from here. */
function takenOver(waiting: ServiceWorker): Promise<ServiceWorker> {
  return new Promise((done) => {
    waiting.addEventListener('statechange', () => {
      if (waiting.state === 'activated') done(waiting)
    })
    waiting.postMessage('take over')
  })
}

async function isTableOpen(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return held.some((lock) => lock.name === TABLE_LOCK)
}

/** Hold a lock until what this returns is called. */
function hold(name: string): () => void {
  let release = (): void => {}
  const held = new Promise<void>((done) => (release = done))
  if ('locks' in navigator) void navigator.locks.request(name, { mode: 'shared' }, () => held)
  return release
}

/** While a table is open no new version takes over, and while somebody sees it no push notice of it is shown. Returns what ends that. */
export function holdTable(code: string): () => void {
  const open = hold(TABLE_LOCK)
  let sees = (): void => {}
  const look = (): void => {
    sees()
    sees = document.visibilityState === 'visible' ? hold(`rollmops sees ${code}`) : () => {}
  }
  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    sees()
    open()
  }
}
