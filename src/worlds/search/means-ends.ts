import type { PlannedStep } from '#twin/domain/domain.js'
import type { DataDomain } from '../assemble.js'
import type { GroundSkill } from '../run/intend.js'
import type { Fluents } from '../value.js'

/** Something that is to be true. */
export interface Target {
  /** equal for equal targets */
  readonly key: string
  holds(state: Fluents): boolean
}

/** A state, and the steps that lead to it. */
export interface Way {
  readonly state: Fluents
  readonly steps: readonly PlannedStep[]
}

export interface MeansEndsLimits {
  /** subgoals below one another */
  readonly depth: number
  /** steps on one way */
  readonly steps: number
  /** subgoals tried in all */
  readonly tries: number
  /** means tried for one subgoal, the nearest first */
  readonly means: number
}

const MEANS_ENDS_LIMITS: MeansEndsLimits = { depth: 8, steps: 40, tries: 4_000, means: 8 }

/**
 * Means-ends analysis (Newell, Shaw and Simon 1959) on the checks of a world: what would make a target true, what of
 * its checks does not hold yet, and what would make that true. Checks that do not hold together are tried in every
 * order, so that a door is opened before the hand is full.
 */
export class MeansEnds {
  readonly #domain: DataDomain
  readonly #steps: readonly PlannedStep[]
  readonly #limits: MeansEndsLimits
  #tries = 0
  /** by target and state: the way found, or how hard one was looked for in vain */
  readonly #known = new Map<string, Known>()

  constructor(domain: DataDomain, limits: MeansEndsLimits = MEANS_ENDS_LIMITS) {
    this.#domain = domain
    this.#steps = domain.steps(MOST_STEPS)
    this.#limits = limits
  }

  /** Reaches all targets at once from a state, by the shortest way found; null when none is found. */
  reach(start: Fluents, targets: readonly Target[]): Way | null {
    this.#tries = 0
    return this.#all({ state: start, steps: [] }, targets, {
      open: new Set(),
      depth: this.#limits.depth,
      bound: this.#limits.steps,
    })
  }

  #all(
    from: Way,
    targets: readonly Target[],
    within: Within,
    seen: ReadonlySet<string> = new Set(),
  ): Way | null {
    const missing = targets.filter((target) => !target.holds(from.state))
    if (missing.length === 0) return from
    const mark = this.#domain.fingerprint(from.state)
    if (seen.has(mark) || from.steps.length >= within.bound) return null
    const visited = new Set([...seen, mark])
    let best: Way | null = null
    for (const target of missing) {
      const bound: number = best === null ? within.bound : best.steps.length
      const one = this.#one(from, target, { ...within, bound })
      const all: Way | null = one === null ? null : this.#all(one, targets, { ...within, bound }, visited)
      if (all !== null && (best === null || all.steps.length < best.steps.length)) best = all
    }
    return best
  }

  #one(from: Way, target: Target, within: Within): Way | null {
    const key = `${target.key} in ${this.#domain.fingerprint(from.state)}`
    const left = within.bound - from.steps.length
    const known = this.#known.get(key)
    if (known !== undefined && known.way !== null)
      return known.way.steps.length < left ? joined(from, known.way) : null
    if (known !== undefined && known.depth >= within.depth && known.left >= left) return null
    const found = this.#search({ state: from.state, steps: [] }, target, { ...within, bound: left })
    this.#known.set(key, { way: found, depth: within.depth, left })
    return found === null ? null : joined(from, found)
  }

  #search(from: Way, target: Target, { open, depth, bound }: Within): Way | null {
    if (depth === 0 || open.has(target.key) || ++this.#tries > this.#limits.tries) return null
    const below = { open: new Set([...open, target.key]), depth: depth - 1 }
    let best: Way | null = null
    for (const { step, command } of this.#meansTo(target, from.state)) {
      const most = best === null ? bound : best.steps.length
      const ready = this.#all(from, this.#checksOf(command), { ...below, bound: most - 1 })
      const done = ready === null ? null : this.#apply(ready, step)
      if (done !== null && target.holds(done.state) && done.steps.length < most) best = done
    }
    return best
  }

  /** Steps that would make the target true, those first that lack least. */
  #meansTo(
    target: Target,
    state: Fluents,
  ): readonly { readonly step: PlannedStep; readonly command: GroundSkill }[] {
    const means = this.#steps.flatMap((step) => {
      const commands = this.#domain.intend(step, state)
      const [command] = commands.ok ? commands.value : []
      if (command === undefined) return []
      if (!this.#domain.unchecked(state, command).some((outcome) => target.holds(outcome))) return []
      const lacks = this.#domain.checksHold(state, command).filter((holds) => !holds).length
      return [{ step, command, lacks }]
    })
    return means.sort((a, b) => a.lacks - b.lacks).slice(0, this.#limits.means)
  }

  #checksOf(command: GroundSkill): readonly Target[] {
    const what = this.#domain.describeCommand(command)
    return this.#domain.checksHold(this.#domain.initial, command).map((_, i) => ({
      key: `${what} check ${i}`,
      holds: (state) => this.#domain.checksHold(state, command)[i] === true,
    }))
  }

  /** Of a step with several outcomes the first is followed: check the plan before it is used. */
  #apply({ state, steps }: Way, step: PlannedStep): Way | null {
    const commands = this.#domain.intend(step, state)
    const [command] = commands.ok ? commands.value : []
    const verdict = command === undefined ? undefined : this.#domain.judge(state, command)
    return verdict?.ok === true ? { state: verdict.value.outcomes[0], steps: [...steps, step] } : null
  }
}

/** most steps that are means to anything: a world of a hundred objects has a few thousand */
const MOST_STEPS = 20_000

interface Known {
  readonly way: Way | null
  readonly depth: number
  readonly left: number
}

const joined = (from: Way, way: Way): Way => ({ state: way.state, steps: [...from.steps, ...way.steps] })

interface Within {
  /** keys of the subgoals above: none is its own means */
  readonly open: ReadonlySet<string>
  readonly depth: number
  /** a way with this many steps or more is not worth following */
  readonly bound: number
}
