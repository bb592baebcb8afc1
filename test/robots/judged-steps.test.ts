import { describe, expect, it } from 'vitest'
import { judgeAfter, judgeBefore } from '#detector/judge.js'
import type { Observation } from '#drivers/contract.js'
import type { Sensing } from '#robots/driver/fact-estimator.js'
import type { StepJudge } from '#robots/driver/step-judge.js'
import { sayJudgement } from '#worlds/run/judgement.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import { seen, SENSING, SlowCart, type Observer } from './support/slow-cart.js'

const judge = (domain: TaskDomain): StepJudge => ({
  before: (step, moment) => judgeBefore(domain, step, moment),
  after: (step, moment) => judgeAfter(domain, step, moment),
})
/** where the cart is, a picture shows; the mug has a sensor */
const PICTURED: Sensing = {
  ...SENSING,
  sourceOf: ({ fact }) => (fact === 'at' ? 'sight' : 'sensor'),
  pictures: (fact) => fact === 'at',
}
const GRASPED = `
domain: cart
text: a cart between a dock and a table
types: { place: [dock, table, sofa] }
state:
  at: { is: place, start: dock }
  mug: { is: place, start: table }
  lamp: { is: bool, start: false }
skills:
  Go: { text: go, ports: { place: place }, checks: [], effect: ['lamp := true'], expected: [lamp] }
`

/** How the step of a cart ended, and what it was judged by. */
function played(said: Observer, parts: { readonly sensing?: Sensing; readonly world?: string } = {}) {
  const cart = new SlowCart(60, 1000, said, { judge, sensing: PICTURED, ...parts })
  const end = cart.end()
  const after = cart.executor.judged?.after
  return {
    kind: end.kind,
    by: after && sayJudgement(after),
    after,
    at: cart.estimator.belief.facts.get('at'),
    cart,
  }
}
const sure = (at: string, confidence: number): Observation => ({
  facts: [{ fact: 'at', value: at, confidence, ageMs: 0 }],
})

describe('PRAG-03: a step is judged by what is seen', () => {
  it('a picture that shows it makes it done, with its confidence', () => {
    const { kind, by } = played((at) => sure(at, 0.9))
    expect({ kind, by }).toEqual({ kind: 'done', by: 'picture, 90 % sure' })
  })

  it('a sensor needs no such word, and where nobody sees anything it is as it is believed', () => {
    expect(played((at) => seen({ at }), { sensing: SENSING }).by).toBe('sensors')
    // nothing tells of the lamp
    const dark = played((at) => seen({ at }), { sensing: SENSING, world: GRASPED })
    expect(dark).toMatchObject({ kind: 'done', by: 'nobody has seen it', after: { unseen: ['lamp'] } })
  })

  it('the robot says that it is done, and nothing has happened: a picture says so, and it has failed', () => {
    const { kind, after, at } = played(() => sure('dock', 0.9))
    expect(kind).toBe('eo_fail')
    expect(after).toMatchObject({ answer: 'no', what: 'at = table', by: ['sight'] })
    expect(at).toBe('dock')
  })

  it('what is hidden from pictures is believed once everybody has looked for as long as it may take', () => {
    const { kind, by, at, cart } = played((at) => (at === 'dock' ? sure(at, 0.9) : seen({ mug: 'table' })))
    expect({ kind, by, at }).toEqual({ kind: 'done', by: 'nobody has seen it', at: 'table' })
    expect(cart.clock.now()).toBeGreaterThan(1500)
  })

  it('a sensor that shows nothing proves nothing, and so does a picture in which a thing is not where it should be', () => {
    const blind = (): Observation => seen({ mug: 'table' })
    expect(played(blind, { sensing: SENSING }).kind).toBe('eo_fail')
    // it is not hidden: it is looked for, and is not there
    const gone = played((at) => sure(at === 'dock' ? at : 'unknown', 0.9))
    expect(gone).toMatchObject({ kind: 'eo_fail', after: { answer: 'not to be seen' } })
  })

  it('a driver that says nothing at all has shown nothing', () => {
    const cart = new SlowCart(60_000, 1000, undefined, { judge, sensing: PICTURED })
    expect(cart.end().kind).toBe('eo_fail')
  })

  it('is asked before it begins, too, by what was seen until then', () => {
    const cart = new SlowCart(60, 1000, (at) => sure(at, 0.9), { judge, sensing: PICTURED })
    cart.end()
    // a skill without checks needs nothing
    expect(cart.executor.judged?.before).toMatchObject({ answer: 'not to be seen', what: '' })
    expect([...cart.estimator.standing.keys()]).toEqual(['at'])
  })

  it('keeps it with the attempt, and nothing where nobody is asked', () => {
    const { cart } = played((at) => sure(at, 0.9))
    expect(cart.executor.attempts).toMatchObject([{ result: 'done', judged: { after: { answer: 'yes' } } }])
    const plain = new SlowCart(60, 1000)
    plain.end()
    expect(plain.executor.attempts[0]).not.toHaveProperty('judged')
  })
})
