/** The best line · at most 5 % given away · more. */
export const sign = (lost: number): string => (lost < 0.0005 ? '🐟' : lost <= 0.05 ? '🪝' : '🌊')

/** Two lines without a spoiler, the same in every language and in the terminal (`daily/score.py`). */
export function shareText(date: string, lost: readonly number[]): string {
  const all = Math.round(1000 * lost.reduce((sum, part) => sum + part, 0)) / 10
  return `Rollmops ${date}\n${lost.map(sign).join('')} ${all ? `\u2212${all.toFixed(1)} %` : '±0 %'}`
}
