/** What a hand wants, in the robot's frame: m/s ahead, m/s left, rad/s counter-clockwise. */
export interface Setpoint {
  readonly vx: number
  readonly vy: number
  readonly wz: number
}

export const STAND: Setpoint = { vx: 0, vy: 0, wz: 0 }

/** One press moves the robot for so long: a nudge, ms. A terminal tells no release; it repeats what is held. */
const NUDGE_MS = 200
/** A key that repeats is held until it has been silent for so long, ms. */
const REPEAT_MS = 150
/** A terminal begins to repeat after at most this, ms. */
const FIRST_REPEAT_MS = 800

/** What is held down, as far as a terminal tells: every press is a repeat or a new key, and silence is letting go. */
export class HeldKeys {
  #key: string | undefined
  #pressed = -Infinity
  #until = -Infinity

  /** @returns false for a key that does not drive */
  press(key: string, now: number): boolean {
    if (key === ' ') {
      this.#key = undefined
      return true
    }
    if (!DIRECTIONS.has(key)) return false
    const repeats = key === this.#key && now - this.#pressed <= FIRST_REPEAT_MS
    this.#key = key
    this.#pressed = now
    this.#until = now + (repeats ? REPEAT_MS : NUDGE_MS)
    return true
  }

  /** @param speed m/s; turning is at three times that, in rad/s */
  setpoint(speed: number, now: number): Setpoint {
    const direction = this.#key === undefined || now > this.#until ? undefined : DIRECTIONS.get(this.#key)
    if (direction === undefined) return STAND
    const [ahead, left, turn] = direction
    return { vx: ahead * speed, vy: left * speed, wz: turn * Math.min(1, 3 * speed) }
  }
}

/** arrows and letters: ahead, left, counter-clockwise */
const DIRECTIONS: ReadonlyMap<string, readonly [number, number, number]> = new Map([
  ['w', [1, 0, 0]],
  ['\u001B[A', [1, 0, 0]],
  ['s', [-1, 0, 0]],
  ['\u001B[B', [-1, 0, 0]],
  ['a', [0, 1, 0]],
  ['\u001B[D', [0, 1, 0]],
  ['d', [0, -1, 0]],
  ['\u001B[C', [0, -1, 0]],
  ['q', [0, 0, 1]],
  ['e', [0, 0, -1]],
])
