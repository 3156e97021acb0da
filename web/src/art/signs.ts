import type { Sign } from '../parts/colours.ts'

/** The signs of the seats as paths in a box of 24 by 24. */
export const signs: Readonly<Record<Sign, string>> = {
  anchor: 'M12 8v13M7.500 11.500h9M4 14.500c0 4 4 6.500 8 6.500s8-2.500 8-6.500M12 8a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
  star: 'M12 3l2.700 5.800 6.300.8-4.600 4.400 1.200 6.300L12 17.200l-5.600 3.100 1.200-6.300L3 9.600l6.300-.8z',
  shell: 'M12 20C5 18 3 12 5 7c3-4 11-4 14 0 2 5 0 11-7 13zM12 20V5M12 20L7 6.500M12 20l5-13.500',
  drop: 'M12 3c4 5.500 6 8.500 6 11.500a6 6 0 0 1-12 0C6 11.500 8 8.500 12 3z',
  sail: 'M11 3v14H4C6 12 9 8 11 3zM14 6c3 3 5 7 6 11h-6zM3 20h18',
  moon: 'M19 15A8 8 0 0 1 9 5a8 8 0 1 0 10 10z',
  buoy: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 15.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM5.600 5.600l4 4M18.400 5.600l-4 4M5.600 18.400l4-4M18.400 18.400l-4-4',
  wheel: 'M12 18a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM12 2.500v19M2.500 12h19M5.300 5.300l13.400 13.400M18.700 5.300L5.300 18.700',
}
const filled: readonly Sign[] = ['star', 'drop', 'sail', 'moon']

/** Whether a sign is filled with ink and not only drawn. */
export const isSolid = (sign: Sign): boolean => filled.includes(sign)
