/** Limits after which a check reports itself incomplete. Counts, not times, so results agree on every machine. */
export interface PlanLimits {
  /** steps tried in the twin; about 20 µs each on the robot's field */
  readonly steps: number
  /** plan nodes visited; about 1 µs each */
  readonly visits: number
  /** nesting depth of plan nodes */
  readonly depth: number
  /** worlds per round of a repeat or per state of a parallel */
  readonly worlds: number
  /** failures reported individually */
  readonly maxReported: number
  /** of those, failures for which a fix is searched; up to 2 ms each */
  readonly fixes: number
}

/** Terminates within a second on the robot's onboard computer, whatever the plan. */
export const PLAN_LIMITS: PlanLimits = {
  steps: 10_000,
  visits: 60_000,
  depth: 1000,
  worlds: 4000,
  maxReported: 50,
  fixes: 10,
}

/** Tracks the remaining budget, and what had to be skipped. */
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

  /** @returns false when the budget is used up */
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

  /** @returns false when this many worlds exceed the limit */
  fits(worlds: number): boolean {
    const limit = this.limits.worlds
    return worlds <= limit || this.#gap(`more than ${limit} worlds in one place`)
  }

  #gap(text: string): false {
    this.gaps.add(`the plan branches too much: ${text}`)
    return false
  }
}
