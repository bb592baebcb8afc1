import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EXIT } from '#app/command-line/exit-code.js'
import { defaultRunOptions } from '#app/command-line/order-options.js'
import { cutOffOrders } from '#app/orders/found-orders.js'
import { KeptOrder } from '#app/orders/kept-order.js'
import { loadWorld } from '#app/world/load-world.js'
import { must } from '#base/result.js'
import { executeDo } from '#cli/do/execute-do.js'
import { newFolder } from '../../store/site/support/store.js'

let said = ''
beforeEach(() => {
  said = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => (said += String(text)) !== '')
})
afterEach(() => vi.restoreAllMocks())

const loaded = must(await loadWorld({ world: 'home' }), 'the home')
const { domain } = loaded

const goal = { text: 'the fridge is open', formula: 'open(fridge)' }
const ORDER = {
  ...{ order: 'open the fridge', world: 'home', seed: 1, faults: 'none' as const },
  reading: { goals: [goal], never: [], order: [] },
  task: { task: 'order', text: 'open the fridge', goals: [{ text: goal.text, holds: goal.formula }] },
}
const STEPS = [
  { skill: 'GoTo', args: { place: 'fridge' } },
  { skill: 'Open', args: { container: 'fridge' } },
]

/** An order that was cut off in its step of this number, from 0; none: before any. */
async function cutOff(at?: number): Promise<string> {
  const out = newFolder()
  const kept = must(KeptOrder.begin({ root: out, domain }, ORDER), 'the log')
  await kept.plan(STEPS, domain.initial)
  const there = new Map([...domain.initial, ['at', 'fridge'], ['robot_in', 'kitchen']] as const)
  const step = STEPS[at ?? 0]
  if (at !== undefined && step !== undefined) kept.begins(step, at === 0 ? domain.initial : there)
  // as a killed process leaves it: the lock is the kernel's
  await kept.close(false)
  return out
}

function run(order: string, out: string, more: object = {}) {
  const options = { ...defaultRunOptions(), world: 'home', yes: true, plan: false, memory: false, out }
  return executeDo(order, { ...options, ...more }, new AbortController().signal)
}
const runsIn = (out: string) => readdirSync(out).filter((name) => name !== 'orders')

describe('an order that was cut off', () => {
  it('stands in the way of another one, of which nothing is begun', async () => {
    const out = await cutOff(1)
    expect(await run('close the fridge and open the cabinet', out)).toBe(EXIT.usage)
    expect(said).toMatch(
      /error do\.cut-off: The order "open the fridge" was cut off .*, while doing this: Open: fridge\./,
    )
    expect(said).toMatch(/graft do --resume; or drop it: graft do --forget/)
    expect(runsIn(out)).toEqual([])
    expect(cutOffOrders(out)).toHaveLength(1)
  })

  it('is only noted where nothing is to move', async () => {
    const out = await cutOff(0)
    expect(await run('open the cabinet', out, { plan: true })).toBe(EXIT.ok)
    expect(said).toMatch(/^Note: The order "open the fridge" was cut off in its first step/)
  })

  it('is forgotten on request, and there is nothing to forget or resume then', async () => {
    const out = await cutOff(1)
    expect(await run('', out, { forget: true })).toBe(EXIT.ok)
    expect(said).toMatch(/It is forgotten\.\n$/)
    expect(existsSync(join(out, 'orders', 'home', 'order.jsonl'))).toBe(false)
    expect(await run('', out, { forget: true })).toBe(EXIT.usage)
    expect(await run('', out, { goOn: true })).toBe(EXIT.usage)
    expect(said.match(/do\.nothing-cut-off/g)).toHaveLength(2)
  })

  it('is not there when nothing had moved', async () => {
    const out = await cutOff()
    expect(cutOffOrders(out)).toEqual([])
  })

  it('is resumed alone', async () => {
    const out = await cutOff(1)
    expect(await run('open the cabinet', out, { goOn: true })).toBe(EXIT.usage)
    expect(await run('', out, { goOn: true, forget: true })).toBe(EXIT.usage)
    expect(said.match(/do\.resumed-alone/g)).toHaveLength(2)
    expect(cutOffOrders(out)).toHaveLength(1)
  })

  it('is planned anew from what the sensors show, with nothing moved before it is agreed to', async () => {
    const out = await cutOff(1)
    expect(await run('', out, { goOn: true, plan: true })).toBe(EXIT.ok)
    expect(said).toMatch(/was cut off in its first step, while doing this: Open: fridge\./)
    // the robot stands before the fridge, and sees that it is closed
    expect(said).toMatch(/I will do this, in 1 step:\n {2}1\. Open: fridge\n$/)
    expect(runsIn(out)).toEqual([])
    const [cut] = cutOffOrders(out)
    expect(cut?.inFlight).toEqual(STEPS[1])
  })

  it('is refused where the world is another one by now', async () => {
    const out = newFolder()
    const task = { ...ORDER.task, goals: [{ text: 'the oven is on', holds: 'on(oven)' }] }
    const kept = must(KeptOrder.begin({ root: out, domain }, { ...ORDER, task }), 'the log')
    kept.begins({ skill: 'GoTo', args: { place: 'fridge' } }, domain.initial)
    await kept.close(false)
    expect(await run('', out, { goOn: true })).toBe(EXIT.usage)
    expect(said).toMatch(/error do\.other-world: /)
    expect(cutOffOrders(out)).toHaveLength(1)
  })
})
