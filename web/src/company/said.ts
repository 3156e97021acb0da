import type { EmoteName, Temper } from '../wire.ts'
import type { Language } from '../words/words.svelte.ts'
import type { Occasion } from './talk.ts'

interface CompanyWords {
  title: string
  help: string
  emotes: Readonly<Record<EmoteName, string>>
  muteTitle: string
  mute: (who: string) => string
  says: Readonly<Record<Temper, Readonly<Record<Occasion, readonly string[]>>>>
}

const en: CompanyWords = {
  title: 'Show the others something',
  help: 'Everybody at the table sees it at your seat for a moment. It is not kept.',
  emotes: { hello: 'Hello!', clap: 'Well done!', laugh: 'Ha ha!', wow: 'Wow!', luck: 'Good luck!', sad: 'Oh no.', grumble: 'Grr!', think: 'Let me think.' },
  muteTitle: 'What I do not want to see',
  mute: (who) => `Drawings of ${who}`,
  says: {
    bold: {
      lost: ['Worth it!', 'Next time even further.'],
      theft: ['Mine now!', 'Thanks, I was hungry.'],
      stolen: ['I’ll be back for those.', 'You’ll regret that!'],
      catch: ['What a beast!', 'The biggest yet!'],
      won: ['Full sail, full net!', 'Fortune loves me.'],
      beaten: ['Rematch. Now.', 'You were lucky. I was magnificent.'],
    },
    careful: {
      lost: ['I knew it.', 'I should have stopped.'],
      theft: ['Nothing personal.', 'It was the safest way.'],
      stolen: ['I had just counted those.', 'Oh dear.'],
      catch: ['Slowly, surely.', 'Patience pays.'],
      won: ['I counted twice. It is true.', 'Steady as she goes.'],
      beaten: ['Well fished.', 'I’ll be more careful still.'],
    },
    cheeky: {
      lost: ['That was a test.', 'Fish need freedom too.'],
      theft: ['Was that yours?', 'Finders keepers.'],
      stolen: ['I’d have done the same.', 'It takes a thief to know one.'],
      catch: ['It jumped in by itself.', 'Too easy.'],
      won: ['I’d like to thank the fish.', 'Did anybody see that?'],
      beaten: ['I let you.', 'My hook was upside down.'],
    },
    steady: {
      lost: ['So it goes.', 'The sea gives, the sea takes.'],
      theft: ['I’ll take these along.', 'With your permission.'],
      stolen: ['Fair enough.', 'It’s only fish.'],
      catch: ['A fine fish.', 'That will do.'],
      won: ['Thank you for the game.', 'A good day on the water.'],
      beaten: ['Congratulations.', 'Well played.'],
    },
  },
}

const de: CompanyWords = {
  title: 'Den anderen etwas zeigen',
  help: 'Alle am Tisch sehen es einen Moment lang an deinem Platz. Aufgehoben wird es nicht.',
  emotes: { hello: 'Hallo!', clap: 'Bravo!', laugh: 'Haha!', wow: 'Oha!', luck: 'Viel Glück!', sad: 'O nein.', grumble: 'Grr!', think: 'Moment\u00a0…' },
  muteTitle: 'Was ich nicht sehen will',
  mute: (who) => `Zeichnungen von ${who}`,
  says: {
    bold: {
      lost: ['Das war es wert!', 'Nächstes Mal noch weiter.'],
      theft: ['Jetzt meins!', 'Danke, ich hatte Hunger.'],
      stolen: ['Die hole ich mir wieder.', 'Das wirst du bereuen!'],
      catch: ['Was für ein Brocken!', 'Der größte bisher!'],
      won: ['Volle Segel, volles Netz!', 'Das Glück mag mich.'],
      beaten: ['Revanche. Sofort.', 'Du hattest Glück. Ich war großartig.'],
    },
    careful: {
      lost: ['Ich wusste es.', 'Ich hätte aufhören sollen.'],
      theft: ['Nichts Persönliches.', 'Es war das Sicherste.'],
      stolen: ['Die hatte ich gerade gezählt.', 'O je.'],
      catch: ['Langsam, aber sicher.', 'Geduld zahlt sich aus.'],
      won: ['Zweimal gezählt. Es stimmt.', 'Immer schön auf Kurs.'],
      beaten: ['Gut gefischt.', 'Ich passe noch besser auf.'],
    },
    cheeky: {
      lost: ['Das war ein Test.', 'Fische brauchen auch Freiheit.'],
      theft: ['War das deins?', 'Wer’s findet, darf’s behalten.'],
      stolen: ['Hätte ich auch gemacht.', 'Unter Dieben kennt man sich.'],
      catch: ['Der ist von selbst gesprungen.', 'Zu leicht.'],
      won: ['Ich danke den Fischen.', 'Hat das jemand gesehen?'],
      beaten: ['Ich habe dich gelassen.', 'Mein Haken war verkehrt herum.'],
    },
    steady: {
      lost: ['So ist das.', 'Das Meer gibt, das Meer nimmt.'],
      theft: ['Die nehme ich mit.', 'Mit Verlaub.'],
      stolen: ['Schon recht.', 'Sind ja nur Fische.'],
      catch: ['Ein schöner Fisch.', 'Das reicht.'],
      won: ['Danke für das Spiel.', 'Ein guter Tag auf dem Wasser.'],
      beaten: ['Glückwunsch.', 'Gut gespielt.'],
    },
  },
}

export const companyWords: Readonly<Record<Language, CompanyWords>> = { en, de }
