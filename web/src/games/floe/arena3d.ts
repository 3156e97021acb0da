import { CanvasTexture, Group, Mesh, MeshBasicMaterial, Plane, PlaneGeometry, Quaternion, Raycaster, Scene, Shape, ShapeGeometry, Vector2, Vector3, WebGLRenderer } from 'three'
import type { SeatColour } from '../../parts/colours.ts'
import type { FloeFloe } from '../../wire.ts'
import { Basin } from './basin.ts'
import { Camera } from './camera.ts'
import { flat } from './orientation.ts'
import { Pieces } from './pieces.ts'
import { nearest, roll, type Held, type Reel, type Shown, type Spot, type Stage } from './stage.ts'

const handPlaces = [[-0.5, -0.5], [0.5, -0.5], [-0.5, 0.5], [0.5, 0.5]] as const

/** The arena in three dimensions. Knows no rules: it shows dice where it is told and plays flights. */
export class Arena3D implements Stage {
  private readonly renderer: WebGLRenderer
  private readonly scene = new Scene()
  readonly camera: Camera
  private readonly dice = new Map<string, Group>()
  private readonly pieces: Pieces
  private readonly basin: Basin
  private readonly hand = new Group()
  private readonly arrowInk = new MeshBasicMaterial({ color: 0xc2432e, transparent: true, opacity: 0.92, depthTest: false })
  private readonly arrow = new Mesh(new ShapeGeometry(), this.arrowInk)
  private readonly shadow: Mesh<PlaneGeometry, MeshBasicMaterial>
  private readonly paper = document.createElement('canvas')
  private stop: () => void = () => {}
  private drawing = 0
  private readonly watcher: ResizeObserver

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly floe: FloeFloe,
    dark: boolean,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true })
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio))
    this.renderer.shadowMap.enabled = true
    this.camera = new Camera(floe)
    this.pieces = new Pieces(floe.die)
    this.basin = new Basin(floe)
    this.arrow.renderOrder = 4
    Object.assign(this.paper, { width: Math.round(floe.width), height: Math.round(floe.length) })
    const ink = new MeshBasicMaterial({ map: new CanvasTexture(this.paper), transparent: true, depthWrite: false })
    this.shadow = new Mesh(new PlaneGeometry(floe.width, floe.length), ink)
    this.shadow.position.set(0, floe.length / 2, 0.4)
    this.shadow.visible = false
    this.scene.add(this.basin, this.shadow, this.arrow, this.hand)
    this.dress(dark)
    this.watcher = new ResizeObserver(() => this.fit())
    this.watcher.observe(canvas)
    this.fit()
  }

  /** By day or by night. */
  dress(dark: boolean): void {
    this.basin.dress(dark)
    this.draw()
  }

  private die(name: string, colour: SeatColour): Group {
    const known = this.dice.get(name)
    if (known) return known
    const group = new Group()
    group.add(this.pieces.cube(colour))
    this.dice.set(name, group)
    this.scene.add(group)
    return group
  }

  private clear(): void {
    this.stop()
    for (const group of this.dice.values()) this.scene.remove(group)
    this.dice.clear()
  }

  /** Show dice at rest, each with its tag. */
  rest(dice: readonly Shown[]): void {
    this.clear()
    for (const one of dice) {
      const group = this.die(one.die, one.colour)
      group.position.set(one.x, one.y, this.floe.die / 2)
      group.children[0]?.quaternion.copy(flat(one.up, one.turn))
      group.add(this.pieces.tag(one.colour, one.up))
      if (one.ring) group.add(this.pieces.ring(one.ring))
    }
    this.draw()
  }

  /** Play a throw; numbers appear only when somebody calls `rest` afterwards. */
  fly({ flight, names }: Reel, colourOf: (die: string) => SeatColour, splash: () => void): void {
    this.clear()
    const [spin, other, heard] = [new Quaternion(), new Quaternion(), new Set<number>()]
    this.stop = roll(flight, (at) => {
      const low = Math.floor(at)
      const high = Math.min(flight.frames - 1, low + 1)
      for (const [body, name] of names.entries()) {
        const group = this.die(name, colourOf(name))
        const [x0, y0, z0, ...q0] = flight.pose(body, low)
        const [x1, y1, z1, ...q1] = flight.pose(body, high)
        const touched = flight.splashes[body] ?? -1
        const sunk = touched >= 0 && at > touched ? at - touched : 0
        if (sunk && !heard.has(body)) {
          heard.add(body)
          this.ripple(x0, y0)
          splash()
        }
        const share = at - low
        group.position.set(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share, z0 + (z1 - z0) * share - Math.min(20, sunk * 0.8))
        group.children[0]?.quaternion.copy(spin.set(...q0).normalize().slerp(other.set(...q1).normalize(), share))
      }
      this.draw()
    })
  }

  /** A ring that widens on the water. */
  private ripple(x: number, y: number): void {
    const ink = new MeshBasicMaterial({ color: 0xffffff, transparent: true, depthTest: false })
    const ring = new Mesh(this.pieces.hoop, ink)
    ring.position.set(x, y, -3)
    this.scene.add(ring)
    const born = performance.now()
    const widen = (now: number): void => {
      const age = (now - born) / 700
      ring.scale.setScalar(0.5 + age * 2.2)
      ink.opacity = Math.max(0, 0.9 - age)
      this.draw()
      if (age < 0.9) requestAnimationFrame(widen)
      else {
        this.scene.remove(ring)
        ink.dispose()
      }
    }
    requestAnimationFrame(widen)
  }

  /** A soft shadow where trial throws came to rest. */
  shade(spots: readonly (readonly [number, number])[]): void {
    this.shadow.visible = spots.length > 0
    const brush = this.paper.getContext('2d')
    if (brush && spots.length) {
      brush.clearRect(0, 0, this.paper.width, this.paper.height)
      const size = this.floe.die * 1.15
      for (const [x, y] of spots) shadeSpot(brush, x + this.paper.width / 2, this.paper.height - y, size)
      if (this.shadow.material.map) this.shadow.material.map.needsUpdate = true
    }
    this.draw()
  }

  /** The dice in the hand, and a short arrow that says whither; how hard its colour says. */
  hold(held: Held | undefined): void {
    this.hand.clear()
    this.arrow.visible = held !== undefined
    if (held) {
      const { from, aim, speed, height } = held.gesture
      for (const [across, along] of handPlaces.slice(0, held.dice)) {
        const cube = this.pieces.cube(held.colour)
        cube.position.set(across * this.floe.die * 1.5, along * this.floe.die * 1.5, 0)
        this.hand.add(cube)
      }
      this.hand.position.set(from, -30, Math.max(this.floe.die / 2, height / 2))
      this.arrow.geometry.dispose()
      this.arrow.geometry = new ShapeGeometry(arrowShape(30 + speed * 0.16))
      this.arrow.position.set(from, -14, 3)
      this.arrow.rotation.z = (-aim * Math.PI) / 180
      this.arrowInk.color.setHSL(0.12 - 0.11 * Math.min(1, speed / 150), 0.85, 0.42)
    }
    this.draw()
  }

  fit(): void {
    const { clientWidth: w, clientHeight: h } = this.canvas
    if (!w || !h) return
    this.renderer.setSize(w, h, false)
    this.camera.fit(w / h)
    this.renderer.render(this.scene, this.camera.eye) // at once: a canvas of another size is blank until it is drawn
  }

  private ray(x: number, y: number): Raycaster {
    const box = this.canvas.getBoundingClientRect()
    const ray = new Raycaster()
    ray.setFromCamera(new Vector2(((x - box.left) / box.width) * 2 - 1, -((y - box.top) / box.height) * 2 + 1), this.camera.eye)
    return ray
  }

  spot(x: number, y: number): Spot | undefined {
    const hit = new Vector3()
    return this.ray(x, y).ray.intersectPlane(new Plane(new Vector3(0, 0, 1), 0), hit) ? { x: hit.x, y: hit.y } : undefined
  }

  /** A die is meant by its tag as well, which hovers above it. */
  pick(x: number, y: number): string | undefined {
    const box = this.canvas.getBoundingClientRect()
    const seen = [...this.dice].flatMap(([die, group]) =>
      [0, 20].map((lift) => {
        const at = group.position.clone().setZ(group.position.z + lift).project(this.camera.eye)
        return [die, { x: box.left + ((at.x + 1) / 2) * box.width, y: box.top + ((1 - at.y) / 2) * box.height }] as const
      }),
    )
    return nearest(seen, { x, y }, 30)
  }

  /** Draw once before the next frame is shown, however much changes until then. */
  private draw(): void {
    this.drawing ||= requestAnimationFrame(() => {
      this.drawing = 0
      this.renderer.render(this.scene, this.camera.eye)
    })
  }

  close(): void {
    this.stop()
    cancelAnimationFrame(this.drawing)
    this.watcher.disconnect()
    this.renderer.dispose()
  }
}

/** One die's share of the shadow: dark where many came to rest. */
export function shadeSpot(brush: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  const soft = brush.createRadialGradient(x, y, 0, x, y, size)
  soft.addColorStop(0, 'rgb(18 60 84 / 30%)')
  soft.addColorStop(0.55, 'rgb(18 60 84 / 16%)')
  soft.addColorStop(1, 'rgb(18 60 84 / 0%)')
  brush.fillStyle = soft
  brush.fillRect(x - size, y - size, 2 * size, 2 * size)
}

/** An arrow upwards of this length. */
function arrowShape(length: number): Shape {
  const shape = new Shape()
  shape.moveTo(-3.5, 0).lineTo(3.5, 0).lineTo(6, length - 20).lineTo(14, length - 20).lineTo(0, length).lineTo(-14, length - 20).lineTo(-6, length - 20)
  return shape
}
