/** How somebody wants to be told of their turn on this device, besides title and sound. */
export const ways = ['off', 'page', 'push'] as const
export type Way = (typeof ways)[number]

const key = 'rollmops.notices'

function read(): Way {
  try {
    return ways.find((way) => way === localStorage.getItem(key)) ?? 'off'
  } catch {
    return 'off'
  }
}

export const wanted: { way: Way } = $state({ way: read() })

export function keepWay(way: Way): void {
  wanted.way = way
  try {
    localStorage.setItem(key, way)
  } catch {
    // It holds until this page is closed.
  }
}
