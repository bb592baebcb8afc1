import { formatValue, UNKNOWN, type Value } from '../value.js'
import { formulasOf } from './task.js'
import type { TaskDomain } from './with-task.js'

/**
 * What is seen to be other than where the task begins, in words. A fact that is unknown at the start may be anything;
 * and so may a number of which the task says nothing, such as the charge of a battery.
 * @param domain with the start as it is known by now
 * @param shown the value of a fact as the sensors show it; undefined where they show none
 */
export function notAsTaskBegins(
  domain: Pick<TaskDomain, 'start' | 'sorts' | 'task' | 'rules'>,
  shown: (fact: string) => Value | undefined,
): readonly string[] {
  const { start, sorts } = domain
  const counts = [...start].filter(
    ([fact, value]) => value !== UNKNOWN && (sorts.get(fact)?.kind !== 'number' || isInTask(fact, domain)),
  )
  return counts.flatMap(([fact, value]) => {
    const seen = shown(fact)
    if (seen === undefined || seen === UNKNOWN || seen === value) return []
    return [`${fact} is ${formatValue(seen)}, and the task begins with ${formatValue(value)}`]
  })
}

/** Whether the formulas of the task read a fact, themselves or through a definition. */
function isInTask(fact: string, { task, rules }: Pick<TaskDomain, 'task' | 'rules'>): boolean {
  const name = fact.replace(/\(.*/, '')
  const formulas = [...formulasOf(task), ...(rules.definitions ?? []).map(({ holds }) => holds)]
  return formulas.some((formula) => new RegExp(`(?<![\\w?])${name}(?!\\w)`).test(formula))
}
