import type { DataDomain } from '#worlds/assemble.js'
import type { Expected } from '#worlds/run/skill.js'
import { isTrue, taskEnv, wordsOf } from '#worlds/task/task.js'
import { taskFrom } from '#worlds/task/load-task.js'
import type { Fluents } from '#worlds/value.js'
import { sayStep } from '../say.js'
import { cannot } from './say-cannot.js'

/** A world and what is believed of it. */
interface Where {
  readonly world: DataDomain
  readonly state: Fluents
}

/**
 * Why nothing leads to a goal, even if nothing else is asked for: no step has it as its effect, or the one that has it
 * needs something that nothing brings about.
 * @param can whether a plan leads to a formula
 * @returns undefined where no single condition explains it
 */
export function missingCondition(
  { world, state }: Where,
  goal: Expected,
  can: (goal: Expected) => boolean,
): string | undefined {
  const text = wordsOf(goal, taskEnv(state, state))
  const last = lastSteps({ world, state }, goal)
  if (last.length === 0) return `${cannot([text])}: nothing that can be done here has that effect`
  for (const { step, unmet } of last) {
    const missing = unmet.find(({ formula }) => {
      const needed = goalFrom(world, formula)
      // what is no goal is decided by what the step is done to: it stays as it is
      return needed === undefined || !can(needed)
    })
    if (missing !== undefined)
      return `${cannot([text])}: "${sayStep(step)}" needs this, and nothing brings it about: ${missing.text}`
  }
  return undefined
}

type Step = ReturnType<DataDomain['steps']>[number]

interface LastStep {
  readonly step: Step
  /** the checks that do not hold now */
  readonly unmet: readonly { readonly text: string; readonly formula: string }[]
}

const MOST_STEPS = 4_000
/** Of each of them every check may cost a search. */
const MOST_LAST = 4

/** Steps that would reach the goal if their checks held; those that lack the least first. */
function lastSteps({ world, state }: Where, goal: Expected): readonly LastStep[] {
  return world
    .steps(MOST_STEPS)
    .flatMap((step): LastStep[] => {
      const commands = world.intend(step, state)
      const [command] = commands.ok ? commands.value : []
      if (command === undefined) return []
      const isMeans = world.unchecked(state, command).some((end) => isTrue(goal.holds, taskEnv(end, state)))
      if (!isMeans) return []
      const seen = world.explain(state, command).filter(({ holds }) => !holds)
      return [{ step, unmet: seen.flatMap(({ checkId, text }) => formulaOf(world, step, checkId, text)) }]
    })
    .sort((a, b) => a.unmet.length - b.unmet.length)
    .slice(0, MOST_LAST)
}

/** A check with what the step is done to in the place of its ports. */
function formulaOf({ rules }: DataDomain, { skill, args }: Step, checkId: string, text: string) {
  const own = rules.skills.find(({ name }) => name === skill)
  const formula = own?.checks
    .find(({ id }) => id === checkId)
    ?.holds?.replaceAll(/\?(\w+)/g, (written, port: string) => args[port] ?? written)
  const isOpen = own?.ports.some(({ name }) => formula?.includes(`?${name}`)) === true
  return formula === undefined || isOpen ? [] : [{ text, formula }]
}

function goalFrom(world: DataDomain, holds: string): Expected | undefined {
  const task = taskFrom(
    { task: 'check', text: 'A check.', goals: [{ text: 'so', holds }] },
    () => undefined,
    world,
  )
  return task.ok ? task.value.goals[0] : undefined
}
