import { CanvasTexture, RepeatWrapping, SRGBColorSpace } from 'three'
import { pips } from '../../art/pips.ts'
import { isSolid, signs } from '../../art/signs.ts'
import type { SeatColour } from '../../parts/colours.ts'
import type { FloeFloe, FloeMark } from '../../wire.ts'

type Pen = CanvasRenderingContext2D

function painting(width: number, height: number, draw: (pen: Pen) => void): CanvasTexture {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (pen) draw(pen)
  const texture = new CanvasTexture(canvas)
  texture.colorSpace = SRGBColorSpace
  texture.anisotropy = 8
  return texture
}

/** Always the same numbers between 0 and 1: the ice looks alike on every visit. */
function grains(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 16807) % 2147483647
    return state / 2147483647
  }
}

function disc(pen: Pen, radius: number, fill: string, line?: string, width = 2): void {
  pen.beginPath()
  pen.arc(0, 0, radius, 0, 7)
  pen.fillStyle = fill
  pen.fill()
  if (!line) return
  pen.lineWidth = width
  pen.strokeStyle = line
  pen.stroke()
}

function write(pen: Pen, text: string, size: number, ink: string, x = 0, y = 0): void {
  pen.fillStyle = ink
  pen.font = `800 ${size}px system-ui, sans-serif`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(text, x, y)
}

function drawNet(pen: Pen, mark: FloeMark): void {
  disc(pen, mark.radius, '#fbeac2', '#8a5a33', 2.2)
  pen.save()
  pen.clip()
  pen.lineWidth = 0.9
  for (let i = -2 * mark.radius; i <= 2 * mark.radius; i += 6) {
    pen.beginPath()
    pen.moveTo(i, -mark.radius)
    pen.lineTo(i + mark.radius, mark.radius)
    pen.moveTo(i + mark.radius, -mark.radius)
    pen.lineTo(i, mark.radius)
    pen.stroke()
  }
  pen.restore()
  disc(pen, 10.5, '#fff8e8', '#8a5a33', 1)
  write(pen, `+${mark.worth}`, 13.5, '#5a3825', 0, 0.6)
}

function drawHole(pen: Pen, mark: FloeMark): void {
  const deep = pen.createRadialGradient(0, -2, 2, 0, 0, mark.radius)
  deep.addColorStop(0, '#0f3f52')
  deep.addColorStop(1, '#2f7c95')
  pen.beginPath()
  pen.arc(0, 0, mark.radius, 0, 7)
  pen.fillStyle = deep
  pen.fill()
  pen.lineWidth = 2.6
  pen.strokeStyle = '#bfe0e8'
  pen.stroke()
  write(pen, `−${-mark.worth}`, 14, '#ffffff', 0, 0.6)
}

/** The printed ice: snow, cracks, nets with their bonus, holes with their loss. */
export function ice({ width, length, marks }: FloeFloe): CanvasTexture {
  const scale = 3
  const any = grains(7)
  return painting(width * scale, length * scale, (pen) => {
    pen.scale(scale, scale)
    const light = pen.createRadialGradient(width / 2, length / 2, 40, width / 2, length / 2, length * 0.58)
    light.addColorStop(0, '#fbffff')
    light.addColorStop(0.62, '#eaf6f9')
    light.addColorStop(1, '#bfe0ea')
    pen.fillStyle = light
    pen.fillRect(0, 0, width, length)
    for (let i = 0; i < 60; i++) {
      pen.fillStyle = i % 2 ? 'rgb(255 255 255 / 55%)' : 'rgb(190 224 236 / 22%)'
      pen.beginPath()
      pen.ellipse(any() * width, any() * length, 6 + any() * 26, 3 + any() * 10, any() * 3, 0, 7)
      pen.fill()
    }
    pen.lineCap = 'round'
    for (let i = 0; i < 16; i++) crack(pen, any() * width, any() * length, any)
    for (const mark of marks) {
      pen.save()
      pen.translate(mark.x + width / 2, length - mark.y)
      if (mark.worth > 0) drawNet(pen, mark)
      else drawHole(pen, mark)
      pen.restore()
    }
  })
}

function crack(pen: Pen, x: number, y: number, any: () => number): void {
  pen.strokeStyle = 'rgb(120 175 195 / 55%)'
  pen.lineWidth = 0.5 + any()
  pen.beginPath()
  pen.moveTo(x, y)
  let way = any() * 6.3
  for (let i = 0; i < 4; i++) {
    way += any() - 0.5
    x += Math.cos(way) * (5 + any() * 9)
    y += Math.sin(way) * (5 + any() * 9)
    pen.lineTo(x, y)
  }
  pen.stroke()
}

/** Water with a few curls, white so that its material can tint it. */
export function water(): CanvasTexture {
  const any = grains(11)
  const texture = painting(512, 512, (pen) => {
    pen.fillStyle = '#dcebef'
    pen.fillRect(0, 0, 512, 512)
    pen.lineCap = 'round'
    for (let i = 0; i < 90; i++) {
      const [x, y, long] = [any() * 512, any() * 512, 14 + any() * 26]
      pen.strokeStyle = i % 3 ? 'rgb(255 255 255 / 60%)' : 'rgb(120 160 175 / 45%)'
      pen.lineWidth = 2 + any() * 2
      pen.beginPath()
      pen.moveTo(x, y)
      pen.quadraticCurveTo(x + long / 2, y - long / 3, x + long, y)
      pen.stroke()
    }
  })
  texture.wrapS = texture.wrapT = RepeatWrapping
  return texture
}

/** Planks. */
export function wood(): CanvasTexture {
  const any = grains(3)
  return painting(512, 64, (pen) => {
    pen.fillStyle = '#b08a60'
    pen.fillRect(0, 0, 512, 64)
    for (let i = 0; i < 46; i++) {
      pen.strokeStyle = `rgb(90 58 30 / ${Math.round(8 + any() * 20)}%)`
      pen.lineWidth = 0.6 + any() * 1.6
      const y = any() * 64
      pen.beginPath()
      pen.moveTo(0, y)
      pen.bezierCurveTo(170, y + any() * 8 - 4, 340, y + any() * 8 - 4, 512, y)
      pen.stroke()
    }
    pen.fillStyle = 'rgb(70 44 22 / 55%)'
    pen.fillRect(0, 31, 512, 2)
  })
}

/** A side of a die; its single dot is the sign of its owner. */
export function face(colour: SeatColour, number: number): CanvasTexture {
  return painting(96, 96, (pen) => {
    pen.fillStyle = colour.fill
    pen.fillRect(0, 0, 96, 96)
    if (number === 1) {
      pen.translate(18, 18)
      drawSign(pen, colour, 2.5)
      return
    }
    pen.fillStyle = colour.ink
    for (const [x, y] of pips[number] ?? []) {
      pen.beginPath()
      pen.arc(48 + x * 44, 48 + y * 44, 10, 0, 7)
      pen.fill()
    }
  })
}

function drawSign(pen: Pen, colour: SeatColour, scale: number): void {
  pen.scale(scale, scale)
  pen.strokeStyle = pen.fillStyle = colour.ink
  pen.lineWidth = 2
  pen.lineCap = pen.lineJoin = 'round'
  const path = new Path2D(signs[colour.sign])
  pen.stroke(path)
  if (isSolid(colour.sign)) pen.fill(path)
}

/** The tag that hovers above a die: its owner's sign and its number. */
export function tag(colour: SeatColour, up: number): CanvasTexture {
  return painting(160, 96, (pen) => {
    pen.beginPath()
    pen.roundRect(6, 10, 148, 76, 38)
    pen.fillStyle = colour.fill
    pen.fill()
    pen.lineWidth = 7
    pen.strokeStyle = '#ffffff'
    pen.stroke()
    write(pen, String(up), 62, colour.ink, 108, 52)
    pen.translate(22, 22)
    drawSign(pen, colour, 2.15)
  })
}
