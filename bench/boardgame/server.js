// boardgame.io's own server with its memory store, as its documentation starts it; its lobby on a port of its own.
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dice } from './game.js'

const require = createRequire(process.env.BOARDGAME_MODULES + '/')
const { Server, Origins } = require('boardgame.io/server')

function freePort() {
  return new Promise((found) => {
    const probe = createServer().listen(0, () => {
      const { port } = probe.address()
      probe.close(() => found(port))
    })
  })
}

const [port, apiPort] = [await freePort(), await freePort()]
await Server({ games: [dice], origins: [Origins.LOCALHOST] }).run({ port, lobbyConfig: { apiPort } })
console.log(`listening on ${port} ${apiPort}`)
