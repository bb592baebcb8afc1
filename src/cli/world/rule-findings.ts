import { plural } from '#app/command-line/words.js'
import { formatStep } from '#twin/domain/domain.js'
import { unread } from '#worlds/prove/unread.js'
import type { WorldProof } from '#worlds/prove/prove-world.js'
import type { FoundPlan } from '#worlds/search/search-plan.js'
import { fine, ofProblem, worthALook, wrong, type Finding } from './finding.js'
import type { RulesFolder } from './read-folder.js'

export const planFinding = (plan: FoundPlan | null): Finding =>
  plan === null
    ? wrong('plan', 'no plan was found that reaches the goals')
    : fine(
        'plan',
        `${plan.waitsFor.length === 0 ? 'the task can be reached' : 'what can be planned now ends'} in ` +
          `${plural(plan.steps.length, 'step')}: ${plan.steps.map(formatStep).join(', ')}` +
          (plan.waitsFor.length === 0 ? '' : `; how it goes on depends on ${plan.waitsFor.join(', ')}`),
      )

/**
 * What a search has found out about the rules of a world, and what reading them tells.
 * @param sensed facts that sensors report, which no skill has to change; undefined where nobody has said so yet
 */
export function ruleFindings(
  { domain, tasks, text }: RulesFolder,
  proof: WorldProof,
  { plan, reached }: { readonly plan: FoundPlan | null; readonly reached: boolean },
  sensed: ReadonlySet<string> | undefined,
): readonly Finding[] {
  const { findings, checks, states, complete, explored } = proof
  const many = plural(checks.length, 'check')
  const all = plural(states, 'state')
  const bound = complete
    ? `all ${all}`
    : `${all}, which are not all (${plural(explored.steps.length, 'step')} in each)`
  const odd = findings.filter(
    (finding) =>
      // what search has found elsewhere, what sensors report, and what a task only forbids
      !(finding.code === 'no-plan' && reached) &&
      !(
        finding.code === 'fact-untouched' &&
        [...(sensed ?? [])].some((fact) => finding.text.includes(` ${fact} `))
      ) &&
      // a goal among others may be to come back, or to leave something as it is
      !(
        finding.code === 'goal-at-start' &&
        (plan?.steps.length !== 0 ||
          tasks.every(({ goals }) => goals.length === 0) ||
          finding.text.includes('never: '))
      ),
  )
  return [
    ...domain.warnings.map((problem) => ofProblem('rules', problem)),
    ...unread(domain, tasks, text).map((what) => worthALook('rules', what)),
    fine('rules', `${many} explored in ${bound}`),
    ...odd.flatMap(({ code, text: what }): readonly Finding[] => {
      // of one value among many, little can be said when not all states were looked at
      if (code === 'value-never-allowed' && !complete) return []
      if (HINTS.has(code) || (code === 'fact-untouched' && sensed === undefined))
        return [worthALook('rules', what)]
      if (complete) return [wrong('rules', what)]
      return [worthALook('rules', `${what}, of those looked at (--limit looks at more)`)]
    }),
  ]
}

/** What a world's map shows; objects without a place on it are told. */
export function mapFindings({ map }: RulesFolder): readonly Finding[] {
  if (map === undefined) return []
  const { areas, spots, things } = map.map
  const shown = [
    plural(areas.length, 'area'),
    `${plural(spots.length, 'object')} in place`,
    plural(things.length, 'thing that moves', 'things that move'),
  ]
  return [
    fine('map', `map.yaml shows ${shown.join(', ')}`),
    ...map.remarks.map((problem) => ofProblem('map', problem)),
  ]
}

/** What may be intended: it is only reported. */
const HINTS: ReadonlySet<string> = new Set(['effect-unnoticed', 'value-never-allowed'])
