import {
  AmbientLight,
  ArrowHelper,
  BoxGeometry,
  CanvasTexture,
  Color,
  DirectionalLight,
  DoubleSide,
  ExtrudeGeometry,
  Group,
  HemisphereLight,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  Plane,
  PlaneGeometry,
  Quaternion,
  Raycaster,
  RingGeometry,
  Scene,
  Shape,
  ShapeGeometry,
  Sprite,
  SpriteMaterial,
  SRGBColorSpace,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import { pips } from '../../art/pips.ts'
import type { SeatColour } from '../../parts/colours.ts'
import type { FloeFloe } from '../../wire.ts'
import type { Flight } from './flight.ts'
import { flat } from './lie.ts'

/** A die to be shown at rest. */
export interface Shown {
  die: string
  x: number
  y: number
  turn: number
  up: number
  colour: SeatColour
  ring: boolean
  label: boolean
}

/** Numbers on the six sides in three's order of materials: +x −x +y −y +z −z. */
const sides = [2, 5, 3, 4, 1, 6]

function picture(size: number, draw: (pen: CanvasRenderingContext2D) => void, width = size): CanvasTexture {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = size
  const pen = canvas.getContext('2d')
  if (pen) draw(pen)
  const texture = new CanvasTexture(canvas)
  texture.colorSpace = SRGBColorSpace
  texture.anisotropy = 4
  return texture
}

/** The arena in three dimensions. Knows no rules: it shows dice where it is told and plays flights. */
export class Arena3D {
  private readonly renderer: WebGLRenderer
  private readonly scene = new Scene()
  private readonly camera = new PerspectiveCamera(38, 1, 10, 4000)
  private readonly dice = new Map<string, Group>()
  private readonly skins = new Map<string, MeshStandardMaterial[]>()
  private readonly labels = new Map<string, SpriteMaterial>()
  private readonly shape: RoundedBoxGeometry
  private readonly arrow = new ArrowHelper(new Vector3(0, 1, 0), new Vector3(0, 0, 12), 60, 0xc2432e, 22, 14)
  private readonly ringShape: RingGeometry
  private azimuth = 0
  private tilt = 0.86
  private frame = 0
  private readonly watcher: ResizeObserver

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly floe: FloeFloe,
    dark: boolean,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true })
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio))
    this.renderer.shadowMap.enabled = true
    this.shape = new RoundedBoxGeometry(floe.die, floe.die, floe.die, 3, floe.die * 0.14)
    this.ringShape = new RingGeometry(floe.die * 0.95, floe.die * 1.2, 40)
    this.camera.up.set(0, 0, 1)
    this.arrow.visible = false
    this.scene.add(this.arrow)
    this.light(dark)
    this.build(dark)
    this.watcher = new ResizeObserver(() => this.fit())
    this.watcher.observe(canvas)
    this.fit()
  }

  private light(dark: boolean): void {
    this.scene.add(new HemisphereLight(0xffffff, 0x7fa8b8, dark ? 1.2 : 1.7), new AmbientLight(0xffffff, dark ? 0.25 : 0.5))
    const sun = new DirectionalLight(0xfff2d8, dark ? 1.6 : 2.2)
    sun.position.set(-180, -40, 420)
    sun.target.position.set(0, this.floe.length / 2, 0)
    sun.castShadow = true
    sun.shadow.mapSize.set(1024, 1024)
    Object.assign(sun.shadow.camera, { left: -260, right: 260, top: 320, bottom: -320, near: 50, far: 900 })
    this.scene.add(sun, sun.target)
  }

  private build(dark: boolean): void {
    const { width, length } = this.floe
    const water = new Mesh(new PlaneGeometry(width, length), new MeshStandardMaterial({ color: dark ? 0x1f5a70 : 0x3f8ba3, roughness: 0.35, metalness: 0.1 }))
    water.position.set(0, length / 2, -4)
    water.receiveShadow = true
    this.scene.add(water)

    const outline = new Shape(this.floe.outline.map(([x, y]) => new Vector2(x, y)))
    const body = new Mesh(new ExtrudeGeometry(outline, { depth: 4, bevelEnabled: true, bevelSize: 1.5, bevelThickness: 0.6, bevelSegments: 2 }), new MeshStandardMaterial({ color: 0xcfe8ee, roughness: 0.6 }))
    body.position.z = -4.9
    const top = new ShapeGeometry(outline)
    const place = top.getAttribute('position')
    const uv = top.getAttribute('uv')
    for (let i = 0; i < place.count; i++) uv.setXY(i, place.getX(i) / width + 0.5, place.getY(i) / length)
    const ice = new Mesh(top, new MeshStandardMaterial({ map: this.iceMap(), roughness: 0.42 }))
    ice.position.z = 0.05
    ice.receiveShadow = true
    this.scene.add(body, ice)

    const wood = new MeshStandardMaterial({ color: 0x9a744e, roughness: 0.8 })
    const wall = (w: number, d: number, x: number, y: number): void => {
      const mesh = new Mesh(new BoxGeometry(w, d, 45), wood)
      mesh.position.set(x, y, 18)
      this.scene.add(mesh)
    }
    wall(6, length, -width / 2 - 3, length / 2)
    wall(6, length, width / 2 + 3, length / 2)
    wall(width + 12, 6, 0, length + 3)
  }

  /** The printed ice: cracks, nets with their bonus, holes with their loss. */
  private iceMap(): CanvasTexture {
    const { width, length, marks } = this.floe
    const scale = 3
    return picture(
      length * scale,
      (pen) => {
        pen.scale(scale, scale)
        pen.fillStyle = '#f3fafa'
        pen.fillRect(0, 0, width, length)
        pen.strokeStyle = '#d5e8ec'
        pen.lineWidth = 1.6
        for (const [x, y, dx, dy] of [[60, 390, 22, -16], [220, 360, 16, -26], [50, 190, 26, -8], [235, 120, -18, -16], [130, 250, 26, 6], [60, 80, 26, 4], [170, 140, -14, -16]] as const) {
          pen.beginPath()
          pen.moveTo(x, y)
          pen.lineTo(x + dx, y + dy)
          pen.lineTo(x + dx * 1.4, y + dy * 0.4)
          pen.stroke()
        }
        for (const mark of marks) {
          pen.save()
          pen.translate(mark.x + width / 2, length - mark.y)
          pen.beginPath()
          pen.arc(0, 0, mark.radius, 0, 7)
          pen.fillStyle = mark.worth > 0 ? '#fbeac2' : '#2a6c84'
          pen.fill()
          pen.lineWidth = 2
          pen.strokeStyle = mark.worth > 0 ? '#8a5a33' : '#bcdce3'
          pen.stroke()
          if (mark.worth > 0) {
            pen.clip()
            pen.lineWidth = 0.8
            for (let i = -mark.radius; i <= mark.radius; i += 6) {
              pen.beginPath()
              pen.moveTo(i, -mark.radius)
              pen.lineTo(i, mark.radius)
              pen.moveTo(-mark.radius, i)
              pen.lineTo(mark.radius, i)
              pen.stroke()
            }
            pen.beginPath()
            pen.arc(0, 0, 9.5, 0, 7)
            pen.fillStyle = '#fff8e8'
            pen.fill()
          }
          pen.fillStyle = mark.worth > 0 ? '#5a3825' : '#ffffff'
          pen.font = '800 13px sans-serif'
          pen.textAlign = 'center'
          pen.textBaseline = 'middle'
          pen.fillText(mark.worth > 0 ? `+${mark.worth}` : `−${-mark.worth}`, 0, 0.5)
          pen.restore()
        }
      },
      width * scale,
    )
  }

  private skin(colour: SeatColour): MeshStandardMaterial[] {
    const known = this.skins.get(colour.fill)
    if (known) return known
    const made = sides.map(
      (number) =>
        new MeshStandardMaterial({
          roughness: 0.35,
          map: picture(96, (pen) => {
            pen.fillStyle = colour.fill
            pen.fillRect(0, 0, 96, 96)
            pen.fillStyle = colour.ink
            for (const [x, y] of pips[number] ?? []) {
              pen.beginPath()
              pen.arc(48 + x * 44, 48 + y * 44, 9.5, 0, 7)
              pen.fill()
            }
          }),
        }),
    )
    this.skins.set(colour.fill, made)
    return made
  }

  private label(colour: SeatColour, up: number): Sprite {
    const key = `${colour.fill}${up}`
    let material = this.labels.get(key)
    if (!material) {
      material = new SpriteMaterial({
        depthTest: false,
        map: picture(96, (pen) => {
          pen.beginPath()
          pen.arc(48, 48, 40, 0, 7)
          pen.fillStyle = colour.fill
          pen.fill()
          pen.lineWidth = 6
          pen.strokeStyle = '#ffffff'
          pen.stroke()
          pen.fillStyle = colour.ink
          pen.font = '800 54px sans-serif'
          pen.textAlign = 'center'
          pen.textBaseline = 'middle'
          pen.fillText(String(up), 48, 52)
        }),
      })
      this.labels.set(key, material)
    }
    const sprite = new Sprite(material)
    sprite.scale.set(22, 22, 1)
    sprite.position.z = 24
    sprite.renderOrder = 5
    return sprite
  }

  private die(name: string, colour: SeatColour): Group {
    const known = this.dice.get(name)
    if (known) return known
    const group = new Group()
    const cube = new Mesh(this.shape, this.skin(colour))
    cube.castShadow = true
    cube.name = name
    group.add(cube)
    this.dice.set(name, group)
    this.scene.add(group)
    return group
  }

  /** Show these dice at rest, and no others. */
  rest(shown: readonly Shown[]): void {
    cancelAnimationFrame(this.frame)
    this.clear()
    for (const one of shown) {
      const group = this.die(one.die, one.colour)
      group.position.set(one.x, one.y, this.floe.die / 2)
      group.children[0]?.quaternion.copy(flat(one.up, one.turn))
      if (one.label) group.add(this.label(one.colour, one.up))
      if (one.ring) {
        const ring = new Mesh(this.ringShape, new MeshStandardMaterial({ color: 0xf0b429, side: DoubleSide, emissive: new Color(0x7a5200) }))
        ring.position.z = -this.floe.die / 2 + 0.4
        group.add(ring)
      }
    }
    this.draw()
  }

  private clear(): void {
    for (const group of this.dice.values()) this.scene.remove(group)
    this.dice.clear()
  }

  /** Play a flight at half speed; numbers appear only when somebody calls `rest` afterwards. */
  fly(flight: Flight, names: readonly string[], colourOf: (die: string) => SeatColour, splash: () => void): void {
    cancelAnimationFrame(this.frame)
    this.clear()
    const started = performance.now()
    const spin = new Quaternion()
    const other = new Quaternion()
    const heard = new Set<number>()
    const step = (now: number): void => {
      const at = Math.min(flight.frames - 1, Math.max(0, (now - started) / (flight.frameMs * 2)))
      const low = Math.floor(at)
      const high = Math.min(flight.frames - 1, low + 1)
      const share = at - low
      for (const [body, name] of names.entries()) {
        const group = this.die(name, colourOf(name))
        const [x0, y0, z0, ...q0] = flight.pose(body, low)
        const [x1, y1, z1, ...q1] = flight.pose(body, high)
        const touched = flight.splashes[body] ?? -1
        const sunk = touched >= 0 && at > touched
        if (sunk && !heard.has(body)) {
          heard.add(body)
          splash()
        }
        group.position.set(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share, z0 + (z1 - z0) * share - (sunk ? Math.min(20, (at - touched) * 0.8) : 0))
        group.children[0]?.quaternion.copy(spin.set(...q0).normalize().slerp(other.set(...q1).normalize(), share))
      }
      this.draw()
      if (at < flight.frames - 1) this.frame = requestAnimationFrame(step)
    }
    this.frame = requestAnimationFrame(step)
  }

  /** Where the hand would throw from, whither and how hard; nothing hides the arrow. */
  aim(gesture: { from: number; aim: number; speed: number } | undefined): void {
    this.arrow.visible = gesture !== undefined
    if (gesture) {
      const angle = (gesture.aim * Math.PI) / 180
      this.arrow.position.set(gesture.from, 4, 14)
      this.arrow.setDirection(new Vector3(Math.sin(angle), Math.cos(angle), 0))
      this.arrow.setLength(30 + gesture.speed * 0.75, 24, 16)
    }
    this.draw()
  }

  turn(by: number): void {
    this.azimuth = Math.max(-1.2, Math.min(1.2, this.azimuth + by))
    this.fit()
  }

  raise(to: number): void {
    this.tilt = Math.max(0.35, Math.min(1.5, to))
    this.fit()
  }

  get height(): number {
    return this.tilt
  }

  /** Put the camera so that the whole arena is in the picture, whatever its shape. */
  private fit(): void {
    const { clientWidth: w, clientHeight: h } = this.canvas
    if (!w || !h) return
    this.renderer.setSize(w, h, false)
    this.camera.aspect = w / h
    const middle = new Vector3(0, this.floe.length * 0.47, 0)
    const half = Math.tan((this.camera.fov * Math.PI) / 360)
    const tall = (this.floe.length * Math.sin(this.tilt) + 70) / 2 / half
    const wide = (this.floe.width + 40) / 2 / half / this.camera.aspect
    const away = Math.max(tall, wide) + this.floe.length * 0.3 * Math.cos(this.tilt)
    this.camera.position.set(middle.x + Math.sin(this.azimuth) * Math.cos(this.tilt) * away, middle.y - Math.cos(this.azimuth) * Math.cos(this.tilt) * away, Math.sin(this.tilt) * away)
    this.camera.lookAt(middle)
    this.camera.updateProjectionMatrix()
    this.draw()
  }

  private ray(x: number, y: number): Raycaster {
    const box = this.canvas.getBoundingClientRect()
    const ray = new Raycaster()
    ray.setFromCamera(new Vector2(((x - box.left) / box.width) * 2 - 1, -((y - box.top) / box.height) * 2 + 1), this.camera)
    return ray
  }

  /** The place on the ice under a point of the screen. */
  spot(x: number, y: number): { x: number; y: number } | undefined {
    const hit = new Vector3()
    return this.ray(x, y).ray.intersectPlane(new Plane(new Vector3(0, 0, 1), 0), hit) ? { x: hit.x, y: hit.y } : undefined
  }

  /** The die nearest to a point of the screen, if a thumb could have meant it. */
  pick(x: number, y: number): string | undefined {
    const spot = this.spot(x, y)
    if (!spot) return undefined
    let best: string | undefined
    let nearest = this.floe.die * 2.2
    for (const [name, group] of this.dice) {
      const away = Math.hypot(group.position.x - spot.x, group.position.y - spot.y)
      if (away < nearest) {
        nearest = away
        best = name
      }
    }
    return best
  }

  private draw(): void {
    this.renderer.render(this.scene, this.camera)
  }

  close(): void {
    cancelAnimationFrame(this.frame)
    this.watcher.disconnect()
    this.renderer.dispose()
  }
}
