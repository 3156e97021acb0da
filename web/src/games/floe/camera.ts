import { PerspectiveCamera, Vector3 } from 'three'
import type { FloeFloe } from '../../wire.ts'

const usual = { azimuth: 0, tilt: 0.98 }
const above = 1.52
const margin = 0.97

/** A camera that goes round the arena and always has all of it in the picture, the hand before the entrance too. */
export class Camera {
  readonly eye = new PerspectiveCamera(36, 1, 10, 5000)
  private azimuth = usual.azimuth
  private tilt = usual.tilt
  private readonly corners: readonly Vector3[]

  constructor(private readonly floe: FloeFloe) {
    const side = floe.width / 2 + 6
    const places: readonly (readonly [number, number, number])[] = [
      [-side, 0, 40], [side, 0, 40], [-side, 0, -4], [side, 0, -4],
      [-side, floe.length + 6, 40], [side, floe.length + 6, 40], [-60, -62, 0], [60, -62, 0], [0, -30, 60],
    ]
    this.corners = places.map((place) => new Vector3(...place))
    this.eye.up.set(0, 0, 1)
  }

  get isAbove(): boolean {
    return this.tilt === above
  }

  turn(by: number): void {
    this.azimuth = Math.max(-1.2, Math.min(1.2, this.azimuth + by))
  }

  raise(by: number): void {
    this.tilt = Math.max(0.4, Math.min(above, this.tilt + by))
  }

  lookFromAbove(): void {
    Object.assign(this, { azimuth: 0, tilt: above })
  }

  reset(): void {
    Object.assign(this, usual)
  }

  /** As near as the whole arena allows in a picture of this shape. */
  fit(aspect: number): void {
    this.eye.aspect = aspect
    this.eye.updateProjectionMatrix()
    const target = new Vector3(0, this.floe.length * 0.45, 0)
    for (let i = 0; i < 5; i++) {
      let [near, far] = [200, 4000]
      for (let step = 0; step < 14; step++) {
        const middle = (near + far) / 2
        const { tall, wide } = this.look(target, middle)
        if (tall > 2 * margin || wide > margin) near = middle
        else far = middle
      }
      const { centre } = this.look(target, far)
      const lift = centre * far * Math.tan((this.eye.fov * Math.PI) / 360)
      target.x -= Math.sin(this.azimuth) * (lift / Math.sin(this.tilt))
      target.y += Math.cos(this.azimuth) * (lift / Math.sin(this.tilt))
    }
  }

  /** Look at a place from a distance; how tall and wide the arena then is, and where its middle. */
  private look(target: Vector3, away: number): { tall: number; wide: number; centre: number } {
    const flat = Math.cos(this.tilt) * away
    this.eye.position.set(target.x + Math.sin(this.azimuth) * flat, target.y - Math.cos(this.azimuth) * flat, Math.sin(this.tilt) * away)
    this.eye.lookAt(target)
    this.eye.updateMatrixWorld()
    const seen = this.corners.map((corner) => corner.clone().project(this.eye))
    const high = Math.max(...seen.map((one) => one.y))
    const low = Math.min(...seen.map((one) => one.y))
    return { tall: high - low, wide: Math.max(...seen.map((one) => Math.abs(one.x))), centre: (high + low) / 2 }
  }
}
