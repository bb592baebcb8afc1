import type { Ms } from '#base/units.js'
import type { NodePath } from '#bt/document.js'
import type { GroundSkill } from '#worlds/run/intend.js'
import type { FeedbackKind } from '../skills/host.js'
import type { StepJudgement } from '#worlds/run/judgement.js'
import type { Fluents } from '#worlds/value.js'

/** A command that a tree asked for and that the twin refused, or the driver tried; with what was believed around it. */
export interface Attempt {
  readonly path: NodePath
  readonly command: GroundSkill
  readonly begun: Ms
  readonly ended: Ms
  readonly result: FeedbackKind
  /** why it was refused, or failed; '' when done */
  readonly text: string
  /** the check that refused it */
  readonly check?: string
  /** by what was seen before and after it; absent where nobody is asked, or it was refused */
  readonly judged?: StepJudgement
  readonly before: Fluents
  /** with the first observation after its end */
  readonly after: Fluents
}

/** The attempts of an episode: the size of its trace bounds how many there can be. */
export class AttemptLog {
  readonly #closed: Attempt[] = []
  /** ended, and nothing was observed since */
  #open: Omit<Attempt, 'after'> | undefined

  add(attempt: Omit<Attempt, 'after'>): void {
    this.#open = attempt
  }

  /** What is believed now counts as what the last attempt has led to. */
  settle(after: Fluents): void {
    if (this.#open !== undefined) this.#closed.push({ ...this.#open, after })
    this.#open = undefined
  }

  /** All attempts, as they would be if the last one were settled with these facts. */
  upTo(after: Fluents): readonly Attempt[] {
    return this.#open === undefined ? [...this.#closed] : [...this.#closed, { ...this.#open, after }]
  }
}
