import type { Language } from '../words/words.svelte.ts'

const en = {
  roll: (who: string): string => `${who} throws. What do the dice show?`,
  die: (n: number, of: number): string => `Die ${n} of ${of}`,
  splash: 'Turn up a fish. Which one is it?',
  draw: (who: string): string => `${who}, which lure have you drawn?`,
  white: (who: string): string => `${who} throws the white die. What does it show?`,
  back: 'Take back',
  nothing: 'Nothing yet',
  cover: (who: string): string => `Only ${who} may see the next card.`,
  look: (who: string): string => `I am ${who}`,
  thrown: 'We have thrown',
  throwHelp: (who: string): string => `${who}, throw your dice onto the floe. Then say where they lie.`,
  where: (die: string): string => `Where does ${die} lie, and what does it show?`,
  face: (n: number): string => `shows ${n}`,
  map: 'The floe from above: tap where the die lies',
  water: 'In the water',
  same: 'As it lay',
  across: 'Across (mm)',
  ahead: 'Ahead (mm)',
  here: 'Here it lies',
}

const de: typeof en = {
  roll: (who) => `${who} wirft. Was zeigen die Würfel?`,
  die: (n, of) => `Würfel ${n} von ${of}`,
  splash: 'Deckt einen Fisch auf. Welcher ist es?',
  draw: (who) => `${who}, welchen Köder hast du gezogen?`,
  white: (who) => `${who} wirft den weißen Würfel. Was zeigt er?`,
  back: 'Zurücknehmen',
  nothing: 'Noch nichts',
  cover: (who) => `Nur ${who} darf die nächste Karte sehen.`,
  look: (who) => `Ich bin ${who}`,
  thrown: 'Wir haben geworfen',
  throwHelp: (who) => `${who}, wirf deine Würfel auf die Scholle. Sag dann, wo sie liegen.`,
  where: (die) => `Wo liegt ${die}, und was zeigt er?`,
  face: (n) => `zeigt ${n}`,
  map: 'Die Scholle von oben: tippe, wo der Würfel liegt',
  water: 'Im Wasser',
  same: 'Wie er lag',
  across: 'Quer (mm)',
  ahead: 'Nach vorn (mm)',
  here: 'Hier liegt er',
}

/** The texts of tables with people’s own dice; only those load them. */
export const handWords: Readonly<Record<Language, typeof en>> = { en, de }
