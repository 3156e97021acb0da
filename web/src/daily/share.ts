export type Mark = 'fish' | 'hook' | 'waves'

/** The best line · at most 5 % given away · more. */
export const markOf = (lost: number): Mark => (lost < 0.0005 ? 'fish' : lost <= 0.05 ? 'hook' : 'waves')

/** The marks where only text can go; the page has its own drawings of them. */
const SIGNS: Readonly<Record<Mark, string>> = { fish: '🐟', hook: '🪝', waves: '🌊' }

/** Two lines without a spoiler, the same in every language and in the terminal (`daily/score.py`). */
export function shareText(date: string, lost: readonly number[]): string {
  const all = Math.round(1000 * lost.reduce((sum, part) => sum + part, 0)) / 10
  return `Rollmops ${date}\n${lost.map((part) => SIGNS[markOf(part)]).join('')} ${all ? `\u2212${all.toFixed(1)} %` : '±0 %'}`
}
