import type { Fluents, Value } from '../value.js'
import type { Env } from '../formula/term.js'
import type { GroundSkill } from './intend.js'
import { failureMessage } from './judge.js'
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
export function explainGround(skill: Skill, { bindings }: GroundSkill, state: Fluents): readonly CheckSeen[] {
  const [bound] = bindings
  return skill.checks.map((check) => {
    const reads = new Map<string, Value>()
    const env: Env = { state, before: state, bound, reads }
    const holds = check.holds.term.run(env) === true
    const seen = { checkId: check.id, text: check.text, holds, values: [...reads] }
    return holds
      ? seen
      : { ...seen, advice: failureMessage(check, skill, bound, { state, before: state, bound: [] }) }
  })
}
