type Wheels = readonly [number, number, number]

/** how far gears, rollers and belt of a blocked wheel give way at full duty, rad */
const COMPLIANCE_RAD = 0.02
/** time constant, ms */
const LAG_MS = 5

/** What the encoders of blocked wheels still measure: the drive train winds up and springs back. */
export class Windup {
  readonly #angle: [number, number, number] = [0, 0, 0]

  get relaxed(): boolean {
    return this.#angle.every((angle) => angle === 0)
  }

  /**
   * Advances by one millisecond.
   * @param duty of the blocked wheels; 0 releases them
   * @returns what this adds to the speeds, rad/s
   */
  step(duty: Wheels): Wheels {
    const part = (i: 0 | 1 | 2): number => {
      const before = this.#angle[i]
      const target = COMPLIANCE_RAD * duty[i]
      const after = before + (target - before) / LAG_MS
      this.#angle[i] = target === 0 && Math.abs(after) < 1e-6 ? 0 : after
      return (this.#angle[i] - before) * 1000
    }
    return [part(0), part(1), part(2)]
  }
}
