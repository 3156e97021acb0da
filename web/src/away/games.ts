import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Replay } from '../wire.ts'

/** Games kept on this device, so that their replay opens without the server: those that ended here, and logbooks opened here. */
export interface KeptGame {
  /** Of the logbook's text as the server writes it. */
  digest: string
  /** Of files that were opened here and are this game: they may have comments, or another order. */
  files?: readonly string[]
  /** Of its table; empty for a file. */
  code: string
  game: string
  title: string
  names: readonly string[]
  date: string
  /** When it was kept, in milliseconds. */
  at: number
}

const MOST_KEPT = 30
const MOST_FILES = 5
const digestOf = (record: string): string => bytesToHex(sha256(utf8ToBytes(record.replaceAll(/\r\n?/g, '\n').trim())))

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
  })
}

let opened: Promise<IDBDatabase> | undefined
function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('rollmops', 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('games', { keyPath: 'digest' })
      request.result.createObjectStore('replays')
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
  })
  return opened
}

async function stores(mode: IDBTransactionMode): Promise<{ games: IDBObjectStore; replays: IDBObjectStore }> {
  const transaction = (await open()).transaction(['games', 'replays'], mode)
  return { games: transaction.objectStore('games'), replays: transaction.objectStore('replays') }
}

/** What is kept, the newest first; nothing in a window that keeps nothing. */
export async function keptGames(): Promise<KeptGame[]> {
  try {
    const all = (await done((await stores('readonly')).games.getAll())) as KeptGame[]
    return all.sort((one, other) => other.at - one.at)
  } catch {
    return []
  }
}

/** Keep a game. Of many the oldest are forgotten. */
export async function keepGame(replay: Replay, code = '', file = replay.record): Promise<void> {
  const game: KeptGame = { digest: digestOf(replay.record), code, game: replay.game, title: replay.title, names: Object.values(replay.names), date: replay.date ?? '', at: Date.now() }
  const before = await keptGames()
  const had = before.find((one) => one.digest === game.digest)
  const old = before.filter((one) => one !== had).slice(MOST_KEPT - 1)
  const { games, replays } = await stores('readwrite')
  games.put({ ...game, code: code || (had?.code ?? ''), files: [...new Set([...(had?.files ?? []), digestOf(file)])].slice(-MOST_FILES) })
  replays.put(replay, game.digest)
  for (const { digest } of old) {
    games.delete(digest)
    replays.delete(digest)
  }
  await done(replays.count())
}

export async function forgetGame(digest: string): Promise<void> {
  const { games, replays } = await stores('readwrite')
  games.delete(digest)
  await done(replays.delete(digest))
}

/** The replay of a game that ended at this table. */
export async function keptOf(code: string): Promise<Replay | undefined> {
  const found = (await keptGames()).find((one) => one.code === code)
  return found && keptReplay(found.digest)
}

export async function keptFile(text: string): Promise<Replay | undefined> {
  const digest = digestOf(text)
  const found = (await keptGames()).find((one) => one.digest === digest || one.files?.includes(digest))
  return found && keptReplay(found.digest)
}

export async function keptReplay(digest: string): Promise<Replay | undefined> {
  try {
    return (await done((await stores('readonly')).replays.get(digest))) as Replay | undefined
  } catch {
    return undefined
  }
}
