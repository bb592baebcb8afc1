import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { EXIT } from '#app/command-line/exit-code.js'
import type { LearnRunEnd } from '#app/learn-run.js'
import type { KeptOrder } from '#app/orders/kept-order.js'
import { ms } from '#base/units.js'
import { pursueOrder, type OrderPorts } from '#cli/do/pursue-order.js'
import type { Planned } from '#instructions/decide.js'
import { planThrough } from '#instructions/repair/proof.js'
import type { Step } from '#instructions/repair/attempt.js'
import type { TriedStep } from '#learning/episode.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import type { Fluents } from '#worlds/value.js'
import { smallTask, STORE } from '../../instructions/repair/small-worlds.js'

const GOALS = ['place(red) = shelf', 'place(blue) = left']

/** A small world with an order of three steps: what is killed at each of its calls must be small. */
export const orderWorld = (): TaskDomain => smallTask(STORE.replace('FAILS', '[]'), GOALS)

export function orderedIn(domain: TaskDomain): Planned {
  const plan = planThrough(domain, domain.initial)
  if (plan === undefined) throw new Error('there is a plan')
  const goals = GOALS.map((formula) => ({ formula, text: formula }))
  const task = { task: 'order', text: 'an order', goals: GOALS.map((holds) => ({ text: holds, holds })) }
  const reading = { goals, never: [], order: [], assumes: [], fit: 1, left: [], isUnsafe: false }
  return { reading, order: task, domain, plan: { ...plan, points: 0 } }
}

export const lineOf = ({ reading, order }: Planned): Parameters<typeof KeptOrder.begin>[1] => ({
  order: 'put the red box on the shelf and the blue one on the left',
  world: 'store',
  reading: { goals: reading.goals.map((goal) => ({ ...goal })), never: [], order: [] },
  task: { ...order, goals: [...order.goals] },
  seed: 1,
  faults: 'none',
})

/** A robot that stays as it is when whoever commands it is killed: a file has every step that it has taken. */
export class LastingRobot {
  readonly #file: string
  readonly #domain: TaskDomain

  constructor(file: string, domain: TaskDomain) {
    this.#file = file
    this.#domain = domain
  }

  get moved(): readonly Step[] {
    if (!existsSync(this.#file)) return []
    return readFileSync(this.#file, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Step)
  }

  get state(): Fluents {
    return this.moved.reduce((state, step) => this.#after(state, step), this.#domain.initial)
  }

  move({ skill, args }: Step): void {
    appendFileSync(this.#file, `${JSON.stringify({ skill, args })}\n`)
  }

  #after(state: Fluents, step: Step): Fluents {
    const commands = this.#domain.intend(step, state)
    const [command] = commands.ok ? commands.value : []
    const verdict = command === undefined ? undefined : this.#domain.judge(state, command)
    if (verdict?.ok !== true) throw new Error(`${step.skill} is not possible there`)
    return verdict.value.outcomes[0]
  }
}

/** Carries an order out with that robot, as an episode does: each step is kept before it moves anything. */
export function carriedOut(
  first: Planned,
  robot: LastingRobot,
  { kept, heard = () => undefined, ...before }: Carried,
): ReturnType<typeof pursueOrder> {
  return pursueOrder(first, {
    run: async (planned, hear, unclear) => {
      await kept.plan(planned.plan.steps, planned.domain.initial, unclear)
      hear(episode(planned, robot, { kept, heard }))
      return EXIT.ok
    },
    agrees: () => Promise.resolve(true),
    say: () => undefined,
    ...before,
  })
}

interface Carried extends Pick<OrderPorts, 'tried' | 'unclear'> {
  readonly kept: KeptOrder
  /** hears what must never be lost after this word */
  readonly heard?: (what: 'begun' | 'ended', step: Step) => void
}

function episode(
  { plan, domain }: Planned,
  robot: LastingRobot,
  { kept, heard = () => undefined }: Pick<Carried, 'kept' | 'heard'>,
): LearnRunEnd {
  let belief = domain.initial
  const tried: TriedStep[] = []
  for (const step of plan.steps) {
    const { skill, args } = step
    const commands = domain.intend(step, belief)
    const [command] = commands.ok ? commands.value : []
    const verdict = command && domain.judge(belief, command)
    if (command === undefined || verdict?.ok !== true) continue
    const before = belief
    kept.begins({ skill, args: { ...args } }, before)
    heard('begun', step)
    robot.move(step)
    belief = verdict.value.outcomes[0]
    const attempt = { path: '/', command, begun: ms(0), ended: ms(0), result: 'done', text: '' } as const
    kept.ended({ ...attempt, before, after: belief }, true)
    heard('ended', step)
    const facts = { before: Object.fromEntries(before), after: Object.fromEntries(belief) }
    tried.push({ path: '/', skill, args, t: 0, seconds: 0, result: 'done', ...facts })
  }
  const [start, end] = [Object.fromEntries(domain.initial), Object.fromEntries(belief)]
  const record = { facts: { start, end, believed: { start, end } }, tried }
  return { kind: 'done', summary: {}, records: [record] } as unknown as LearnRunEnd
}
