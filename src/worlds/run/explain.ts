import { UNKNOWN, type Fluents, type Value } from '../value.js'
import type { Env } from '../formula/term.js'
import type { GroundSkill } from './intend.js'
import { unknownCheck } from './judge.js'
import type { Observers } from './observation.js'
import { failureMessage } from './refusals.js'
import type { Skill } from './skill.js'

/** One check of a command in one state, with the values that decided it. */
export interface CheckSeen {
  readonly checkId: string
  /** the rule in one sentence */
  readonly text: string
  readonly holds: boolean
  /** facts read until it was decided */
  readonly values: readonly (readonly [fact: string, value: Value])[]
  /** what is wrong and what to do; absent when it holds */
  readonly advice?: string
}

/** Evaluates all checks of a command, passed or not; a command with open ports uses its first binding. */
export function explainGround(
  skill: Skill,
  { bindings }: GroundSkill,
  state: Fluents,
  observers: Observers,
): readonly CheckSeen[] {
  const [bound] = bindings
  return skill.checks.map((check) => {
    const reads = new Map<string, Value>()
    const env: Env = { state, before: state, bound, reads }
    const value = check.holds.term.run(env)
    const holds = value === true
    const seen = { checkId: check.id, text: check.text, holds, values: [...reads] }
    if (holds) return seen
    const plain: Env = { state, before: state, bound }
    if (value === UNKNOWN) return { ...seen, advice: unknownCheck(check, skill, plain, observers).text }
    return { ...seen, advice: failureMessage(check, skill, bound, plain) }
  })
}
