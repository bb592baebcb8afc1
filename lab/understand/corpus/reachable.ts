import { planGoals } from '#worlds/plan/plan-goals.js'
import { searchPlan } from '#worlds/search/search-plan.js'
import { taskFrom } from '#worlds/task/load-task.js'
import { withTask } from '#worlds/task/with-task.js'
import { UNKNOWN } from '#worlds/value.js'
import type { Meant } from '#instructions/meanings.js'
import type { FiledOrder } from '../orders.js'

/**
 * What the twin makes of goals from the start of their world. `holds`: they are so already; `broken`: what must not
 * become so is so already; `unreachable`: proved; `not found`: the search has come to its limits.
 */
export type Reach = 'planned' | 'holds' | 'broken' | 'unreachable' | 'not found' | 'no task'

export function reachOf({ goals, never, before }: Meant, { order, in: { domain } }: FiledOrder): Reach {
  // a text with braces is a template
  const named = (formula: string, i: number) => ({ text: `formula ${i}`, holds: formula })
  const isSo = (formula: string): boolean =>
    domain.conditions.holds({ formula, args: {} }, domain.initial) === true
  // what is so already cannot come second; such pairs are left out where meanings are compared, too
  const pairs = before.filter(([, then]) => !isSo(goals[then] ?? 'true'))
  const data = {
    task: 'order',
    text: order,
    goals: goals.map(named),
    ...(never.length > 0 && { never: never.map(named) }),
    ...(pairs.length > 0 && {
      before: pairs.map(([first, then]) => ({ first: goals[first] ?? '', then: goals[then] ?? '' })),
    }),
  }
  const task = taskFrom(data, () => undefined, domain)
  if (!task.ok) return 'no task'
  if (never.some(isSo)) return 'broken'
  const inside = withTask(domain, task.value, domain.initial)
  if ((inside.goal ?? []).every((goal) => goal.holds(inside.initial))) return 'holds'
  const found = planGoals(inside, inside.initial)
  if (found.ok) return 'planned'
  // where it depends on what nobody knows yet, a plan may end with a look
  const isUnsure = [...domain.initial.values()].includes(UNKNOWN)
  if (isUnsure && searchPlan(inside, inside.initial, () => 0) !== null) return 'planned'
  return found.error.kind === 'none' && !isUnsure ? 'unreachable' : 'not found'
}
