import { describe, expect, expectTypeOf, it } from 'vitest'
import { VirtualClock } from '#base/clock.js'
import { defineRobot } from '#drivers/define-robot.js'
import { DriverSession } from '#drivers/driver-session.js'
import type { DriverEvent, Order } from '#drivers/session/driver-event.js'

/** An arm whose motions end when the test says so. */
function armRig(pick: (signal: AbortSignal) => Promise<void>) {
  const clock = new VirtualClock()
  const calls: unknown[] = []
  const robot = defineRobot({
    name: 'arm',
    stopMs: 100,
    heartbeatMs: 500,
    skills: {
      Pick: {
        params: { item: 'text', force: { min: 0, max: 40 }, hand: ['left', 'right'] },
        timeoutMs: 2000,
        run: async (params, { signal, progress }) => {
          expectTypeOf(params).toEqualTypeOf<{
            readonly item: string
            readonly force: number
            readonly hand: 'left' | 'right'
          }>()
          calls.push(params)
          progress(0.5)
          await pick(signal)
        },
      },
      Wave: { params: {}, timeoutMs: 1000, run: () => ({ failed: 'nobody looked' }) },
    },
    facts: ['holding'],
    observe: async () => ({ facts: { holding: 'mug' } }),
    stop: () => void calls.push('stop'),
  })
  const session = new DriverSession({ clock, peer: robot.start({ clock, boot: 'b' }), session: 's' })
  const events: DriverEvent[] = []
  const tick = async (times = 1): Promise<void> => {
    for (let i = 0; i < times; i++) {
      clock.advance(20)
      session.allowHeartbeat()
      session.poll()
      events.push(...session.takeEvents())
      await Promise.resolve()
      await Promise.resolve()
    }
  }
  const order = (params: Order['params'], skill = 'Pick'): Order => ({
    permit: ++permits,
    skill,
    params,
    deadlineMs: 1000,
  })
  let permits = 0
  const ready = async (): Promise<void> => {
    await tick(2)
    session.reset()
    await tick(2)
  }
  return { session, events, calls, tick, order, ready }
}

describe('a robot defined by functions', () => {
  it('gets typed parameters, reports progress and succeeds when the function returns', async () => {
    const { session, events, calls, tick, order, ready } = armRig(async () => undefined)
    await ready()
    const id = session.execute(order({ item: 'mug', force: 5, hand: 'left' }))
    await tick(3)
    expect(session.commandState(id)).toEqual({ done: 'ok' })
    expect(calls).toContainEqual({ item: 'mug', force: 5, hand: 'left' })
    expect(events).toContainEqual({ kind: 'progress', id, fraction: 0.5 })
    session.observe()
    await tick(3)
    expect(events.at(-1)).toMatchObject({ observation: { facts: [{ fact: 'holding', value: 'mug' }] } })
  })

  it('refuses values outside their declaration before anything runs', async () => {
    const { session, events, calls, tick, order, ready } = armRig(async () => undefined)
    await ready()
    calls.length = 0
    for (const params of [
      { item: 'mug', force: 41, hand: 'left' },
      { item: 'mug', force: 4, hand: 'both' },
      { item: 7, force: 4, hand: 'left' },
      { item: 'mug', force: 4 },
      { item: 'mug', force: 4, hand: 'left', more: 1 },
    ])
      session.execute(order(params))
    await tick(2)
    const refused = events.filter((event) => event.kind === 'commandRefused')
    expect(refused.map(({ reason }) => reason)).toEqual(Array(5).fill('bad-params'))
    expect(refused[0]?.text).toBe('force is 41, expected a number from 0 to 40')
    expect(calls).toEqual([])
  })

  it('fails when the function throws or says so', async () => {
    const { session, tick, order, ready } = armRig(() => Promise.reject(new Error('slipped')))
    await ready()
    const threw = session.execute(order({ item: 'mug', force: 5, hand: 'left' }))
    await tick(4)
    const said = session.execute(order({}, 'Wave'))
    await tick(3)
    expect([session.commandState(threw), session.commandState(said)]).toEqual([
      { done: 'failed', reason: 'slipped' },
      { done: 'failed', reason: 'nobody looked' },
    ])
  })

  it('aborts the signal on a stop, and calls stop', async () => {
    const { session, calls, tick, order, ready } = armRig(
      (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    )
    await ready()
    calls.length = 0
    const id = session.execute(order({ item: 'mug', force: 5, hand: 'left' }))
    await tick(3)
    session.stop()
    await tick(4)
    expect(session.commandState(id)).toMatchObject({ done: 'stopped' })
    expect(calls.at(-1)).toBe('stop')
  })

  it('a function that ignores the signal ends in SAFE as a fault, and nothing else is accepted', async () => {
    const { session, tick, order, ready, events } = armRig(() => new Promise(() => undefined))
    await ready()
    const id = session.execute(order({ item: 'mug', force: 5, hand: 'left' }))
    await tick(3)
    session.stop()
    await tick(10)
    expect(session.beat).toMatchObject({ safe: true, why: 'fault', moving: true })
    expect(session.commandState(id)).toMatchObject({ done: 'stopped' })
    session.reset()
    await tick(2)
    expect(events.at(-1)).toMatchObject({ kind: 'resetRefused' })
  })

  it('a fault() that throws is a fault: the robot stays SAFE, with the reason', () => {
    const clock = new VirtualClock()
    let broken = false
    const robot = defineRobot({
      name: 'arm',
      stopMs: 100,
      heartbeatMs: 500,
      skills: {},
      observe: () => ({ facts: {} }),
      stop: () => undefined,
      fault: () => {
        if (broken) throw new Error('the bus is gone')
        return undefined
      },
    })
    const side = robot.start({ clock, boot: 'b' })
    side.send({ kind: 'hello', rpc: 1, session: 's', contract: { major: 1, minor: 0 } })
    side.send({ kind: 'heartbeat', n: 1 })
    side.send({ kind: 'reset', rpc: 2 })
    expect(side.take()).toContainEqual({ kind: 'heartbeat', beat: { heard: 1, moving: false, safe: false } })
    broken = true
    side.advance()
    side.send({ kind: 'reset', rpc: 3 })
    const said = side.take()
    expect(said).toContainEqual({
      kind: 'refused',
      rpc: 3,
      code: 'safe',
      text: 'fault() failed: the bus is gone',
    })
    expect(said.find(({ kind }) => kind === 'heartbeat')).toMatchObject({
      beat: { safe: true, why: 'fault' },
    })
  })
})
