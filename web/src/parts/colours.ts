/** Eight seat colours, each with a sign of its own so that nobody needs to see the colour. */
export interface SeatColour {
  fill: string
  ink: string
  sign: Sign
}
export type Sign = 'anchor' | 'star' | 'shell' | 'drop' | 'sail' | 'moon' | 'buoy' | 'wheel'
export const colourNames = ['coral', 'lemon', 'sea', 'leaf', 'plum', 'stone', 'sky', 'rust'] as const
export type ColourName = (typeof colourNames)[number]

export const colours: Readonly<Record<ColourName, SeatColour>> = {
  coral: { fill: '#c2432e', ink: '#ffffff', sign: 'anchor' },
  lemon: { fill: '#f0b429', ink: '#21303a', sign: 'star' },
  sea: { fill: '#1b6f86', ink: '#ffffff', sign: 'sail' },
  leaf: { fill: '#3b7a4f', ink: '#ffffff', sign: 'shell' },
  plum: { fill: '#7a4580', ink: '#ffffff', sign: 'moon' },
  stone: { fill: '#5a6670', ink: '#ffffff', sign: 'buoy' },
  sky: { fill: '#8fc7e8', ink: '#21303a', sign: 'drop' },
  rust: { fill: '#8a5a33', ink: '#ffffff', sign: 'wheel' },
}

/** A seat without a chosen colour takes the one of its place at the table. */
export function colourOf(name: string | undefined, place: number): SeatColour {
  const known = colourNames.find((one) => one === name)
  return colours[known ?? colourNames[place % colourNames.length] ?? 'sea']
}
