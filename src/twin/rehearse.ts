import type { FieldMap } from '../base/field-map.js'
import { err, ok, type Result } from '../base/result.js'
import type { PlannedStep } from './domain/domain.js'
import { intend } from './intend.js'
import { judge } from './judge.js'
import { sayPredicate, unmet } from './predicates.js'
import type { Command, WorldState } from './world.js'

/** How a plan fares in the twin when every step goes well. */
export interface Rehearsed {
  readonly steps: readonly RehearsedStep[]
  /** the world after the last step */
  readonly end: WorldState
}

export interface RehearsedStep {
  readonly step: PlannedStep
  /** empty when nothing was left to do */
  readonly commands: readonly Command[]
  /** expected outcomes in words */
  readonly expected: readonly string[]
}

/** MOD-02: the pair of steps that does not chain. */
export interface RehearsalFailure {
  readonly kind: 'rehearsal-failure'
  /** what went well until then */
  readonly steps: readonly RehearsedStep[]
  /** the step before the failing one, or null at the start of the plan */
  readonly after: PlannedStep | null
  readonly step: PlannedStep
  /** index of `step` in the plan */
  readonly index: number
  readonly checkId: string
  /** for the actor: the pair, what is wrong, and what to do */
  readonly text: string
}

/** Symbolic run of a plan: the outcome of each step must satisfy the checks of the next (modular.txt III.A). */
export function rehearse(
  plan: readonly PlannedStep[],
  start: WorldState,
  map: FieldMap,
): Result<Rehearsed, RehearsalFailure> {
  const steps: RehearsedStep[] = []
  let state = start
  for (const [index, step] of plan.entries()) {
    const run = rehearseStep(step, state, map)
    if (!run.ok) {
      const after = plan[index - 1] ?? null
      const { checkId } = run.error
      const text = `${sayPair(after, step)}: ${run.error.text}`
      return err({ kind: 'rehearsal-failure', steps, after, step, index, checkId, text })
    }
    steps.push(run.value.rehearsed)
    state = run.value.end
  }
  return ok({ steps, end: state })
}

/** `MoveToZone zone="1"` */
export function sayStep({ skill, args }: Pick<PlannedStep, 'skill' | 'args'>): string {
  return [skill, ...Object.entries(args).map(([port, value]) => `${port}="${value}"`)].join(' ')
}

function rehearseStep(
  step: PlannedStep,
  start: WorldState,
  map: FieldMap,
): Result<{ rehearsed: RehearsedStep; end: WorldState }, { checkId: string; text: string }> {
  const commands = intend(step, start, map)
  if (!commands.ok) return commands
  const expected: string[] = []
  let state = start
  for (const command of commands.value) {
    const verdict = judge(state, command, map)
    if (!verdict.ok) return verdict
    const [missed] = unmet(verdict.value.expected, verdict.value.after)
    if (missed !== undefined) {
      return err({
        checkId: 'expected-outcome',
        text: `it would not come true that ${sayPredicate(missed, map)}`,
      })
    }
    expected.push(...verdict.value.expected.map((predicate) => sayPredicate(predicate, map)))
    state = verdict.value.after
  }
  return ok({ rehearsed: { step, commands: commands.value, expected }, end: state })
}

function sayPair(after: PlannedStep | null, step: PlannedStep): string {
  return after === null ? `${sayStep(step)} as the first step` : `${sayStep(step)} after ${sayStep(after)}`
}
