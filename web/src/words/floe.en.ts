const lists = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const list = (parts: readonly string[]): string => lists.format(parts)
const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`
const tenth = (n: number): string => n.toLocaleString('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
/** A direction, and a place along the entrance, as people say them. */
const whither = (degrees: number): string => (degrees === 0 ? 'straight ahead' : `${Math.abs(degrees)}° to the ${degrees > 0 ? 'right' : 'left'}`)
const sideways = (mm: number): string => (Math.abs(mm) < 5 ? 'the middle' : `${Math.round(Math.abs(mm) / 10)} cm ${mm > 0 ? 'right' : 'left'} of the middle`)

/** The texts of the floe in English; they come with its arena. */
export const floe = {
  arena: 'The arena',
  seal: (who: string, n: number): string => `Seal of ${who} on space ${n}`,
  second: (who: string): string => `${who} II`,
  track: 'The seals on their track',
  blocks: 'Ice blocks',
  block: (who: string, up: number, first: boolean): string => `${who} with a ${up}${first ? ', on the block with the starting symbol' : ''}`,
  throw: (who: string, { aim, speed }: { aim: number; speed: number }): string => `${who} throws ${whither(aim)} at ${speed} cm/s.`,
  rest: (lie: readonly string[], wet: number, off: readonly string[], mishap: boolean): string =>
    `${lie.length ? `On the ice: ${list(lie)}.` : 'Nothing stays on the ice.'}${wet ? ` ${count(wet, 'die', 'dice')} in the water.` : ''}${off.map((who) => ` ${who} is pushed off!`).join('')}${mishap ? ' A mishap: the own scoring die falls in.' : ''}`,
  lies: (up: number, place: string): string => `a ${up} (${place})`,
  place: (who: string, place: string): string => `${who} puts the pushed-off die back, ${place}.`,
  keep: (who: string, up: number, place: string): string => `${who} scores with the ${up}, ${place}.`,
  keepUnseen: (who: string): string => `${who} has chosen a scoring die.`,
  die: (who: string, up: number): string => `${who}: ${up}`,
  gesture: {
    from: 'Start',
    aim: 'Direction',
    speed: 'Strength',
    height: 'Height',
    spin: 'Tumble',
    mm: (n: number): string => `${n} mm`,
    degrees: (n: number): string => `${n}°`,
    cms: (n: number): string => `${n} cm/s`,
    turns: (n: number): string => `${tenth(n / 10)} turns/s`,
  },
  spot: { across: 'Across', ahead: 'Ahead', turn: 'Turned' },
  choices: {
    throw: 'Throw',
    keep: (up: number, place: string): string => `Score with the ${up}, ${place}`,
    score: (up: number): string => `Score with the ${up},`,
    place: 'Put it here',
    sliders: 'Sliders',
  },
  camera: {
    name: 'Camera',
    turn: 'Turn the camera',
    left: 'Round to the left',
    right: 'Round to the right',
    above: 'See it from above',
    reset: 'Back to my place',
    flat: 'Flat map',
  },
  aiming: ({ aim, speed }: { aim: number; speed: number }): string => `${whither(aim)}, ${speed} cm/s`,
  letGo: 'Let go here: nothing is thrown',
  keys: (asked: string | undefined): string =>
    asked === 'throw'
      ? 'Arrow keys: left and right for the direction, up and down for the strength; with Shift where from and how high. Enter throws, Escape lets go of a pull.'
      : asked === 'keep'
        ? 'Arrow keys go from die to die, Enter chooses.'
        : asked === 'place'
          ? 'Arrow keys move the die, with Shift by a millimetre. Enter puts it there.'
          : 'The arena. While the camera is open, arrow keys turn it.',
  ahead: (mm: number): string => `${Math.round(mm / 10)} cm ahead`,
  promptThrow4: 'Pull back and let go: throw your four dice onto the floe.',
  promptThrow3: (up: number, place: string): string => `Outdo your ${up} (${place}), higher or further: pull back and let go.`,
  promptKeep: 'Tap the die that is to score for you.',
  promptPlace: 'Your die was pushed off. Drag it to a free place on the ice.',
  placeGood: (place: string): string => `It may lie there, ${place}.`,
  placeBad: 'Not there: wholly on the ice, clear of other dice.',
  loading: 'Fetching the ice…',
  foreseeing: 'Trial throws are in the air…',
  foreseen: (throws: number, stay: string, dice: number): string => `Forecast (${throws} trial throws): ${stay} of ${dice} dice stay.`,
  advised: (worth: string, points: boolean): string => (points ? `The hint is set: ${worth} points ahead.` : `The hint is set: it wins ${worth}.`),
  pushedOff: (who: string): string => `${who} is pushed off!`,
  ontoBlock: (who: string): string => `${who} goes onto an ice block.`,
  over: 'A seal is home: the game is over.',
  scoring: 'The round is scored, front to rear',
  lastScoring: 'Last scoring',
  allLines: 'All at once',
  onBlock: 'on an ice block',
  mark: (worth: number): string => (worth > 0 ? 'net' : 'hole'),
  goes: (space: number): string => `to ${space}`,
  jumps: (space: number): string => `jumps to ${space}`,
  tellScore: (who: string, { up, bonus, earned, end }: { up: number; bonus: number; earned: number; end: number }, behind: readonly number[], blocks: readonly number[]): string =>
    `${who}: ${[String(up), ...(bonus ? [`${bonus > 0 ? 'net plus' : 'hole minus'} ${Math.abs(bonus)}`] : []), ...(behind.length ? [`behind it ${behind.join(' + ')}`] : []), ...(blocks.length ? [`on ice blocks ${blocks.join(' + ')}`] : [])].join(', ')} makes ${earned}. The seal is on ${end}.`,
  tellBlocked: (who: string, up: number): string => `${who}: the ${up} lies on an ice block and earns nothing.`,
  labelThrow: ({ aim, speed, from, height, spin }: { aim: number; speed: number; from: number; height: number; spin: number }): string => `Throw ${whither(aim)} at ${speed} cm/s, from ${sideways(from)}, ${Math.round(height / 10)} cm high, tumble ${tenth(spin / 10)}`,
  labelPlace: (place: string, x: number): string => `Put it ${place}, ${Math.abs(x) < 5 ? 'in ' : ''}${sideways(x)}`,
  describe: (round: number, dice: readonly string[], blocks: readonly string[], track: readonly string[]): string =>
    `Round ${round}. ${dice.length ? `On the ice: ${list(dice)}.` : 'The ice is empty.'} ${blocks.length ? `On ice blocks: ${list(blocks)}.` : ''} ${list(track)}.`,
  describeDie: (who: string, up: number, place: string): string => `${who} with a ${up}, ${place}`,
  describeTrack: (who: string, n: number): string => `${who} at ${n}`,
}
export type FloeWords = typeof floe
