import type { PlannedStep } from '#twin/domain/domain.js'
import { formatCall } from '#instructions/lessons/call.js'
import type { Attempt } from '#instructions/lessons/learn/from-attempts.js'
import { searchPlan } from '#worlds/search/search-plan.js'
import { MeansEnds } from '#worlds/search/means-ends.js'
import { taskFrom } from '#worlds/task/load-task.js'
import { withTask, type TaskDomain } from '#worlds/task/with-task.js'
import { must } from '#base/result.js'
import type { DataDomain } from '#worlds/assemble.js'
import type { Fluents } from '#worlds/value.js'
import type { HiddenWorld } from './hidden.js'

/** A robot in a world of which its twin does not know all: steps fail where a hidden check does not hold. */
export class Robot {
  readonly attempts: Attempt[] = []
  state: Fluents
  readonly #world: HiddenWorld
  readonly #pulled = new Set<string>()

  constructor(world: HiddenWorld) {
    this.#world = world
    this.state = world.believed.initial
  }

  /** Executes a step; false where it failed. A step with nothing left to do is passed over. */
  execute({ skill, args }: Pick<PlannedStep, 'skill' | 'args'>): boolean {
    const { fact, real } = this.#world
    const commands = real.intend({ skill, args }, this.state)
    const [command] = commands.ok ? commands.value : []
    if (commands.ok && command === undefined) return true
    const before = this.state
    const verdict = command === undefined ? undefined : real.judge(before, command)
    const call = formatCall({ skill, args })
    const sticks = fact.check === undefined && skill === fact.skill && !this.#pulled.has(call)
    if (sticks) this.#pulled.add(call)
    const succeeds = verdict?.ok === true && !sticks
    if (succeeds) [this.state] = verdict.value.outcomes
    this.attempts.push({ skill, args, before, after: this.state, outcome: succeeds ? 'done' : 'failed' })
    return succeeds
  }

  /** Executes steps as far as they work; true if all did. */
  follow(steps: readonly PlannedStep[], tries: ReadonlyMap<number, number> = new Map()): boolean {
    return steps.every((step, at) => {
      for (let n = 0; n < (tries.get(at) ?? 1); n++) if (this.execute(step)) return true
      return false
    })
  }
}

export const taskIn = (domain: DataDomain, goals: readonly string[]): TaskDomain =>
  withTask(
    domain,
    must(
      taskFrom(
        { task: 'order', text: 'an order', goals: goals.map((holds) => ({ text: holds, holds })) },
        () => undefined,
        domain,
      ),
      'a task',
    ),
  )

export const plan = (domain: TaskDomain, from: Fluents): readonly PlannedStep[] | undefined =>
  searchPlan(domain, from, () => 0)?.steps

export const isReached = ({ goal = [] }: TaskDomain, state: Fluents): boolean =>
  goal.every((one) => one.holds(state))

/** Without memory of the task: the same plan from where the robot stands, so many attempts. */
export function withoutMemory(robot: Robot, domain: TaskDomain, attempts: number): boolean {
  for (let n = 0; n < attempts; n++) {
    const steps = plan(domain, robot.state)
    if (steps !== undefined && robot.follow(steps)) break
  }
  return isReached(domain, robot.state)
}

/**
 * With a simple short-term memory: what failed is not tried again in the same state more than once; another manner,
 * then each change of one more fact, nearest first, then the step again. It stands in for the repairs of `graft do`.
 */
export function withRepairs(robot: Robot, domain: TaskDomain, budget: number): boolean {
  let left = budget
  while (!isReached(domain, robot.state)) {
    const steps = plan(domain, robot.state)
    const failed = steps?.find((step) => !robot.execute(step))
    if (failed === undefined) break
    const worked = [...repairs(failed, robot.state, domain)].some(
      (repair) => left-- > 0 && robot.follow(repair),
    )
    if (!worked) break
  }
  return isReached(domain, robot.state)
}

/** Steps that may make a failed one work, the nearest first; each ends with that step or another manner of it. */
function* repairs(
  failed: PlannedStep,
  state: Fluents,
  domain: TaskDomain,
): Generator<readonly PlannedStep[]> {
  yield [failed]
  const ports = domain.rules.skills.find(({ name }) => name === failed.skill)?.ports ?? []
  for (const { name, values = [], default: usual } of ports) {
    if (usual === undefined) continue
    for (const value of values)
      if (value !== (failed.args[name] ?? usual))
        yield [{ ...failed, args: { ...failed.args, [name]: value } }]
  }
  const facts = [...state].filter(([fact, value]) => typeof value === 'boolean' && isTouched(fact, domain))
  const changes = facts.flatMap(([fact, value]) => {
    const target = { key: fact, holds: (after: Fluents) => after.get(fact) === !value }
    const way = new MeansEnds(domain, { depth: 5, steps: 8, tries: 60, means: 4 }).reach(state, [target])
    return way === null || Object.values(failed.args).some((arg) => fact.includes(`(${arg})`)) ? [] : [way]
  })
  for (const { state: after, steps } of changes.sort((a, b) => a.steps.length - b.steps.length)) {
    const command = domain.intend(failed, after)
    const checks = { key: 'again', holds: (now: Fluents) => isPermitted(failed, now, domain) }
    const back = command.ok ? new MeansEnds(domain).reach(after, [checks]) : null
    const kept = steps.every((step) => step.skill !== failed.skill || formatCall(step) !== formatCall(failed))
    if (back !== null && kept) yield [...steps, ...back.steps, failed]
    else if (kept) yield [...steps, ...(backTo(failed, after, domain) ?? []), failed]
  }
}

/** Steps after which a step is permitted: those of a plan for what it achieves, up to it. */
function backTo(step: PlannedStep, from: Fluents, domain: TaskDomain): readonly PlannedStep[] | undefined {
  const commands = domain.intend(step, from)
  const [command] = commands.ok ? commands.value : []
  const [outcome] = command === undefined ? [] : domain.unchecked(from, command)
  if (outcome === undefined) return undefined
  const changed = [...outcome].filter(([fact, value]) => from.get(fact) !== value)
  const target = {
    key: 'aim',
    holds: (now: Fluents) => changed.every(([fact, value]) => now.get(fact) === value),
  }
  const way = new MeansEnds(domain).reach(from, [target])
  const at = way?.steps.findIndex((one) => formatCall(one) === formatCall(step)) ?? -1
  return at < 0 ? undefined : way?.steps.slice(0, at)
}

function isPermitted(step: PlannedStep, state: Fluents, domain: TaskDomain): boolean {
  const commands = domain.intend(step, state)
  return (
    commands.ok && commands.value.length > 0 && commands.value.every((one) => domain.judge(state, one).ok)
  )
}

const isTouched = (fact: string, { touched }: DataDomain): boolean =>
  touched.has(/^\w+/.exec(fact)?.[0] ?? '')
