import type { FloeWords } from './floe.en.ts'

const lists = new Intl.ListFormat('de', { type: 'conjunction' })
const list = (parts: readonly string[]): string => lists.format(parts)
const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`
const tenth = (n: number): string => n.toLocaleString('de', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
/** Eine Richtung und eine Stelle am Eingang, wie man sie sagt. */
const whither = (degrees: number): string => (degrees === 0 ? 'geradeaus' : `${Math.abs(degrees)}° nach ${degrees > 0 ? 'rechts' : 'links'}`)
const sideways = (mm: number): string => (Math.abs(mm) < 5 ? 'in der Mitte' : `${Math.round(Math.abs(mm) / 10)} cm ${mm > 0 ? 'rechts' : 'links'} der Mitte`)
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Die Texte der Eisscholle auf Deutsch; sie kommen mit ihrer Arena. */
export const floe: FloeWords = {
  arena: 'Die Arena',
  seal: (who, n) => `Robbe von ${who} auf Feld ${n}`,
  second: (who) => `${who} II`,
  track: 'Die Robben auf ihrer Leiste',
  blocks: 'Eisblöcke',
  block: (who, up, first) => `${who} mit einer ${up}${first ? ', auf dem Block mit dem Startzeichen' : ''}`,
  throw: (who, { aim, speed }) => `${who} wirft ${whither(aim)} mit ${speed} cm/s.`,
  rest: (lie, wet, off, mishap) =>
    `${lie.length ? `Auf dem Eis: ${list(lie)}.` : 'Nichts bleibt auf dem Eis.'}${wet ? ` ${count(wet, 'Würfel', 'Würfel')} im Wasser.` : ''}${off.map((who) => ` ${who} wird hinausgestoßen!`).join('')}${mishap ? ' Missgeschick: Der eigene Wertungswürfel fällt hinein.' : ''}`,
  lies: (up, place) => `eine ${up} (${place})`,
  place: (who, place) => `${who} legt den hinausgestoßenen Würfel zurück, ${place}.`,
  keep: (who, up, place) => `${who} wertet mit der ${up}, ${place}.`,
  keepUnseen: (who) => `${who} hat einen Wertungswürfel gewählt.`,
  die: (who, up) => `${who}: ${up}`,
  gesture: {
    from: 'Start',
    aim: 'Richtung',
    speed: 'Kraft',
    height: 'Höhe',
    spin: 'Drall',
    mm: (n) => `${n} mm`,
    degrees: (n) => `${n}°`,
    cms: (n) => `${n} cm/s`,
    turns: (n) => `${tenth(n / 10)} U/s`,
  },
  spot: { across: 'Quer', ahead: 'Weite', turn: 'Gedreht' },
  choices: {
    throw: 'Werfen',
    keep: (up, place) => `Mit der ${up} werten, ${place}`,
    score: (up) => `Mit der ${up} werten,`,
    place: 'Hierhin legen',
    sliders: 'Regler',
  },
  camera: {
    name: 'Kamera',
    turn: 'Kamera drehen',
    left: 'Nach links herum',
    right: 'Nach rechts herum',
    above: 'Von oben sehen',
    reset: 'Zurück an meinen Platz',
    flat: 'Flache Karte',
  },
  aiming: ({ aim, speed }) => `${whither(aim)}, ${speed} cm/s`,
  letGo: 'Hier loslassen: Es wird nicht geworfen',
  keys: (asked) =>
    asked === 'throw'
      ? 'Pfeiltasten: links und rechts für die Richtung, hoch und runter für die Kraft; mit Umschalt von wo und wie hoch. Eingabe wirft, Escape lässt einen Zug los.'
      : asked === 'keep'
        ? 'Pfeiltasten gehen von Würfel zu Würfel, Eingabe wählt.'
        : asked === 'place'
          ? 'Pfeiltasten schieben den Würfel, mit Umschalt um einen Millimeter. Eingabe legt ihn hin.'
          : 'Die Arena. Solange die Kamera offen ist, drehen Pfeiltasten sie.',
  ahead: (mm) => `${Math.round(mm / 10)} cm weit`,
  promptThrow4: 'Ziehen und loslassen: Wirf deine vier Würfel auf die Scholle.',
  promptThrow3: (up, place) => `Übertriff deine ${up} (${place}), höher oder weiter: ziehen und loslassen.`,
  promptKeep: 'Tippe den Würfel an, der für dich zählen soll.',
  promptPlace: 'Dein Würfel wurde hinausgestoßen. Zieh ihn an eine freie Stelle auf dem Eis.',
  placeGood: (place) => `Hier darf er liegen, ${place}.`,
  placeBad: 'Dort nicht: ganz aufs Eis, frei von anderen Würfeln.',
  loading: 'Das Eis wird geholt…',
  foreseeing: 'Probewürfe sind in der Luft…',
  foreseen: (throws, stay, dice) => `Vorschau (${throws} Probewürfe): ${stay} von ${dice} bleiben.`,
  advised: (worth, points) => (points ? `Der Tipp ist eingestellt: ${worth} Punkte Vorsprung.` : `Der Tipp ist eingestellt: Er gewinnt zu ${worth}.`),
  pushedOff: (who) => `${who} wird hinausgestoßen!`,
  ontoBlock: (who) => `${who} kommt auf einen Eisblock.`,
  over: 'Eine Robbe ist am Ziel: Das Spiel ist aus.',
  scoring: 'Die Runde wird gewertet, von vorn nach hinten',
  lastScoring: 'Letzte Wertung',
  allLines: 'Alles zeigen',
  onBlock: 'auf einem Eisblock',
  mark: (worth) => (worth > 0 ? 'Netz' : 'Loch'),
  goes: (space) => `auf ${space}`,
  jumps: (space) => `springt auf ${space}`,
  tellScore: (who, { up, bonus, earned, end }, behind, blocks) =>
    `${who}: ${[String(up), ...(bonus ? [`${bonus > 0 ? 'Netz plus' : 'Loch minus'} ${Math.abs(bonus)}`] : []), ...(behind.length ? [`dahinter ${behind.join(' + ')}`] : []), ...(blocks.length ? [`auf Eisblöcken ${blocks.join(' + ')}`] : [])].join(', ')} macht ${earned}. Die Robbe ist auf Feld ${end}.`,
  tellBlocked: (who, up) => `${who}: Die ${up} liegt auf einem Eisblock und bringt nichts.`,
  labelThrow: ({ aim, speed, from, height, spin }) => `${capital(whither(aim))} werfen mit ${speed} cm/s, ${sideways(from)}, ${Math.round(height / 10)} cm hoch, Drall ${tenth(spin / 10)}`,
  labelPlace: (place, x) => `${capital(place)} hinlegen, ${sideways(x)}`,
  describe: (round, dice, blocks, track) =>
    `Runde ${round}. ${dice.length ? `Auf dem Eis: ${list(dice)}.` : 'Das Eis ist leer.'} ${blocks.length ? `Auf Eisblöcken: ${list(blocks)}.` : ''} ${list(track)}.`,
  describeDie: (who, up, place) => `${who} mit einer ${up}, ${place}`,
  describeTrack: (who, n) => `${who} bei ${n}`,
}
