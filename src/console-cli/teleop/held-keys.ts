/** A manual setpoint in the robot's frame: m/s forwards, m/s left, rad/s counter-clockwise. */
export interface Setpoint {
  readonly vx: number
  readonly vy: number
  readonly wz: number
}

export const STAND: Setpoint = { vx: 0, vy: 0, wz: 0 }

/** Duration of a nudge, i.e. of one press, ms. A terminal reports no key release; it repeats a held key. */
const NUDGE_MS = 200
/** A repeating key counts as held until it has been silent for this long, ms. */
const REPEAT_MS = 150
/** A terminal starts to repeat a key after at most this, ms. */
const FIRST_REPEAT_MS = 800

/** The key held down, inferred from a terminal: each press is a repeat or a new key, silence is a release. */
export class HeldKeys {
  #key: string | undefined
  #pressed = -Infinity
  #until = -Infinity

  /** @returns false if the key is not a driving key */
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

  /** @param speed m/s; the turn rate is three times that number, in rad/s */
  setpoint(speed: number, now: number): Setpoint {
    const direction = this.#key === undefined || now > this.#until ? undefined : DIRECTIONS.get(this.#key)
    if (direction === undefined) return STAND
    const [ahead, left, turn] = direction
    return { vx: ahead * speed, vy: left * speed, wz: turn * Math.min(1, 3 * speed) }
  }
}

/** arrows and letters: forwards, left, counter-clockwise */
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
