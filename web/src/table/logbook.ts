/** What a logbook's header says of its dice, and its entries. */
export interface Logbook {
  readonly game: string
  readonly seats: readonly string[]
  readonly first: string
  readonly commit: string
  readonly reveal: string
  readonly components: string
  readonly salts: Readonly<Record<string, string>>
  readonly options: Readonly<Record<string, string>>
  /** `line` counts the lines of the file, from 1 on. */
  readonly entries: readonly { seat: string; words: string; line: number }[]
}

/** Read the text of a logbook; whether it is a legal game is for the server and the terminal to say. */
export function readLogbook(text: string): Logbook {
  const raw = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  const lines = raw.map((line) => line.split('#')[0]?.trim() ?? '')
  const end = raw.findIndex((line, place) => place > 0 && !line.trim()) // a line that is all comment ends nothing
  const single: Record<string, string> = {}
  const salts: Record<string, string> = {}
  const options: Record<string, string> = {}
  const seats: string[] = []
  for (const line of end < 0 ? lines : lines.slice(0, end)) {
    const [key = '', name = '', ...rest] = line.split(/\s+/)
    if (!key) continue
    if (key === 'seat') seats.push(name)
    else if (key === 'salt') salts[name] = rest.join(' ')
    else if (key === 'option') options[name] = rest.join(' ')
    else if (key === 'components') single[key] = rest.join(' ')
    else single[key] = name
  }
  const entries = lines.flatMap((text, place) => {
    const [seat = '', ...words] = text.split(/\s+/)
    return text && end >= 0 && place > end ? [{ seat, words: words.join(' '), line: place + 1 }] : []
  })
  const value = (key: string): string => single[key] ?? ''
  return { game: value('game'), seats, first: value('first'), commit: value('commit'), reveal: value('reveal'), components: value('components'), salts, options, entries }
}

/** Why the house put a seat's number in, as the logbook says it; undefined where the seat did so itself. */
export function houseSalted(book: Logbook, seat: string): string | undefined {
  return book.options[`salt-${seat}`]
}

/** Where the first entries come from, in a game that went on from another record. */
export interface Origin {
  readonly entries: number
  /** The secret of this logbook has made the dice after so many entries. */
  readonly drawnFrom: number
  /** Whether they are the older record’s, which were open before this game began. */
  readonly sameDice: boolean
}

export function originOf(book: Logbook): Origin | undefined {
  const from = /^[0-9a-f]{64} (\d+)$/.exec(book.options['from'] ?? '')
  if (!from) return undefined
  const own = /^record(?: (\d+))?$/.exec(book.options['dice'] ?? '')
  return { entries: Number(from[1]), drawnFrom: own ? Number(own[1] ?? 0) : Number(from[1]), sameDice: own !== null }
}

/** Whether dice are drawn by round, seat, throw and die, instead of one after the other. */
export function isKeyed(book: Logbook): boolean {
  return book.options['keyed'] === 'round seat throw die'
}

/** Whether the same dice were dealt to other tables too: the numbers in them are those of the first. */
export function isDealt(book: Logbook): boolean {
  return book.options['dice'] === 'dealt'
}

/** Whether the logbook says that all numbers were promised before any was opened. */
export function isSealed(book: Logbook): boolean {
  return book.options['salts'] === 'sealed'
}
