import { words } from '../../words/words.svelte.ts'

/** "die 1 up and die 2 down": what an adjusting line turns, in the language of the page. */
export function turnsInWords(line: string): string {
  const text = words().lure
  const marks = line.split(' ').slice(1)
  return marks.length ? words().list(marks.map((mark) => text.turned(Number(mark.slice(0, -1)), mark.slice(-1)))) : text.choices.adjustNone
}
