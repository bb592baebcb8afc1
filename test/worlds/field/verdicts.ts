import type { FieldMap } from '#base/field-map.js'
import { isTrue, type Predicate } from '#twin/field/predicates.js'
import { intend } from '#twin/field/intend.js'
import { judge } from '#twin/field/judge.js'
import type { WorldState } from '#twin/field/world.js'
import type { DataDomain } from '#worlds/assemble.js'
import type { Fluents } from '#worlds/value.js'
import type { Step } from './beliefs.js'

/** Whether a step may be done, what it leads to, and what sensors must show afterwards; or which check refuses it. */
export type StepVerdict<S> =
  | {
      readonly ok: true
      readonly after: S
      readonly isDone: (seen: S) => boolean
      /** nothing was left to do, so that no check was asked */
      readonly idle: boolean
    }
  | { readonly ok: false; readonly checkId: string }

/** The twin's: the commands of a step one after another, each judged where the one before has led. */
export function twinVerdict(step: Step, before: WorldState, map: FieldMap): StepVerdict<WorldState> {
  const commands = intend(step, before, map)
  if (!commands.ok) return { ok: false, checkId: commands.error.checkId }
  let state = before
  let expected: readonly Predicate[] = []
  for (const command of commands.value) {
    const verdict = judge(state, command, map)
    if (!verdict.ok) return { ok: false, checkId: verdict.error.checkId }
    state = verdict.value.after
    expected = verdict.value.expected
  }
  const isDone = (seen: WorldState): boolean => expected.every((one) => isTrue(one, seen))
  return { ok: true, after: state, isDone, idle: commands.value.length === 0 }
}

/** The document's. */
export function documentVerdict(step: Step, before: Fluents, domain: DataDomain): StepVerdict<Fluents> {
  const commands = domain.intend(step, before)
  if (!commands.ok) return { ok: false, checkId: commands.error.checkId }
  const [command, ...more] = commands.value
  if (command === undefined) return { ok: true, after: before, isDone: () => true, idle: true }
  const verdict = domain.judge(before, command)
  if (!verdict.ok) return { ok: false, checkId: verdict.error.checkId }
  const { outcomes, expected } = verdict.value
  const [after, ...others] = outcomes
  if (more.length > 0 || others.length > 0)
    throw new Error(`${step.skill} has more than one command or outcome`)
  const isDone = (seen: Fluents): boolean => expected.every((one) => one.holds(seen))
  return { ok: true, after, isDone, idle: false }
}
