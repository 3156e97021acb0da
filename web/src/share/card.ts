import { mount, unmount } from 'svelte'
import Logo from '../art/Logo.svelte'
import { scenes } from '../art/scenes.ts'
import { isSolid, signs } from '../art/signs.ts'
import { isGame, type GameName } from '../games/games.ts'
import type { Player } from '../games/side.ts'
import type { Result } from '../wire.ts'
import { paintDrawing } from './paint.ts'

/** What a card tells: a game and how it ended. */
export interface Ended {
  game: string
  title: string
  heading: string
  result: Result
  players: readonly Player[]
  date: string
}

export const cardSize = { width: 1200, height: 630 }
const cover = 440
/** Where the heart of a game's scene is, of 320: the cover shows what lies around it. */
const heart: Readonly<Record<GameName, number>> = { soles: 148, espresso: 160, lure: 160, floe: 160 }
const paper = '#fffaf0'
const ink = '#21303a'
const soft = '#52606a'
const fontTitle = "'Iowan Old Style', Palatino, Georgia, 'Noto Serif', 'DejaVu Serif', serif"
const font = "ui-rounded, 'Segoe UI', 'Noto Sans', system-ui, Roboto, 'DejaVu Sans', sans-serif"

/** Winners first, then by points; equals share their place. */
export function placed(players: readonly Player[], result: Result): { player: Player; place: number; points: number; won: boolean }[] {
  const behind = (a: Player, b: Player): number => (result.shares[b.letter] ?? 0) - (result.shares[a.letter] ?? 0) || (result.points[b.letter] ?? 0) - (result.points[a.letter] ?? 0)
  return players
    .toSorted(behind)
    .map((player) => ({ player, place: 1 + players.filter((other) => behind(player, other) > 0).length, points: result.points[player.letter] ?? 0, won: result.winners.includes(player.letter) }))
}

/** A drawing of ours, put onto the canvas at a place and a size. */
function draw(context: CanvasRenderingContext2D, drawing: (target: HTMLElement) => Record<string, unknown>, x: number, y: number, scale: number): void {
  const target = document.createElement('div')
  target.style.cssText = 'position:absolute;left:-9999px;width:320px'
  document.body.append(target)
  const mounted = drawing(target)
  const svg = target.querySelector('svg')
  context.save()
  context.translate(x, y)
  context.scale(scale, scale)
  if (svg) paintDrawing(context, svg)
  context.restore()
  void unmount(mounted)
  target.remove()
}

/** As much of a text as fits. */
function fitted(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text
  let short = text
  while (short && context.measureText(`${short}…`).width > width) short = short.slice(0, -1)
  return `${short}…`
}

/** Two lines at most, broken between words. */
function lines(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const found: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line && context.measureText(`${line} ${word}`).width > width) {
      found.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  found.push(line)
  return found.length > 2 ? [found[0] ?? '', fitted(context, found.slice(1).join(' '), width)] : found
}

/** Draw the card of a game that has ended. */
export function drawCard(canvas: HTMLCanvasElement, ended: Ended): void {
  const { width, height } = cardSize
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = paper
  context.fillRect(0, 0, width, height)
  context.save()
  context.beginPath()
  context.rect(0, 0, cover, height)
  context.clip()
  const { game } = ended
  const scale = height / 180
  if (isGame(game)) draw(context, (target) => mount(scenes[game], { target }), cover / 2 - heart[game] * scale, 0, scale)
  else {
    context.fillStyle = '#7fb9c2'
    context.fillRect(0, 0, cover, height)
    draw(context, (target) => mount(Logo, { target, props: { size: 64 } }), 60, 155, 5)
  }
  context.restore()
  context.fillStyle = ink
  context.fillRect(cover, 0, 4, height)

  const left = cover + 48
  const room = width - left - 48
  context.textBaseline = 'alphabetic'
  context.fillStyle = soft
  context.font = `600 30px ${font}`
  context.fillText(fitted(context, ended.title, room), left, 74)
  context.fillStyle = ink
  context.font = `700 52px ${fontTitle}`
  const heading = lines(context, ended.heading, room)
  heading.forEach((line, i) => context.fillText(line, left, 138 + 58 * i))
  const rows = placed(ended.players, ended.result)
  const top = 138 + 58 * heading.length - 14
  const foot = height - 96
  const step = Math.min(92, (foot - top) / rows.length)
  const first = top + Math.max(0, Math.min(36, (foot - top - step * rows.length) / 2)) // few stand large, and not all at the top
  rows.forEach(({ player, place, points, won }, i) => {
    const middle = first + step * (i + 0.5)
    if (won) {
      context.fillStyle = '#fbeac2'
      context.beginPath()
      context.roundRect(left - 16, middle - step / 2 + 2, room + 32, step - 4, 16)
      context.fill()
    }
    const size = Math.min(32, step / 2 - 4)
    const sign = left + 60 + size
    context.fillStyle = player.colour.fill
    context.strokeStyle = ink
    context.lineWidth = 3
    context.beginPath()
    context.arc(sign, middle, size, 0, 7)
    context.fill()
    context.stroke()
    context.save()
    context.translate(sign - size * 0.7, middle - size * 0.7)
    context.scale((size * 1.4) / 24, (size * 1.4) / 24)
    const drawn = new Path2D(signs[player.colour.sign])
    context.fillStyle = context.strokeStyle = player.colour.ink
    context.lineWidth = 2
    context.lineCap = context.lineJoin = 'round'
    if (isSolid(player.colour.sign)) context.fill(drawn)
    context.stroke(drawn)
    context.restore()
    context.fillStyle = ink
    context.font = `${won ? 700 : 500} ${Math.min(40, step * 0.5)}px ${font}`
    context.textBaseline = 'middle'
    context.fillText(`${place}.`, left, middle)
    context.fillText(fitted(context, player.name, room - 2 * size - 190), sign + size + 20, middle)
    context.textAlign = 'right'
    context.fillText(String(points), left + room, middle)
    context.textAlign = 'left'
  })
  context.textBaseline = 'alphabetic'
  draw(context, (target) => mount(Logo, { target, props: { size: 64 } }), left - 4, height - 70, 0.75)
  context.fillStyle = soft
  context.font = `700 26px ${fontTitle}`
  context.fillText('Rollmops', left + 58, height - 36)
  context.textAlign = 'right'
  context.font = `500 24px ${font}`
  context.fillText(ended.date, left + room, height - 36)
  context.textAlign = 'left'
}

/** The picture as a file. */
export async function fileOf(canvas: HTMLCanvasElement, name: string): Promise<File> {
  const blob = await new Promise<Blob>((resolve, reject) => canvas.toBlob((made) => (made ? resolve(made) : reject(new Error('no picture could be made'))), 'image/png'))
  return new File([blob], name, { type: 'image/png' })
}
