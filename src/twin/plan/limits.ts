/** How far a check goes before it says that it has not looked everywhere. Counts, not times: equal on every machine. */
export interface PlanLimits {
  /** steps tried in the twin; about 20 µs each on the robot's field */
  readonly steps: number
  /** plan nodes visited; about 1 µs each */
  readonly visits: number
  /** plan nodes inside each other */
  readonly depth: number
  /** worlds in which one round of a repeat or one place of a parallel can be */
  readonly worlds: number
  /** failures that are told one by one */
  readonly maxReported: number
  /** of those, failures for which steps that would mend them are looked for; up to 2 ms each */
  readonly mends: number
}

/** Ends within a second on the robot's onboard computer, whatever the plan. */
export const PLAN_LIMITS: PlanLimits = {
  steps: 10_000,
  visits: 60_000,
  depth: 1000,
  worlds: 4000,
  maxReported: 50,
  mends: 10,
}

/** What is left of the limits, and what had to be left out. */
export class Budget {
  readonly limits: PlanLimits
  readonly gaps = new Set<string>()
  #steps = 0
  #visits = 0

  constructor(limits: PlanLimits) {
    this.limits = limits
  }

  get steps(): number {
    return this.#steps
  }

  get visits(): number {
    return this.#visits
  }

  /** @returns false when there is no more */
  takeVisit(depth: number): boolean {
    const { visits, depth: deepest } = this.limits
    if (depth > deepest) return this.#gap(`more than ${deepest} nodes inside each other`)
    if (this.#visits >= visits) return this.#gap(`more than ${visits} visits of nodes`)
    this.#visits += 1
    return true
  }

  takeStep(): boolean {
    const { steps } = this.limits
    if (this.#steps >= steps) return this.#gap(`more than ${steps} steps`)
    this.#steps += 1
    return true
  }

  /** @returns false when so many worlds are too many */
  fits(worlds: number): boolean {
    const limit = this.limits.worlds
    return worlds <= limit || this.#gap(`more than ${limit} worlds in one place`)
  }

  #gap(text: string): false {
    this.gaps.add(`the plan branches too much: ${text}`)
    return false
  }
}
