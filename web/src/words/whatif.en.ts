/** The texts of “What if?” and “Play on from here” in English; loaded when somebody asks for it. */
export const whatIf = {
  whatIfHelp: (who: string): string => `${who} decides here. Choose a line to see what it would win, and how the game would end.`,
  after: (line: string): string => `After “${line}”`,
  who: 'Player',
  winsShare: 'Wins',
  pointsThen: 'Points at the end',
  pointsMean: (who: string, mean: string): string => `Points of ${who} at the end: ${mean} on average`,
  playedBest: (games: number): string => games === 0 ? 'The first game from here is being played.' : `Points: ${games === 1 ? 'one game' : `${games} games`} played on from here with the best lines.`,
  playedBots: (games: number): string => games === 0 ? 'The first game from here is being played.' : `${games === 1 ? 'One game' : `${games} games`} played on from here by bots of the usual level.`,
  listed: 'Every way it can end is counted, with the best lines.',
  refining: 'More are being played …',
  enough: 'That is enough',
  playOn: 'Play on from here',
  onTitle: 'Play on from here.',
  onHelp: (entries: number, names: string): string => `The table begins as it lay after ${entries === 1 ? 'the first entry' : `${entries} entries`} of the game of ${names}. Who takes which seat?`,
  whoseDice: 'The dice',
  newDice: 'New dice: nobody knows what comes',
  sameDice: 'The dice of that game: who plays the same lines throws the same',
  line: 'Line',
  played: 'played',
  table: 'As a table',
}
export type WhatIfWords = typeof whatIf
