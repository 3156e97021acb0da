// A dice game of the same kind as Roll for Soles, as boardgame.io wants games: roll, then decide; roll again, secure, or with a
// hook take from the middle or from the other. Dice are boardgame.io's own random plugin.
const FACES = ['1', '1', '2', 'hook', 'double', 'water']

function roll(G, random) {
  const count = 4 - G.aside.length
  G.rolled = random.D6(count).map((face) => FACES[face - 1])
  const soles = G.rolled.reduce((sum, face) => sum + (face === '1' ? 1 : face === '2' ? 2 : 0), 0)
  const doubles = [...G.aside, ...G.rolled].filter((face) => face === 'double').length
  G.haul = soles << doubles
  return soles > 0
}

function turnOver(G, random) {
  // the net goes on until somebody has something to decide
  while (!roll(G, random)) {
    G.middle += G.net
    G.net = 0
    G.aside = []
    G.turn = 1 - G.turn
  }
  if (G.rolled.includes('hook')) G.phase = 'take'
  else take(G, 'middle')
}

function take(G, source) {
  const soles = Math.min(G.haul, source === 'middle' ? G.middle : G.supply[source])
  if (source === 'middle') G.middle -= soles
  else G.supply[source] -= soles
  G.net += soles
  G.phase = 'go on'
}

export const dice = {
  name: 'dice',
  setup: ({ random }) => {
    const G = { middle: 11000, net: 0, supply: [0, 0], rolled: [], aside: [], haul: 0, phase: 'go on', turn: 0 }
    turnOver(G, random)
    return G
  },
  turn: { activePlayers: { all: 'play' }, stages: { play: {} } },
  moves: {
    take({ G, playerID }, source) {
      if (G.turn !== Number(playerID) || G.phase !== 'take') return 'INVALID_MOVE'
      take(G, source === 'middle' ? 'middle' : 1 - G.turn)
    },
    again({ G, playerID, random }) {
      if (G.turn !== Number(playerID) || G.phase !== 'go on') return 'INVALID_MOVE'
      G.aside.push(...G.rolled.filter((face) => face === 'double' || face === 'water'))
      if (G.aside.length === 4) G.aside = []
      turnOver(G, random)
    },
    secure({ G, playerID, random }) {
      if (G.turn !== Number(playerID) || G.phase !== 'go on') return 'INVALID_MOVE'
      G.supply[G.turn] += G.net
      G.net = 0
      G.aside = []
      G.turn = 1 - G.turn
      turnOver(G, random)
    },
  },
}
