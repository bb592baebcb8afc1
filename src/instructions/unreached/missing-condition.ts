import type { DataDomain } from '#worlds/assemble.js'
import type { CheckSeen } from '#worlds/run/explain.js'
import type { Expected } from '#worlds/run/skill.js'
import { isTrue, taskEnv, wordsOf } from '#worlds/task/task.js'
import { taskFrom } from '#worlds/task/load-task.js'
import type { Fluents } from '#worlds/value.js'
import { sayStep } from '../say.js'
import { called } from '../wording.js'
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
export function missingCondition(where: Where, goal: Expected, can: Can): string | undefined {
  const text = wordsOf(goal, taskEnv(where.state, where.state))
  const last = lastSteps(where, goal)
  if (last.length === 0) return `${cannot([text])}: nothing that can be done here has that effect`
  const why = causeOf(where, goal, can, { last, deepest: DEEPEST })
  return why === undefined ? undefined : `${cannot([text])}: ${why}`
}

type Can = (goal: Expected) => boolean

/** That a thing is not in the gripper is no reason where it cannot be taken: why not is. */
const DEEPEST = 2

interface Deeper {
  readonly last: readonly LastStep[]
  readonly deepest: number
}

function causeOf(
  { world, state }: Where,
  goal: Expected,
  can: Can,
  { last, deepest }: Deeper,
): string | undefined {
  const things = new Set(goal.holds.source.match(/\w+/g) ?? [])
  const unmet = last
    .flatMap((one, at) => one.unmet.map((check) => ({ ...check, at, shared: sharedOf(check, things) })))
    .sort((a, b) => b.shared - a.shared || a.at - b.at)
  const missing = unmet.find(({ formula }) => {
    const needed = goalFrom(world, formula)
    // what is no goal is decided by what the step is done to: it stays as it is
    return needed === undefined || !can(needed)
  })
  const step = missing && last[missing.at]?.step
  if (missing === undefined || step === undefined) return undefined
  const needed = deepest > 0 ? goalFrom(world, missing.formula) : undefined
  const before = needed === undefined ? [] : lastSteps({ world, state }, needed)
  const deeper = needed && causeOf({ world, state }, needed, can, { last: before, deepest: deepest - 1 })
  return (
    deeper ??
    wrongIn(missing) ??
    `"${sayStep(step)}" needs this, and nothing brings it about: ${missing.text}`
  )
}

type Step = ReturnType<DataDomain['steps']>[number]

/** A check of a step that does not hold now. */
interface Unmet {
  readonly text: string
  readonly formula: string
  readonly advice: string
}

interface LastStep {
  readonly step: Step
  readonly unmet: readonly Unmet[]
}

const MOST_STEPS = 4_000
/** Of each of them every check may cost a search. */
const MOST_LAST = 4

/** How many of the things that were asked about a check is about: the more, the better it tells why just these fail. */
const sharedOf = ({ formula }: Unmet, things: ReadonlySet<string>): number =>
  new Set((formula.match(/\w+/g) ?? []).filter((name) => things.has(name))).size

/** What is wrong in the words of the world file, without the advice to whoever writes plans that follows it. */
function wrongIn({ advice }: Unmet): string | undefined {
  const [, wrong] = /^([^:=`"]+): /.exec(advice) ?? []
  return wrong?.replaceAll(/\w+_\w+/g, called)
}

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
      return [{ step, unmet: seen.flatMap((check) => unmetOf(world, step, check)) }]
    })
    .sort((a, b) => a.unmet.length - b.unmet.length)
    .slice(0, MOST_LAST)
}

/** A check with what the step is done to in the place of its ports. */
function unmetOf(
  { rules }: DataDomain,
  { skill, args }: Step,
  { checkId, text, advice }: CheckSeen,
): Unmet[] {
  const own = rules.skills.find(({ name }) => name === skill)
  const formula = own?.checks
    .find(({ id }) => id === checkId)
    ?.holds?.replaceAll(/\?(\w+)/g, (written, port: string) => args[port] ?? written)
  const isOpen = own?.ports.some(({ name }) => formula?.includes(`?${name}`)) === true
  return formula === undefined || isOpen ? [] : [{ text, formula, advice: advice ?? '' }]
}

function goalFrom(world: DataDomain, holds: string): Expected | undefined {
  const task = taskFrom(
    { task: 'check', text: 'A check.', goals: [{ text: 'so', holds }] },
    () => undefined,
    world,
  )
  return task.ok ? task.value.goals[0] : undefined
}
