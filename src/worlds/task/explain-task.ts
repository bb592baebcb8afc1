import type { DataDomain } from '../assemble.js'
import type { CheckSeen } from '../run/explain.js'
import type { Fluents } from '../value.js'
import { askedOf, type Monitors } from './monitors.js'
import type { Task } from './task.js'

/** The constraints of a task as checks, beside those of the skill: for explanations. */
export const explaining = (
  domain: DataDomain,
  task: Task,
  monitors: Monitors,
): Pick<DataDomain, 'explain' | 'account'> => ({
  explain: (state, command) => {
    const checks = domain.explain(state, command)
    const verdict = domain.judge(state, command)
    if (!verdict.ok) return checks
    const asked = askedOf(domain, command)
    return [
      ...checks,
      ...constraintsSeen(task, (after) => monitors.refusal(state, after, asked), verdict.value.outcomes),
    ]
  },
  account: (checkId, state, command) => {
    const rule = RULES.get(checkId)
    if (rule !== undefined) return { rule, believed: [] }
    return domain.account?.(checkId, state, command) ?? { believed: [] }
  },
})

function constraintsSeen(
  { never, before }: Task,
  refusal: (after: Fluents) => ReturnType<Monitors['refusal']>,
  outcomes: readonly Fluents[],
): readonly CheckSeen[] {
  const broken = outcomes.map(refusal).find((found) => found !== undefined)
  const ids = [...(never.length > 0 ? ['task.never'] : []), ...(before.length > 0 ? ['task.before'] : [])]
  return ids.map((checkId) => {
    const seen = { checkId, text: RULES.get(checkId) ?? checkId, values: [] }
    if (broken?.checkId !== checkId) return { ...seen, holds: true }
    return { ...seen, holds: false, advice: broken.text }
  })
}

const RULES: ReadonlyMap<string, string> = new Map([
  ['task.never', 'what the task forbids does not become so at any time'],
  ['task.before', 'what the task puts in order comes in this order'],
])
