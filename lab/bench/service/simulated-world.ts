import type { Rng } from '#base/random.js'
import type { Sight, Step } from '#instructions/repair/attempt.js'
import type { DataDomain } from '#worlds/assemble.js'
import { playStep } from '#app/world/rules/play-step.js'
import type { Fluents } from '#worlds/value.js'

/** What the robot knows of a failure: `reported`, or nothing: it believes that it has done it. */
export type FailureReport = 'reported' | 'silent'

export interface SimulatedWorldOptions {
  /** how the world is, whatever the robot believes */
  readonly truth: Fluents
  readonly report: FailureReport
  /** draws of one skill: the same name gives the same draws, whatever else was drawn */
  readonly drawsOf: (skill: string) => Rng
}

/**
 * A world that plays by its own rules: a step that its checks forbid does nothing, and one that can fail (`fails:`)
 * does so as often as the world says. Everything is seen.
 */
export class SimulatedWorld {
  readonly #domain: DataDomain
  readonly #options: SimulatedWorldOptions
  readonly #draws = new Map<string, Rng>()
  #truth: Fluents
  #tried = 0
  #forbidden = 0

  constructor(domain: DataDomain, options: SimulatedWorldOptions) {
    this.#domain = domain
    this.#options = options
    this.#truth = options.truth
  }

  get truth(): Fluents {
    return this.#truth
  }

  /** steps that the robot was asked for */
  get tried(): number {
    return this.#tried
  }

  /** steps that were asked for where the rules forbid them */
  get forbidden(): number {
    return this.#forbidden
  }

  execute(step: Step): Sight {
    this.#tried++
    const played = playStep(this.#domain, this.#truth, step, () => this.#drawsOf(step.skill).next())
    this.#truth = played.after
    if (played.kind === 'forbidden') this.#forbidden++
    const isKnown = played.kind === 'forbidden' || this.#options.report === 'reported'
    return played.kind === 'done' || !isKnown
      ? { reported: 'done', seen: this.#truth }
      : { reported: 'failed', seen: this.#truth, reason: played.reason }
  }

  #drawsOf(skill: string): Rng {
    const known = this.#draws.get(skill)
    if (known !== undefined) return known
    const made = this.#options.drawsOf(skill)
    this.#draws.set(skill, made)
    return made
  }
}
