import { CLOSE_OLD, CLOSE_RESTART, CLOSE_UNKNOWN, type PageRequest, type ServerMessage } from '../wire.ts'

type Heard = (message: ServerMessage) => void
/** `moving`: the table goes on in another process, and is back before anybody need be told. */
export type LineState = 'opening' | 'open' | 'moving' | 'lost' | 'gone' | 'old'

/** So long a table may be on its way to another process; then its line is lost like any other. */
const MOVING_MS = 1500
const MOVED_MS = 150

/** One socket to one table that comes back by itself. Whoever owns it says hello each time it opens. */
export class TableSocket {
  private socket: WebSocket | undefined
  private tries = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private patience: ReturnType<typeof setTimeout> | undefined
  private movingUntil = 0
  private beat: ReturnType<typeof setInterval> | undefined
  private heardAt = 0
  private closed = false
  private nextId = 1

  constructor(
    private readonly code: string,
    private readonly hello: () => PageRequest,
    private readonly heard: Heard,
    private readonly changed: (state: LineState) => void,
  ) {
    window.addEventListener('online', this.reopenNow)
    document.addEventListener('visibilitychange', this.reopenNow)
    this.open()
  }

  private open(): void {
    if (this.closed) return
    this.changed(this.tries ? this.broken : 'opening')
    const address = new URL(`api/tables/${encodeURIComponent(this.code)}/socket?open=1`, document.baseURI)
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
    address.hash = ''
    const socket = new WebSocket(address)
    this.socket = socket
    socket.addEventListener('open', () => {
      if (this.closed) {
        socket.close(1000)
        return
      }
      this.heardAt = Date.now()
      this.say(this.hello())
      clearInterval(this.beat)
      this.beat = setInterval(() => this.pulse(), 10_000)
    })
    socket.addEventListener('message', (event: MessageEvent<string>) => {
      if (this.closed) return // it was on its way when the page left
      this.heardAt = Date.now()
      const message = JSON.parse(event.data) as ServerMessage
      if (message.type === 'welcome') {
        this.tries = this.movingUntil = 0
        clearTimeout(this.patience)
        this.changed('open')
      }
      this.heard(message)
    })
    socket.addEventListener('close', (event) => {
      clearInterval(this.beat)
      if (this.closed || this.socket !== socket) return
      if (event.code === CLOSE_UNKNOWN || event.code === CLOSE_OLD) {
        this.changed(event.code === CLOSE_OLD ? 'old' : 'gone')
        return
      }
      this.tries += 1
      if (event.code === CLOSE_RESTART && this.tries === 1) {
        this.movingUntil = Date.now() + MOVING_MS
        this.patience = setTimeout(() => this.changed('lost'), MOVING_MS)
      }
      this.changed(this.broken)
      const wait = this.broken === 'moving' ? MOVED_MS : Math.min(8000, 250 * 2 ** Math.min(this.tries, 6))
      this.timer = setTimeout(() => this.open(), wait * (0.7 + Math.random() * 0.6))
    })
  }

  private get broken(): LineState {
    return Date.now() < this.movingUntil ? 'moving' : 'lost'
  }

  /** A line that has said nothing for long is dead even if nobody closed it. */
  private pulse(): void {
    if (Date.now() - this.heardAt > 25_000) this.socket?.close()
    else this.say({ type: 'ping' })
  }

  private readonly reopenNow = (): void => {
    if (this.closed || document.visibilityState === 'hidden') return
    if (this.socket && this.socket.readyState > WebSocket.OPEN) {
      clearTimeout(this.timer)
      this.open()
    }
  }

  /** Say something; answers to it carry the number returned. Without a line nothing is said, and 0 is returned. */
  say(message: PageRequest): number {
    if (this.socket?.readyState !== WebSocket.OPEN) return 0
    const id = this.nextId++
    this.socket.send(JSON.stringify({ ...message, id }))
    return id
  }

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
    clearTimeout(this.patience)
    clearInterval(this.beat)
    window.removeEventListener('online', this.reopenNow)
    document.removeEventListener('visibilitychange', this.reopenNow)
    // A browser complains about a line that is closed before it is open; that one is closed when it opens.
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.close(1000)
  }
}
