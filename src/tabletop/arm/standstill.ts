import type { Joints } from './kinematics.js'

/**
 * Whether an arm stands. A joint that swings back stands for a moment too, so all have to stand for a while; and a
 * jolt from what it touches is no motion of an arm that stands, unless it takes a joint along.
 */
export class Standstill {
  #steps = 0
  #stood: Joints | undefined

  get moving(): boolean {
    return this.#stood === undefined
  }

  /** It is known to stand here. */
  rest(joints: Joints): void {
    this.#stood = joints
  }

  /** What it was about ends now: an arm that still moves, however slowly, has to come to a stand first. */
  ends(speeds: Joints): void {
    if (fastestOf(speeds) <= STANDS) return
    this.#stood = undefined
    this.#steps = 0
  }

  /** After each control step. @param joints radians @param speeds radians a second */
  follow(joints: Joints, speeds: Joints): void {
    const fastest = fastestOf(speeds)
    const stood = this.#stood
    if (stood === undefined) {
      this.#steps = fastest > STANDS ? 0 : this.#steps + 1
      if (this.#steps >= STILL_STEPS) this.#stood = joints
      return
    }
    const way = Math.max(...joints.map((angle, joint) => Math.abs(angle - (stood[joint] ?? 0))))
    if (fastest > JOLT || way > TAKEN_ALONG) {
      this.#stood = undefined
      this.#steps = 0
    }
  }
}

const fastestOf = (speeds: Joints): number => Math.max(...speeds.map(Math.abs))

/** Joints that are slower stand, radians a second, when all do for so many control steps. */
const STANDS = 0.01
const STILL_STEPS = 5
/** Of an arm that stands: a faster joint moves, radians a second, and so does one that has gone farther, radians. */
const JOLT = 0.05
const TAKEN_ALONG = 0.005
