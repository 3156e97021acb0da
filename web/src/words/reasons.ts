import type { Reason } from '../wire.ts'
import { words, type Language } from './words.svelte.ts'

/** What a sentence needs: the reason, the line it is compared with and the name of whoever it is about, as the page says them. */
export interface Case {
  reason: Reason
  other: string
  whom: string
}
type Sentences = Readonly<Record<Reason['kind'], (one: Case) => string>>

const part = (chance: number | null): string => `${Math.round(100 * (chance ?? 0))}\u00a0%`
const mean = (points: number | null): string => words().number(points ?? 0)
const many = (count: number | null, one: string, more: string): string => `${count ?? 0} ${count === 1 ? one : more}`
const less = ({ reason }: Case): number => Math.round((reason.other_points ?? 0) - (reason.points ?? 0))

const aloneEn = ({ reason, other }: Case): string =>
  `with nobody before them they catch something ${part(reason.chance)} of the time, ${mean(reason.points)} points on average, those of “${other}” ${part(reason.other_chance)} and ${mean(reason.other_points)}`

const en: Sentences = {
  dare: ({ reason }) => `The next roll goes wrong only ${part(reason.chance)} of the time, with ${reason.count} in the net: dare it.`,
  stop: ({ reason }) => `The next roll goes wrong ${part(reason.chance)} of the time, and ${reason.count} would slip away: enough.`,
  rob: ({ whom }) => `What is taken from ${whom} counts twice: you have it, and they do not.`,
  spare: () => 'From the middle, for the end comes nearer when it runs empty.',
  hold: ({ reason, other }) => `The dice give ${many(reason.count, 'throw', 'throws')} of the white die as they lie; “${other}” leaves fewer ${part(reason.chance)} of the time.`,
  right: ({ reason, other }) => `The dice give ${reason.count ? `${reason.count} fish to steal` : 'a special combination'} as they lie; “${other}” loses that ${part(reason.chance)} of the time.`,
  stepwise: ({ reason, other }) => (reason.count === 1 ? `One after the other: see how one falls, then decide about the rest of “${other}”.` : `Fewer at once: see how ${reason.count} fall, then decide about the rest of “${other}”.`),
  improve: ({ reason }) => `The roll makes more of ${many(reason.count, 'white throw', 'white throws')} ${part(reason.chance)} of the time, and less ${part(reason.other_chance)}.`,
  chances: ({ reason, other }) => `It leads to fishing at once ${part(reason.chance)} of the time, “${other}” ${part(reason.other_chance)}.`,
  throws: ({ reason, other }) => `It brings ${mean(reason.points)} white throws on average, “${other}” ${mean(reason.other_points)}.`,
  bite: ({ reason }) => `A throw brings a fish ${part(reason.chance)} of the time, and what was caught stays yours, asleep or not.`,
  sober: ({ reason }) => `${many(reason.count, 'throw brings', 'throws bring')} ${mean(reason.points)} fish on average, with an espresso ${mean(reason.other_points)}: the chip is worth more later.`,
  coffee: ({ reason }) => `With ${many(reason.count, 'throw', 'throws')} to come an espresso makes ${mean(reason.other_points)} fish on average into ${mean(reason.points)}.`,
  chip: ({ reason, whom }) => `With ${reason.count} fish in the lake a chip ${whom ? `of ${whom} ` : ''}is worth more than one of them: you stay awake for a whole turn${whom ? ', and they do not' : ''}.`,
  early: (one) => `${many(one.reason.count, 'die fishes', 'dice fish')} before ${one.reason.other_count}${less(one) > 0 ? `: ${aloneEn(one)}, but those come later` : `, and ${aloneEn(one)}`}.`,
  richer: (one) => `These dice are worth it: ${aloneEn(one)}.`,
  lower: ({ reason, other }) => `Of those who roll together the lower total catches: ${mean(reason.points)} on average, “${other}” ${mean(reason.other_points)}.`,
  earns: ({ reason, other }) => `As it lies the die earns ${reason.points} points, “${other}” ${reason.other_points}.`,
  endures: (one) => `Your next throw has to outdo this die, and fails ${part(one.reason.chance)} of the time; after “${one.other}” it fails ${part(one.reason.other_chance)}.${less(one) > 0 ? ` That is worth the ${less(one)} points less that it earns now.` : ''}`,
  plain: () => '',
}

const aloneDe = ({ reason, other }: Case): string =>
  `ist niemand vor ihnen, fangen sie in ${part(reason.chance)} der Fälle etwas, im Mittel ${mean(reason.points)} Punkte, die von „${other}“ in ${part(reason.other_chance)}, im Mittel ${mean(reason.other_points)}`

const de: Sentences = {
  dare: ({ reason }) => `Der nächste Wurf geht nur in ${part(reason.chance)} der Fälle schief, bei ${reason.count} im Netz: Trau dich.`,
  stop: ({ reason }) => `Der nächste Wurf geht in ${part(reason.chance)} der Fälle schief, und ${reason.count} wären weg: genug.`,
  rob: ({ whom }) => `Was du ${whom} nimmst, zählt doppelt: Du hast es, und dort fehlt es.`,
  spare: () => 'Aus der Mitte, denn wenn sie leer ist, ist das Spiel zu Ende.',
  hold: ({ reason, other }) => `So wie sie liegen, geben die Würfel ${many(reason.count, 'Wurf', 'Würfe')} mit dem weißen; „${other}“ lässt in ${part(reason.chance)} der Fälle weniger übrig.`,
  right: ({ reason, other }) => `So wie sie liegen, geben die Würfel ${reason.count ? `${many(reason.count, 'Fisch', 'Fische')} zum Stehlen` : 'eine besondere Kombination'}; „${other}“ verliert das in ${part(reason.chance)} der Fälle.`,
  stepwise: ({ reason, other }) => (reason.count === 1 ? `Einen nach dem anderen: Sieh, wie einer fällt, und entscheide dann über den Rest von „${other}“.` : `Weniger auf einmal: Sieh, wie ${reason.count} fallen, und entscheide dann über den Rest von „${other}“.`),
  improve: ({ reason }) => `Der Wurf macht aus ${many(reason.count, 'weißen Wurf', 'weißen Würfen')} in ${part(reason.chance)} der Fälle mehr und in ${part(reason.other_chance)} weniger.`,
  chances: ({ reason, other }) => `Damit darfst du in ${part(reason.chance)} der Fälle gleich angeln, mit „${other}“ in ${part(reason.other_chance)}.`,
  throws: ({ reason, other }) => `Das bringt im Mittel ${mean(reason.points)} weiße Würfe, „${other}“ ${mean(reason.other_points)}.`,
  bite: ({ reason }) => `Ein Wurf bringt in ${part(reason.chance)} der Fälle einen Fisch, und was gefangen ist, bleibt deins, ob du einschläfst oder nicht.`,
  sober: ({ reason }) => `${many(reason.count, 'Wurf bringt', 'Würfe bringen')} im Mittel ${mean(reason.points)} Fische, mit einem Espresso ${mean(reason.other_points)}: Der Chip ist später mehr wert.`,
  coffee: ({ reason }) => `Vor ${many(reason.count, 'Wurf', 'Würfen')} macht ein Espresso aus im Mittel ${mean(reason.other_points)} Fischen ${mean(reason.points)}.`,
  chip: ({ reason, whom }) => `Bei ${reason.count} Fischen im See ist ein Chip ${whom ? `von ${whom} ` : ''}mehr wert als einer davon: Du bleibst einen ganzen Zug lang wach${whom ? `, ${whom} nicht` : ''}.`,
  early: (one) => `${many(one.reason.count, 'Würfel fischt', 'Würfel fischen')} vor ${one.reason.other_count}: ${aloneDe(one)}${less(one) > 0 ? ', aber die kommen später' : ''}.`,
  richer: (one) => `Diese Würfel lohnen sich: ${aloneDe(one)}.`,
  lower: ({ reason, other }) => `Wer zusammen wirft, fängt mit der kleineren Summe: im Mittel ${mean(reason.points)}, mit „${other}“ ${mean(reason.other_points)}.`,
  earns: ({ reason, other }) => `So wie er liegt, bringt der Würfel ${reason.points} Punkte, „${other}“ ${reason.other_points}.`,
  endures: (one) => `Dein nächster Wurf muss diesen Würfel übertreffen und misslingt in ${part(one.reason.chance)} der Fälle; nach „${one.other}“ misslingt er in ${part(one.reason.other_chance)}.${less(one) > 0 ? ` Das sind die ${less(one)} Punkte wert, die er jetzt weniger bringt.` : ''}`,
  plain: () => '',
}

const sentences: Readonly<Record<Language, Sentences>> = { en, de }

/** Why, in the language of the page; nothing where no more is known than the figures. */
export function why(one: Case, language: Language): string {
  return sentences[language][one.reason.kind](one)
}
