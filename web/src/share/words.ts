import type { Language } from '../words/words.svelte.ts'

const en = {
  title: 'Share the result',
  picture: (heading: string): string => `The picture to share: ${heading}`,
  share: 'Share',
  download: 'Download the picture',
  copy: 'Copy the text',
  copied: 'Copied',
  text: 'The text',
  link: 'It links to',
  links: { replay: 'the replay', review: 'the review', none: 'nothing' },
  onlyHere: 'The link works on this computer only.',
  score: (name: string, points: number): string => `${name} ${points}`,
}

const de: typeof en = {
  title: 'Ergebnis teilen',
  picture: (heading) => `Das Bild zum Teilen: ${heading}`,
  share: 'Teilen',
  download: 'Bild sichern',
  copy: 'Text kopieren',
  copied: 'Kopiert',
  text: 'Der Text',
  link: 'Der Link führt',
  links: { replay: 'zum Abspielen', review: 'zur Analyse', none: 'nirgendwohin' },
  onlyHere: 'Der Link funktioniert nur auf diesem Computer.',
  score: (name, points) => `${name} ${points}`,
}

export const shareWords: Readonly<Record<Language, typeof en>> = { en, de }
