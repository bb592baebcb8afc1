import type { FieldMap } from '#base/field-map.js'
import { err, ok, type Result } from '#base/result.js'
import { type PlannedStep, formatPair } from '#twin/domain/domain.js'
import { intend } from '#twin/field/intend.js'
import { judge } from '#twin/field/judge.js'
import { describePredicate, unmet } from '#twin/field/predicates.js'
import type { WorldState } from '#twin/field/world.js'

export interface Rehearsed {
  readonly end: WorldState
}

export interface RehearsalFailure {
  readonly after: PlannedStep | null
  readonly step: PlannedStep
  readonly checkId: string
  readonly text: string
}

/**
 * A line of steps by the rules of the field and nothing else: what the check of plans with branches is held against
 * where there are no branches.
 */
export function inLine(
  plan: readonly PlannedStep[],
  start: WorldState,
  map: FieldMap,
): Result<Rehearsed, RehearsalFailure> {
  let state = start
  for (const [index, step] of plan.entries()) {
    const run = rehearseStep(step, state, map)
    if (!run.ok) {
      const after = plan[index - 1] ?? null
      const { checkId } = run.error
      const text = `${formatPair(after, step)}: ${run.error.text}`
      return err({ after, step, checkId, text })
    }
    state = run.value
  }
  return ok({ end: state })
}

function rehearseStep(
  step: PlannedStep,
  start: WorldState,
  map: FieldMap,
): Result<WorldState, { checkId: string; text: string }> {
  const commands = intend(step, start, map)
  if (!commands.ok) return commands
  let state = start
  for (const command of commands.value) {
    const verdict = judge(state, command, map)
    if (!verdict.ok) return verdict
    const [missed] = unmet(verdict.value.expected, verdict.value.after)
    if (missed !== undefined) {
      return err({
        checkId: 'expected-outcome',
        text: `it would not come true that ${describePredicate(missed, map)}`,
      })
    }
    state = verdict.value.after
  }
  return ok(state)
}
