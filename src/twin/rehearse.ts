import type { FieldMap } from '../base/field-map.js'
import { intend, type PlannedStep } from './intend.js'
import { judge } from './judge.js'
import { sayPredicate, unmet } from './predicates.js'
import type { Command, WorldState } from './world.js'

/** How a plan fares in the twin, step by step, when every step goes well. */
export type Rehearsal =
  { readonly ok: true; readonly steps: readonly RehearsedStep[]; readonly end: WorldState } | RehearsalFailure

export interface RehearsedStep {
  readonly step: PlannedStep
  /** empty when nothing was left to do */
  readonly commands: readonly Command[]
  /** expected outcomes in words */
  readonly expected: readonly string[]
}

/** MOD-02: the pair of steps that does not chain. */
export interface RehearsalFailure {
  readonly ok: false
  readonly steps: readonly RehearsedStep[]
  /** the last step that went well, or null at the start of the plan */
  readonly after: PlannedStep | null
  readonly step: PlannedStep
  /** index of `step` in the plan */
  readonly index: number
  readonly checkId: string
  readonly text: string
}

/** Symbolic run of a plan: the outcome of each step must satisfy the checks of the next (modular.txt III.A). */
export function rehearse(plan: readonly PlannedStep[], start: WorldState, map: FieldMap): Rehearsal {
  const steps: RehearsedStep[] = []
  let state = start
  for (const [index, step] of plan.entries()) {
    const refuse = (checkId: string, text: string): RehearsalFailure => ({
      ok: false,
      steps,
      after: plan[index - 1] ?? null,
      step,
      index,
      checkId,
      text: explain(plan[index - 1], step, text),
    })
    const commands = intend(step, state, map)
    if (!commands.ok) return refuse(commands.error.checkId, commands.error.text)
    const expected: string[] = []
    for (const command of commands.value) {
      const verdict = judge(state, command, map)
      if (!verdict.ok) return refuse(verdict.error.checkId, verdict.error.text)
      const missed = unmet(verdict.value.expected, verdict.value.after)
      if (missed[0] !== undefined)
        return refuse('expected-outcome', `${sayPredicate(missed[0], map)} would not come true`)
      expected.push(...verdict.value.expected.map((predicate) => sayPredicate(predicate, map)))
      state = verdict.value.after
    }
    steps.push({ step, commands: commands.value, expected })
  }
  return { ok: true, steps, end: state }
}

/** `MoveToZone zone="1"` */
export function sayStep({ skill, args }: Pick<PlannedStep, 'skill' | 'args'>): string {
  return [skill, ...Object.entries(args).map(([port, value]) => `${port}="${value}"`)].join(' ')
}

function explain(before: PlannedStep | undefined, step: PlannedStep, text: string): string {
  const pair =
    before === undefined ? `${sayStep(step)} as the first step` : `${sayStep(step)} after ${sayStep(before)}`
  return `${pair}: ${text}`
}
