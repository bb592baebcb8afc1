import { describe, expect, it } from 'vitest'
import { EXIT } from '#app/command-line/exit-code.js'
import type { LearnRunEnd } from '#app/learn-run.js'
import { pursueOrder } from '#cli/do/pursue-order.js'
import type { Planned } from '#instructions/decide.js'
import { planThrough } from '#instructions/repair/proof.js'
import type { TriedStep } from '#learning/episode.js'
import type { Fluents } from '#worlds/value.js'
import { but, smallTask, STORE } from '../../instructions/repair/small-worlds.js'

const domain = smallTask(STORE.replace('FAILS', '[]'), ['place(red) = shelf'])
const goals = [{ formula: 'place(red) = shelf', text: 'the red box is on the shelf' }]

function plannedOrder(): Planned {
  const plan = planThrough(domain, domain.initial)
  if (plan === undefined) throw new Error('there is a plan')
  const order = {
    task: 'order',
    text: 'an order',
    goals: goals.map(({ formula, text }) => ({ text, holds: formula })),
  }
  const reading = { goals, never: [], order: [], assumes: [], fit: 1, left: [], isUnsafe: false }
  return { reading, order, domain, plan: { ...plan, points: 0 } }
}

/** How an episode ends in which one step was tried. */
function ended(
  tried: Pick<TriedStep, 'skill' | 'args' | 'result'>,
  before: Fluents,
  after: Fluents,
): LearnRunEnd {
  const changed = [...after].filter(([fact, value]) => before.get(fact) !== value)
  const step = {
    ...{ path: '/0', t: 0, seconds: 1, text: 'it is stuck', ...tried },
    ...{ before: Object.fromEntries(before), after: Object.fromEntries(changed) },
  }
  const end = Object.fromEntries(after)
  const start = Object.fromEntries(before)
  const record = { facts: { start, end, believed: { start, end } }, tried: [step] }
  return { kind: 'done', summary: {}, records: [record] } as unknown as LearnRunEnd
}

const stepsOf = ({ plan }: Planned): string =>
  plan.steps.map(({ skill, args }) => [skill, ...Object.values(args)].join(' ')).join(', ')

const NOBODY = 'nobody'

/** Carries the order out where each tree ends as it is said. */
async function carriedOut(ends: readonly LearnRunEnd[], agrees: boolean | typeof NOBODY = true) {
  const [ran, said]: [Planned[], string[]] = [[], []]
  const { code, ended } = await pursueOrder(plannedOrder(), {
    run: (planned, hear) => {
      const end = ends[ran.length]
      ran.push(planned)
      if (end !== undefined) hear(end)
      return Promise.resolve(end === undefined ? EXIT.linkLost : EXIT.ok)
    },
    agrees: () => Promise.resolve(agrees === NOBODY ? undefined : agrees),
    say: (line) => void said.push(line),
  })
  return { code, ended, ran, said }
}

const stuck = ended(
  { skill: 'Pick', args: { box: 'red' }, result: 'exec_fail' },
  domain.initial,
  domain.initial,
)
const shelf = but(domain.initial, { 'place(red)': 'shelf' })
const put = ended(
  { skill: 'Put', args: { box: 'red', spot: 'shelf' }, result: 'done' },
  domain.initial,
  shelf,
)

describe('MOD-13: an order whose tree has failed', () => {
  it('goes on with another plan, which begins with what is believed then', async () => {
    const { code, ran, said } = await carriedOut([stuck, put])
    expect(code).toBe(EXIT.ok)
    expect(ran.map(stepsOf)).toEqual(['Pick red, Put red shelf', 'Pick red side, Put red shelf'])
    expect(ran[1]?.order.start).toEqual(Object.fromEntries(domain.initial))
    expect(said).toEqual(['I try it in another way: Pick: red, side; Put: red, shelf', 'It is done.'])
  })

  it('takes a step that a robot reports with its defaults for the step of the plan', async () => {
    const args = { box: 'red', way: 'above' }
    const whole = ended({ skill: 'Pick', args, result: 'exec_fail' }, domain.initial, domain.initial)
    const { ran } = await carriedOut([whole, put])
    expect(ran.map(stepsOf)).toEqual(['Pick red, Put red shelf', 'Pick red side, Put red shelf'])
  })

  it('PRAG-07: says what was tried in all of its plans, and whether it was completed, unless it was cut short', async () => {
    const { ended: done } = await carriedOut([stuck, put])
    expect(done?.tried.map(({ skill, outcome }) => `${skill} ${outcome}`)).toEqual([
      'Pick failed',
      'Put done',
    ])
    expect(done?.completed).toBe(true)
    expect((await carriedOut([stuck, put], false)).ended).toMatchObject({
      completed: false,
      tried: [{ skill: 'Pick' }],
    })
    expect((await carriedOut([stuck])).ended).toBeUndefined()
  })

  it('is cut short where nobody answers, as after Ctrl-C: it can be gone on with, and teaches nothing', async () => {
    const { code, ended, ran } = await carriedOut([stuck, put], NOBODY)
    expect([code, ended, ran.length]).toEqual([EXIT.interrupted, undefined, 1])
  })

  it('moves no further without agreement, and not at all once the robot has gone', async () => {
    const refused = await carriedOut([stuck, put], false)
    expect([refused.code, refused.ran.length]).toEqual([EXIT.failed, 1])
    const gone = await carriedOut([stuck])
    expect([gone.code, gone.ran.length]).toEqual([EXIT.linkLost, 2])
  })

  it('ends with a question when it does not get on', async () => {
    const { code, ran, said } = await carriedOut([stuck, stuck, stuck, stuck, stuck, stuck])
    expect(code).toBe(EXIT.failed)
    expect(ran.length).toBeGreaterThan(1)
    expect(ran.length).toBeLessThan(6)
    expect(said.at(-1)).toMatch(/Can you help with it|too often/)
  })
})
