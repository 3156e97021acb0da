import { titleOf } from '../games/brought.svelte.ts'
import { settings } from '../settings.svelte.ts'
import { ask } from '../table/http.ts'
import type { LiveTable } from '../table/live.svelte.ts'
import type { Letter, PushKey } from '../wire.ts'
import { wanted, type Way } from './wanted.svelte.ts'
import { awayWords } from './words.ts'

/** Whether this browser can show notices here at all, and push ones. Both need https or this very machine. */
export const canNotice = (): boolean => 'Notification' in window && isSecureContext
export const canPush = (): boolean => canNotice() && 'serviceWorker' in navigator && 'PushManager' in window

/** Ask the browser, because somebody tapped; says which way can be had. */
export async function askFor(way: Way): Promise<Way> {
  if (way === 'off' || !canNotice() || (await Notification.requestPermission()) !== 'granted') {
    await stopPush()
    return 'off'
  }
  if (way === 'page') {
    await stopPush()
    return 'page'
  }
  const registration = await navigator.serviceWorker.ready
  const { key } = await ask<PushKey>('api/push')
  await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  return 'push'
}

const subscription = async (): Promise<PushSubscription | null> => (canPush() ? ((await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null) : null)

async function stopPush(): Promise<void> {
  await (await subscription())?.unsubscribe() // the push service then says that it is gone, and the server forgets it
}

/** At a table: the server is told where push notices go and whether anybody can see this page. Returns what ends it. */
export function attend(live: LiveTable): () => void {
  const look = (): void => void live.tell({ type: 'seen', visible: document.visibilityState === 'visible' })
  if (wanted.way === 'push') {
    void subscription().then((found) => {
      const { endpoint, keys } = found?.toJSON() ?? {}
      if (!endpoint || !keys?.['p256dh'] || !keys['auth']) return
      for (const seat of live.held) live.tell({ type: 'subscribe', seat: seat as Letter, endpoint, p256dh: keys['p256dh'], auth: keys['auth'], language: settings.language })
    })
    document.addEventListener('visibilitychange', look)
    if (document.visibilityState !== 'visible') look()
  }
  return () => document.removeEventListener('visibilitychange', look)
}

/** It is the turn of somebody here: where nobody can see the page a notice says so, once, until they look or it is over. */
export function noticeTurn(live: LiveTable): () => void {
  const tag = `turn ${live.code}`
  const text = awayWords[settings.language]
  const title = text.turn(titleOf(live.game ?? ''))
  const body = text.with(new Intl.ListFormat(settings.language).format(live.players.filter((one) => !one.mine).map((one) => one.name)))
  let shown: Notification | undefined
  let over = false
  const clear = async (): Promise<void> => {
    shown?.close()
    const registration = await navigator.serviceWorker?.getRegistration()
    for (const one of (await registration?.getNotifications({ tag })) ?? []) one.close()
  }
  const show = async (): Promise<void> => {
    // Where push notices come, the server sends one: it knows of this page that nobody sees it.
    if (over || document.visibilityState === 'visible' || !canNotice() || Notification.permission !== 'granted' || (wanted.way === 'push' && (await subscription()))) return
    const registration = await navigator.serviceWorker?.getRegistration()
    const options = { body, tag, icon: new URL('icons/icon-192.png', document.baseURI).href, lang: settings.language, data: live.code }
    if (registration?.active) await registration.showNotification(title, options)
    else {
      shown = new Notification(title, options)
      shown.onclick = () => window.focus()
    }
  }
  const look = (): void => {
    if (document.visibilityState === 'visible') void clear()
  }
  document.addEventListener('visibilitychange', look)
  void show().catch(() => {}) // title and sound have told it
  return () => {
    over = true
    document.removeEventListener('visibilitychange', look)
    void clear().catch(() => {})
  }
}
