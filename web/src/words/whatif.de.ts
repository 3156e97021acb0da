import type { WhatIfWords } from './whatif.en.ts'

/** Die Texte von „Was wäre, wenn?“ und „Von hier weiterspielen“ auf Deutsch. */
export const whatIf: WhatIfWords = {
  whatIfHelp: (who) => `Hier entscheidet ${who}. Wähle einen Zug und sieh, was er gewinnt und wie das Spiel ausgehen würde.`,
  after: (line) => `Nach „${line}“`,
  who: 'Wer',
  winsShare: 'Gewinnt',
  pointsThen: 'Punkte am Ende',
  pointsMean: (who, mean) => `Punkte von ${who} am Ende: ${mean} im Mittel`,
  playedBest: (games) => games === 0 ? 'Das erste Spiel von hier wird weitergespielt.' : `Punkte: ${games === 1 ? 'ein Spiel' : `${games} Spiele`} von hier mit den besten Zügen weitergespielt.`,
  playedSearch: (games) => games === 0 ? 'Das erste Spiel von hier wird weitergespielt.' : `Punkte: ${games === 1 ? 'ein Spiel' : `${games} Spiele`} von hier weitergespielt, jeder Zug mit einer Suche.`,
  playedBots: (games) => games === 0 ? 'Das erste Spiel von hier wird weitergespielt.' : `${games === 1 ? 'Ein Spiel' : `${games} Spiele`} von hier von üblichen Bots weitergespielt.`,
  listed: 'Jeder mögliche Ausgang ist gezählt, mit den besten Zügen.',
  refining: 'Es werden noch mehr gespielt …',
  enough: 'Das genügt',
  playOn: 'Von hier weiterspielen',
  onTitle: 'Von hier weiterspielen.',
  onHelp: (entries, names) => `Der Tisch beginnt, wie er nach ${entries === 1 ? 'dem ersten Eintrag' : `${entries} Einträgen`} des Spiels von ${names} lag. Wer nimmt welchen Platz?`,
  whoseDice: 'Die Würfel',
  newDice: 'Neue Würfel: niemand weiß, was kommt',
  sameDice: 'Die Würfel jenes Spiels: wer gleich zieht, wirft gleich',
  line: 'Zug',
  played: 'gespielt',
  table: 'Als Tabelle',
}
