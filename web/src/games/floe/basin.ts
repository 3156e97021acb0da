import { BoxGeometry, DirectionalLight, ExtrudeGeometry, Group, HemisphereLight, Mesh, MeshLambertMaterial, PlaneGeometry, Shape, ShapeGeometry, Vector2 } from 'three'
import type { FloeFloe } from '../../wire.ts'
import { ice, water, wood } from './paintings.ts'

const sea = { light: { water: 0x4aa0b8, sky: 0xffffff, ground: 0x9cc4d2, sun: 0xfff0d2 }, dark: { water: 0x1d5870, sky: 0x9fc3e0, ground: 0x24465a, sun: 0xcfe0ff } }

/** What dice are thrown into: water, the floe in it, wooden walls around, light from above. */
export class Basin extends Group {
  private readonly sky = new HemisphereLight()
  private readonly sun = new DirectionalLight()
  private readonly pond = new MeshLambertMaterial()

  constructor(private readonly floe: FloeFloe) {
    super()
    this.add(this.sky, this.sun, this.sun.target)
    this.setSun()
    this.fill()
    this.wallIn()
  }

  private setSun(): void {
    this.sun.position.set(-210, -30, 400)
    this.sun.target.position.set(0, this.floe.length / 2, 0)
    this.sun.castShadow = true
    this.sun.shadow.mapSize.set(1024, 1024)
    this.sun.shadow.normalBias = 0.6
    Object.assign(this.sun.shadow.camera, { left: -280, right: 280, top: 340, bottom: -340, near: 50, far: 1000 })
  }

  /** By day or by night. */
  dress(dark: boolean): void {
    const look = dark ? sea.dark : sea.light
    this.sky.color.setHex(look.sky)
    this.sky.groundColor.setHex(look.ground)
    this.sky.intensity = dark ? 2 : 1.9
    this.sun.color.setHex(look.sun)
    this.sun.intensity = dark ? 1.3 : 1.7
    this.pond.color.setHex(look.water)
  }

  private fill(): void {
    const { width, length } = this.floe
    this.pond.map = water()
    this.pond.map.repeat.set(1.5, 2.2)
    const lake = new Mesh(new PlaneGeometry(width, length), this.pond)
    lake.position.set(0, length / 2, -4)
    lake.receiveShadow = true

    const outline = new Shape(this.floe.outline.map(([x, y]) => new Vector2(x, y)))
    const body = new Mesh(new ExtrudeGeometry(outline, { depth: 4, bevelEnabled: true, bevelSize: 2.5, bevelThickness: 0.8, bevelSegments: 3 }), new MeshLambertMaterial({ color: 0xbfe3ee }))
    body.position.z = -4.9
    const top = new ShapeGeometry(outline)
    const place = top.getAttribute('position')
    const uv = top.getAttribute('uv')
    for (let i = 0; i < place.count; i++) uv.setXY(i, place.getX(i) / width + 0.5, place.getY(i) / length)
    const sheet = new Mesh(top, new MeshLambertMaterial({ map: ice(this.floe) }))
    sheet.position.z = 0.05
    sheet.receiveShadow = true
    this.add(lake, body, sheet)
  }

  private wallIn(): void {
    const { width, length } = this.floe
    const planks = new MeshLambertMaterial({ map: wood() })
    const wall = (w: number, d: number, x: number, y: number): void => {
      const mesh = new Mesh(new BoxGeometry(w, d, 45), planks)
      mesh.position.set(x, y, 18)
      mesh.castShadow = mesh.receiveShadow = true
      this.add(mesh)
    }
    wall(6, length, -width / 2 - 3, length / 2)
    wall(6, length, width / 2 + 3, length / 2)
    wall(width + 12, 6, 0, length + 3)
  }
}
