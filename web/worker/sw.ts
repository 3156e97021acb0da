/** The service worker: it keeps the page of one version, so that it opens without the server and an upgrade takes nothing away. */
import { answerOf, isKeepable, keepLessons } from './answers.ts'
import { files, inScope, keep, own, scope, tidy } from './files.ts'
import { open, tell } from './notices.ts'

declare const self: ServiceWorkerGlobalScope
const SLOW_SERVER_MS = 3000

self.addEventListener('install', (event) => event.waitUntil(keep()))

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim().then(tidy))
})

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  if (event.data === 'take over') event.waitUntil(self.skipWaiting())
  else if (event.data === 'keep lessons') event.waitUntil(keepLessons().then(tidy))
})

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(tell(event.data.json()))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(String(event.notification.data)))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const path = inScope(request.url)
  if (request.method !== 'GET' || path === undefined || request.headers.has('authorization')) return
  if (request.mode === 'navigate') {
    if (path === '' || path === 'index.html') event.respondWith(shell(request))
  } else if (path in files || path.startsWith('assets/')) {
    event.respondWith(fileOf(request))
  } else if (isKeepable(path)) {
    event.respondWith(answerOf(request))
  }
})

/** The page itself: the server's, so that a new version is seen at the next load; ours where none comes in time. */
async function shell(request: Request): Promise<Response> {
  const kept = await (await own()).match(scope)
  if (!kept) return fetch(request)
  const late = new Promise<undefined>((done) => setTimeout(() => done(undefined), SLOW_SERVER_MS))
  const fresh = await Promise.race([fetch(request).catch(() => undefined), late])
  return fresh?.ok ? fresh : kept
}

/** A file of the page. Names in assets/ carry a digest: whichever version kept it, it is the same. */
async function fileOf(request: Request): Promise<Response> {
  const found = (await (await own()).match(request, { ignoreVary: true })) ?? (await caches.match(request, { ignoreVary: true }))
  return found ?? fetch(request)
}
