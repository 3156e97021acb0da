import type { Language } from '../words/words.svelte.ts'

const en = {
  title: 'My statistics',
  help: 'Games that were finished on this device. They are kept in this browser alone; no server knows them.',
  none: 'No game has been finished here yet.',
  game: 'Game',
  players: 'Players',
  games: 'Games',
  wins: 'Won',
  share: 'Share',
  points: 'Most points',
  catch: 'Best catch',
  all: 'all',
  catches: {
    soles: (n: number): string => `${n} brought home`,
    espresso: (n: number): string => `${n} fish at once`,
    lure: (n: number, fish: string): string => `${fish} with ${n}`,
  } as Readonly<Record<string, (n: number, fish: string) => string>>,
  export: 'Export as a file',
  delete: 'Delete all',
  sure: 'Delete all statistics on this device? This cannot be undone.',
  deleted: 'All statistics on this device are deleted.',
}

const de: typeof en = {
  title: 'Meine Statistik',
  help: 'Spiele, die auf diesem Gerät zu Ende gegangen sind. Sie stehen nur in diesem Browser; kein Server kennt sie.',
  none: 'Hier ist noch kein Spiel zu Ende gegangen.',
  game: 'Spiel',
  players: 'Personen',
  games: 'Spiele',
  wins: 'Gewonnen',
  share: 'Anteil',
  points: 'Meiste Punkte',
  catch: 'Bester Fang',
  all: 'alle',
  catches: {
    soles: (n) => `${n} heimgebracht`,
    espresso: (n) => (n === 1 ? 'ein Fisch' : `${n} Fische auf einmal`),
    lure: (n, fish) => `${fish} mit ${n}`,
  },
  export: 'Als Datei sichern',
  delete: 'Alles löschen',
  sure: 'Die ganze Statistik auf diesem Gerät löschen? Das lässt sich nicht rückgängig machen.',
  deleted: 'Die Statistik auf diesem Gerät ist gelöscht.',
}

export const statisticsWords: Readonly<Record<Language, typeof en>> = { en, de }
