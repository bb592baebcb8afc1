type Wheels = readonly [number, number, number]

/** rad that gears, rollers and belt of a held wheel give way at full duty */
const GIVES = 0.02
/** ms */
const LAG = 5

/** What the encoders of wheels still show that something holds: the drive train winds up and springs back. */
export class Windup {
  readonly #angle: [number, number, number] = [0, 0, 0]

  get slack(): boolean {
    return this.#angle.every((angle) => angle === 0)
  }

  /** One millisecond. @param duty of the wheels that are held; 0 lets go. @returns what it adds to the speeds, rad/s */
  step(duty: Wheels): Wheels {
    const part = (i: 0 | 1 | 2): number => {
      const before = this.#angle[i]
      const target = GIVES * duty[i]
      const after = before + (target - before) / LAG
      this.#angle[i] = target === 0 && Math.abs(after) < 1e-6 ? 0 : after
      return (this.#angle[i] - before) * 1000
    }
    return [part(0), part(1), part(2)]
  }
}
