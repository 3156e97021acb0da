// Two seats a table over socket.io, in boardgame.io's protocol: a move counts when both seats have its update.
// Says `ready` when all tables are open, counts from `start` on standard input to `stop`, and prints what it counted as JSON.
import { createInterface } from 'node:readline'
import { createRequire } from 'node:module'

const require = createRequire(process.env.BOARDGAME_MODULES + '/')
const { io } = require('socket.io-client')
const [port, lobby, count, pace] = process.argv.slice(2).map(Number)
const times = []
let counting = false

async function post(path, body) {
  const answer = await fetch(`http://127.0.0.1:${lobby}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  return await answer.json()
}

class Table {
  latest = [-1, -1]
  sent = 0
  sockets = []
  credentials = []

  async open() {
    const { matchID } = await post('/games/dice/create', { numPlayers: 2 })
    this.matchID = matchID
    for (const playerID of ['0', '1']) {
      const { playerCredentials } = await post(`/games/dice/${matchID}/join`, { playerID, playerName: `Player ${playerID}` })
      this.credentials.push(playerCredentials)
    }
    await Promise.all([0, 1].map((seat) => this.connect(seat)))
    this.next()
  }

  connect(seat) {
    const socket = io(`http://127.0.0.1:${port}/dice`, { transports: ['websocket'], forceNew: true })
    this.sockets.push(socket)
    return new Promise((ready) => {
      socket.on('connect', () => socket.emit('sync', this.matchID, String(seat), this.credentials[seat], 2))
      socket.on('sync', (_, { state }) => {
        this.latest[seat] = state._stateID
        this.state = state
        ready()
      })
      socket.on('update', (_, state) => this.hear(seat, state))
    })
  }

  hear(seat, state) {
    this.latest[seat] = state._stateID
    this.state = state
    if (this.latest[0] !== this.latest[1] || !this.sent) return
    if (counting) times.push(performance.now() - this.sent)
    this.sent = 0
    this.next()
  }

  next() {
    if (pace) setTimeout(() => this.choose(), (0.5 + Math.random()) * pace * 1000)
    else this.choose()
  }

  choose() {
    const { G, _stateID } = this.state
    const [type, args] = G.phase === 'take' ? ['take', [Math.random() < 0.5 ? 'middle' : 'other']] : [Math.random() < 0.5 ? 'again' : 'secure', []]
    const payload = { type, args, playerID: String(G.turn), credentials: this.credentials[G.turn] }
    this.sent = performance.now()
    this.sockets[G.turn].emit('update', { type: 'MAKE_MOVE', payload }, _stateID, this.matchID, String(G.turn))
  }
}

for (let begun = 0; begun < count; begun += 20)
  await Promise.all(Array.from({ length: Math.min(20, count - begun) }, () => new Table().open()))
console.log('ready')
createInterface({ input: process.stdin }).on('line', (line) => {
  counting = line === 'start'
  if (line !== 'stop') return
  process.stdout.write(`${JSON.stringify(times)}\n`, () => process.exit(0)) // not before all of it is out
})
