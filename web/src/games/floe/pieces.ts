import { Mesh, MeshBasicMaterial, MeshLambertMaterial, RingGeometry, Sprite, SpriteMaterial } from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import type { SeatColour } from '../../parts/colours.ts'
import { face, tag } from './paintings.ts'

/** Numbers on the six sides in three's order of materials: +x −x +y −y +z −z. */
const sides = [2, 5, 3, 4, 1, 6]
const rings = { marked: 0xf0b429, open: 0xf0b429, chosen: 0xffffff, good: 0x2f9d5d, bad: 0xc2432e }

/** What lies on the ice: dice, the tags above them, the rings around them. Each look is painted once. */
export class Pieces {
  readonly hoop: RingGeometry
  private readonly shape: RoundedBoxGeometry
  private readonly skins = new Map<string, MeshLambertMaterial[]>()
  private readonly tags = new Map<string, SpriteMaterial>()
  private readonly hoops = new Map<string, MeshBasicMaterial>()

  /** `size` is the length of a die's edge. */
  constructor(private readonly size: number) {
    this.shape = new RoundedBoxGeometry(size, size, size, 3, size * 0.16)
    this.hoop = new RingGeometry(size * 0.95, size * 1.25, 40)
  }

  cube(colour: SeatColour): Mesh {
    let skin = this.skins.get(colour.fill)
    if (!skin) {
      skin = sides.map((number) => new MeshLambertMaterial({ map: face(colour, number) }))
      this.skins.set(colour.fill, skin)
    }
    const cube = new Mesh(this.shape, skin)
    cube.castShadow = true
    return cube
  }

  tag(colour: SeatColour, up: number): Sprite {
    const key = `${colour.fill}${up}`
    const material = this.tags.get(key) ?? new SpriteMaterial({ depthTest: false, map: tag(colour, up) })
    this.tags.set(key, material)
    const sprite = new Sprite(material)
    sprite.scale.set(35, 21, 1)
    sprite.position.z = 22
    sprite.renderOrder = 5
    return sprite
  }

  ring(kind: keyof typeof rings): Mesh {
    const material = this.hoops.get(kind) ?? new MeshBasicMaterial({ color: rings[kind], transparent: true, opacity: 0.95 })
    this.hoops.set(kind, material)
    const ring = new Mesh(this.hoop, material)
    ring.position.z = -this.size / 2 + 0.5
    return ring
  }
}
