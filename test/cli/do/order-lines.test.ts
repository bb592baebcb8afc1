import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutOffIn } from '#app/orders/order-lines.js'

const ORDER = {
  ...{ kind: 'order', format: 1, order: 'put the box away', world: 'store', seed: 1, faults: 'none' },
  reading: { goals: [{ text: 'it is away', formula: 'away' }], never: [], order: [] },
  task: { task: 'order', text: 'put the box away', goals: [{ text: 'it is away', holds: 'away' }] },
}
const [take, put] = [
  { skill: 'Take', args: { box: 'red' } },
  { skill: 'Put', args: { box: 'red', spot: 'shelf' } },
]
const PLAN = { kind: 'plan', steps: [take, put], belief: { held: false }, unclear: [] }
const BEGUN = { kind: 'begun', ...take, args: { ...take.args, way: 'above' }, belief: { held: false } }
const ENDED = {
  ...BEGUN,
  ...{ kind: 'ended', result: 'done', before: { held: false }, after: { held: true } },
}

describe('the log of an order', () => {
  it('tells how far it has come, and what was under way', () => {
    expect(cutOffIn([])).toBeUndefined()
    expect(cutOffIn([ORDER])).toMatchObject({ steps: [], done: 0, inFlight: undefined, belief: undefined })
    expect(cutOffIn([ORDER, PLAN])).toMatchObject({ done: 0, belief: { held: false }, inFlight: undefined })
    expect(cutOffIn([ORDER, PLAN, BEGUN])).toMatchObject({ done: 0, inFlight: { skill: 'Take' } })
    const ended = cutOffIn([ORDER, PLAN, BEGUN, ENDED])
    expect(ended).toMatchObject({ done: 1, belief: { held: true }, inFlight: undefined })
    expect(ended?.ended).toHaveLength(1)
  })

  it('counts what was done of the last plan, not what was tried in vain, and keeps what every plan has tried', () => {
    const failed = { ...ENDED, result: 'exec_fail', text: 'it slipped', after: { held: false } }
    const cut = cutOffIn([ORDER, PLAN, BEGUN, failed, PLAN, BEGUN, ENDED])
    expect([cut?.done, cut?.ended.map(({ result }) => result)]).toEqual([1, ['exec_fail', 'done']])
  })

  it('ends where a line is none that this version knows', () => {
    expect(cutOffIn([ORDER, PLAN, BEGUN, { kind: 'danced' }, ENDED])?.inFlight).toMatchObject({
      skill: 'Take',
    })
    expect(cutOffIn([{ ...ORDER, format: 2 }, PLAN])).toBeUndefined()
  })

  it('never throws, whatever somebody has written there', () => {
    let read = 0
    const line = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom<unknown>(ORDER, PLAN, BEGUN, ENDED),
      fc.record({ kind: fc.constantFrom('order', 'plan', 'begun', 'ended'), belief: fc.jsonValue() }),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.boolean(), (lines, isOrder) => {
        if (cutOffIn(isOrder ? [ORDER, ...lines] : lines) !== undefined) read++
      }),
      { numRuns: 300 },
    )
    expect(read).toBeGreaterThan(100)
  })
})
