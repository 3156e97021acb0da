import { colourNames, colourOf, colours, type SeatColour } from '../../parts/colours.ts'
import { floeWords } from './words.svelte.ts'
import { holderOf, nameOf, type Player } from '../side.ts'

/** The look of a colour of dice. With two players C and D are the second colours of A and B. */
export function paintOf(letter: string, players: readonly Player[]): SeatColour {
  const player = players.find((one) => one.letter === letter)
  if (player) return player.colour
  const free = colourNames.map((name) => colours[name]).filter((one) => !players.some((other) => other.colour === one))
  return free['ABCDEF'.indexOf(letter) - players.length] ?? colourOf(undefined, 5)
}

/** Whose colour it is, in words. */
export function ownerOf(letter: string, players: readonly Player[]): string {
  if (players.some((one) => one.letter === letter)) return nameOf(letter, players)
  return floeWords().second(holderOf(letter, players)?.name ?? letter)
}
