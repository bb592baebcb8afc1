import type { Result } from '#base/result.js'
import { type Domain, type PlannedStep, formatStep } from '#twin/domain/domain.js'
import type { StepSeen } from '../report.js'
import type { Refused, Tried } from '../try-step.js'
import type { Config } from './config.js'

/** The outcome of each step of a plan, in the order of first visit. */
export class SeenSteps<S> {
  readonly #seen = new Map<string, { first: StepSeen<S>; worlds: Set<string>; refused: Set<string> }>()

  record<C>(
    step: PlannedStep,
    { world }: Config<S>,
    tried: Result<Tried<S, C>, Refused<S, C>>,
    domain: Domain<S, C>,
  ): void {
    const key = `${step.path} ${formatStep(step)}`
    let seen = this.#seen.get(key)
    if (seen === undefined) {
      const first = {
        step,
        worlds: 0,
        refused: 0,
        commands: tried.ok ? tried.value.commands.map((command) => domain.describeCommand(command)) : [],
        expected: tried.ok ? tried.value.expected : [],
        end: tried.ok ? (tried.value.ends[0] as S) : null,
      }
      seen = { first, worlds: new Set(), refused: new Set() }
      this.#seen.set(key, seen)
    }
    seen.worlds.add(world)
    if (!tried.ok) seen.refused.add(world)
  }

  all(): readonly StepSeen<S>[] {
    return [...this.#seen.values()].map(({ first, worlds, refused }) => ({
      ...first,
      worlds: worlds.size,
      refused: refused.size,
    }))
  }
}
