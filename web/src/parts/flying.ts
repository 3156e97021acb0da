import type { Move } from '../games/side.ts'

/** So many pieces fly at most; more are told by their number. */
const most = 14
/** One piece is in the air for so much of the time that there is, and the next one takes off so long after it at most. */
const share = 0.62
const longestMs = 900
const apartMs = 60

interface Spot {
  x: number
  y: number
}

const middleOf = (box: DOMRect): Spot => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 })
const placeOn = (board: HTMLElement, name: string): HTMLElement | null => board.querySelector<HTMLElement>(`[data-place="${CSS.escape(name)}"]`)

/**
 * Pieces leave the places where they lie on this board and fly to others; copies of them do, in a layer above it. The last one has
 * arrived after `lasts` milliseconds, however many there are: nothing is in the air when the next thing is told.
 */
export function fly(moves: readonly Move[], board: HTMLElement, sky: HTMLElement, lasts: number): void {
  const flight = Math.min(share * lasts, longestMs)
  for (const move of moves) {
    const from = placeOn(board, move.from)
    const to = placeOn(board, move.to)
    if (!from || !to) continue
    const lying = [...(move.pick ? from.querySelectorAll<HTMLElement>(move.pick) : [from])].filter((piece) => piece.offsetWidth || piece.getBoundingClientRect().width)
    const leaving = lying.slice(-Math.min(move.count, most))
    const end = middleOf(to.getBoundingClientRect())
    for (const [place, piece] of leaving.entries()) launch(piece, end, sky, place, flight, Math.min(apartMs, (lasts - flight) / leaving.length))
    if (!move.pick) from.style.visibility = 'hidden' // it is on its way, and gone with the next view
  }
}

function launch(piece: HTMLElement, end: Spot, sky: HTMLElement, place: number, flightMs: number, apart: number): void {
  const box = piece.getBoundingClientRect()
  const copy = piece.cloneNode(true) as HTMLElement
  copy.classList.add('flyer')
  copy.removeAttribute('data-place')
  for (const inside of copy.querySelectorAll('[data-place]')) inside.removeAttribute('data-place')
  Object.assign(copy.style, { width: `${box.width}px`, height: `${box.height}px`, animation: 'none' })
  sky.append(copy)
  const start = middleOf(box)
  const spread = 22 * Math.sin(place * 2.4)
  const lift = 50 + 18 * (place % 3)
  const at = (x: number, y: number, turn: number, scale: number): string => `translate(${x - box.width / 2}px, ${y - box.height / 2}px) rotate(${turn}deg) scale(${scale})`
  const turn = place % 2 ? 14 : -14
  const flight = copy.animate(
    [
      { transform: at(start.x, start.y, 0, 1), opacity: 1 },
      { transform: at((start.x + end.x) / 2 + spread, (start.y + end.y) / 2 - lift, turn, 1.15), opacity: 1, offset: 0.5 },
      { transform: at(end.x + spread / 2, end.y, 0, box.width > 80 ? 0.35 : 0.8), opacity: 0.9 },
    ],
    { duration: flightMs, delay: place * apart, easing: 'cubic-bezier(0.45, 0.05, 0.4, 1)', fill: 'both' },
  )
  void flight.finished.then(
    () => copy.remove(),
    () => copy.remove(),
  )
}
