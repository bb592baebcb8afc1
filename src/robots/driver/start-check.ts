import { ms, type Ms } from '#base/units.js'
import { notAsTaskBegins } from '#worlds/task/task-start.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import { UNKNOWN, type Value } from '#worlds/value.js'
import type { Sensing } from './fact-estimator.js'

/**
 * Whether a scene that nobody but people puts back is where its task begins: what an episode teaches that begins
 * elsewhere is wrong (vrl.txt III: each episode starts from the same situation).
 */
export class StartCheck {
  readonly #domain: TaskDomain
  readonly #sensed: readonly string[]
  readonly #patience: Ms
  #since: Ms | undefined

  /** @param patience the least time for the first looks after the robot was armed: a driver may reset itself, ms */
  constructor(domain: TaskDomain, sensing: Sensing, patience: Ms) {
    this.#domain = domain
    this.#sensed = [...domain.start.keys()].filter((fact) => sensing.shows(fact))
    this.#patience = ms(Math.max(patience, ...this.#sensed.map((fact) => sensing.lag(fact))))
  }

  /** The robot is armed: what its sensors show from now on counts. */
  begin(now: Ms): void {
    this.#since = now
  }

  /**
   * What differs, in words; undefined until that is known. A difference counts only when the sensors have had their
   * time. What they have not shown of a thing by then they cannot see; what they have not shown of the robot itself is
   * a difference, and so is nothing at all.
   * @param shown the newest reading of a fact since `begin`
   */
  differs(now: Ms, shown: (fact: string) => Value | undefined): readonly string[] | undefined {
    if (this.#since === undefined) return undefined
    const differences = notAsTaskBegins(this.#domain, shown)
    const isWhole = this.#sensed.every((fact) => shown(fact) !== undefined)
    if (isWhole && differences.length === 0) return []
    if (now - this.#since < this.#patience) return undefined
    const unseen = this.#sensed.filter((fact) => shown(fact) === undefined)
    if (unseen.length > 0 && unseen.length === this.#sensed.length) return ['its sensors have shown nothing']
    // things may be out of sight; how the robot itself is, its sensors can tell
    const ofItself = unseen.filter((fact) => !fact.includes('(') && this.#domain.start.get(fact) !== UNKNOWN)
    return [...differences, ...ofItself.map((fact) => `its sensors have not shown ${fact}`)]
  }
}
