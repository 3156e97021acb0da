import { BOTS, TEMPERS, type Temper } from '../wire.ts'

/** The temper of a bot of this name; of anybody else, none to speak of. */
export function temperOf(name: string | undefined): Temper {
  const place = Math.max(...Object.values(BOTS).map((crew) => crew.indexOf(name ?? '')))
  return (place < 0 ? undefined : TEMPERS[place % TEMPERS.length]) ?? 'steady'
}
