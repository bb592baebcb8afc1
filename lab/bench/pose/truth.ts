import type { Pose } from '#base/field-map.js'
import { wrapped } from '#localisation/scan/frames.js'
import { poseBetween } from '#simulation/field/world/geometry.js'

/** Where the gripper was, by a look after each turn of the loop. */
export class TruthTrack {
  readonly #looks: { readonly ms: number; readonly pose: Pose }[] = []

  look(ms: number, pose: Pose): void {
    this.#looks.push({ ms, pose })
    if (this.#looks.length > LOOKS) this.#looks.shift()
  }

  /** @param ms of the world, within the last second; straight on between two looks */
  at(ms: number): Pose {
    const after = this.#looks.findIndex((look) => look.ms >= ms)
    const to = this.#looks[after] ?? this.#looks.at(-1)
    if (to === undefined) throw new RangeError('nobody has looked yet')
    const from = this.#looks[after - 1] ?? to
    const share = to.ms > from.ms ? (ms - from.ms) / (to.ms - from.ms) : 1
    return poseBetween(from.pose, to.pose, share)
  }
}

/** How wrong a belief is. */
export interface PoseError {
  /** metres */
  readonly place: number
  /** radians */
  readonly heading: number
}

export const errorOf = (believed: Pose, real: Pose): PoseError => ({
  place: Math.hypot(believed.x - real.x, believed.y - real.y),
  heading: Math.abs(wrapped(believed.theta - real.theta)),
})

/** a second of turns */
const LOOKS = 50
