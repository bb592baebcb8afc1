import { defaultSite } from '#base/site/site-map.js'
import type { Pose } from '#base/field-map.js'
import { stream } from '#base/random.js'
import { m, rad } from '#base/units.js'
import type { LaserScan } from '#localisation/ports.js'
import { LaserScanner } from '#sensors/lidar/scanner.js'
import { Lidar, type LidarOptions } from '#simulation/field/world/sensors/lidar.js'
import { benchmarkMap } from '../../simulation/support/field.js'

/** Somewhere on the benchmark's field, turned by no special angle. */
export const STANDING: Pose = { x: m(1.2), y: m(0.9), theta: rad(0.4) }

export const lidarOf = (options: Partial<LidarOptions> = {}): Lidar =>
  new Lidar({
    name: { seed: 1, field: 'bench', episode: 1 },
    site: defaultSite(benchmarkMap),
    ...options,
  })

export interface Heard {
  readonly turns: readonly LaserScan[]
  readonly quarters: readonly LaserScan[]
}

/** A simulated scanner, a serial line that holds bytes back for a while, and the driver at its other end. */
export class Line {
  readonly scanner = new LaserScanner({ model: 'ld19', yaw: rad(0), startUs: 0 })
  readonly lidar: Lidar
  readonly #poseAt: (us: number) => Pose
  readonly #jitterUs: number
  readonly #delay = stream('line', 'delay')
  #held: Uint8Array[] = []
  #arrivesUs = 0
  bytes = 0
  us = 0

  /** @param jitterUs how long bytes are held back at most */
  constructor(lidar: Lidar, poseAt: (us: number) => Pose = () => STANDING, jitterUs = 0) {
    this.lidar = lidar
    this.#poseAt = poseAt
    this.#jitterUs = jitterUs
  }

  /** Runs for a while in steps of a millisecond. */
  run(ms: number): Heard {
    const turns: LaserScan[] = []
    const quarters: LaserScan[] = []
    for (let step = 0; step < ms; step++) {
      this.us += 1000
      const bytes = this.lidar.advance(this.us, this.#poseAt)
      this.bytes += bytes.length
      if (bytes.length > 0) this.#held.push(bytes)
      if (this.us < this.#arrivesUs) continue
      const all = Uint8Array.from(this.#held.flatMap((each) => [...each]))
      this.#held = []
      this.#arrivesUs = this.us + this.#delay.next() * this.#jitterUs
      const output = this.scanner.feed(all, this.us)
      turns.push(...output.turns)
      quarters.push(...output.quarters)
    }
    return { turns, quarters }
  }
}
