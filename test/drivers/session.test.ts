import { describe, expect, it } from 'vitest'
import { VirtualClock } from '#base/clock.js'
import type { DriverMessage, HostMessage, LineProblem } from '#drivers/contract.js'
import type { DriverEvent } from '#drivers/session/driver-event.js'
import { DriverSession } from '#drivers/driver-session.js'
import { Rig, ScriptedPeer, TICK } from './support/rig.js'
import { SIM_OFFER } from './support/sim-body.js'

describe('a session with a driver', () => {
  it('comes up, is SAFE until reset, runs a command and hears of its end once', () => {
    const rig = new Rig()
    rig.tick(2)
    expect(rig.session.status).toBe('up')
    expect(rig.session.beat).toMatchObject({ safe: true, why: 'start', moving: false })
    const early = rig.move(100, 1)
    rig.tick(2)
    expect([rig.session.commandState(early), rig.session.refusal(early)]).toEqual(['refused', 'safe'])
    rig.session.reset()
    rig.tick(2)
    const id = rig.move(100, 2)
    rig.tick(1)
    expect(rig.session.commandState(id)).toBe('accepted')
    rig.tick(10)
    expect(rig.session.commandState(id)).toEqual({ done: 'ok' })
    expect(rig.kinds()).toEqual(['up', 'commandRefused', 'ready', 'accepted', 'progress', 'done'])
    expect(rig.robot.begun.map(({ permit }) => permit)).toEqual([2])
  })

  it('stops a running command outside every queue, and it ends once as stopped when the robot stands', () => {
    const rig = new Rig().ready()
    const id = rig.move(3000, 1)
    rig.tick(5)
    rig.session.stop()
    expect(rig.session.stopping).toBe(true)
    const late = rig.move(100, 2)
    rig.tick(1)
    expect(rig.session.stopping).toBe(false)
    expect([rig.session.commandState(id), rig.session.refusal(late)]).toEqual(['accepted', 'cancelled'])
    rig.tick(5)
    expect(rig.session.commandState(id)).toEqual({ done: 'stopped', reason: 'stopped by the host' })
    expect(rig.session.beat).toMatchObject({ moving: false, safe: false })
    rig.tick(100)
    expect(rig.kinds().filter((kind) => kind === 'done')).toHaveLength(1)
  })

  it('no command leaves between a stop and standing still, whoever asks', () => {
    const rig = new Rig().ready()
    rig.move(3000, 1)
    rig.tick(5)
    rig.session.stop()
    const asked: { readonly what: string; readonly stands: number }[] = []
    let stands = 0
    for (let permit = 2; permit < 16; permit++) {
      rig.tick(1)
      stands = rig.session.beat?.moving === false ? stands + 1 : 0
      const id = rig.move(20, permit)
      asked.push({ what: rig.session.refusal(id) ?? 'sent', stands: (stands - 1) * TICK })
      if (asked.at(-1)?.what === 'sent') break
    }
    expect(asked.at(-1)).toEqual({ what: 'sent', stands: 100 })
    expect(new Set(asked.slice(0, -1).map(({ what }) => what))).toEqual(new Set(['cancelled']))
  })

  it('e-stop ends in SAFE, which a reset leaves once the robot stands', () => {
    const rig = new Rig().ready()
    rig.move(3000, 1)
    rig.tick(5)
    rig.session.estop()
    rig.session.reset()
    rig.tick(1)
    expect(rig.events.at(-1)).toMatchObject({ kind: 'resetRefused', text: 'the robot does not stand yet' })
    rig.tick(5)
    expect(rig.kinds()).toContain('safe')
    rig.session.reset()
    rig.tick(1)
    expect(rig.session.beat?.safe).toBe(false)
  })

  it('a command that lasts longer than its deadline is ended as failed by the driver', () => {
    const rig = new Rig().ready()
    const id = rig.move(3000, 1, 400)
    rig.tick(30)
    expect(rig.session.commandState(id)).toEqual({ done: 'failed', reason: 'its time was over' })
  })

  it('a loop that does not say that it is healthy sends no heartbeat, and the driver makes itself safe', () => {
    const rig = new Rig().ready()
    const id = rig.move(4000, 1)
    rig.tick(5)
    rig.healthy = false
    rig.tick(25)
    expect(rig.session.beat).toMatchObject({ safe: true, why: 'silence', moving: false })
    expect(rig.session.commandState(id)).toMatchObject({ done: 'stopped' })
    expect(rig.events.filter(({ kind }) => kind === 'safe')).toEqual([
      { kind: 'safe', why: 'silence', asked: false },
    ])
  })

  it('refuses what cannot be sent, at once and with a reason', () => {
    const rig = new Rig()
    expect(rig.session.refusal(rig.move(100, 1))).toBe('linkLost')
    rig.ready()
    expect(rig.session.refusal(rig.move(Number.NaN, 2))).toBe('bad-params')
    expect(rig.session.refusal(rig.move(100, 0))).toBe('bad-params')
    expect(rig.robot.begun).toEqual([])
  })

  it('a command leaves only when the journal has it, and a stop withdraws it', () => {
    const durable = new Set<number>()
    const entries: string[] = []
    const rig = new Rig({
      journal: (entry) => void entries.push(entry.kind),
      journaled: (id) => durable.has(id),
    }).ready()
    const [first, second] = [rig.move(40, 1), rig.move(40, 2)]
    rig.tick(3)
    expect([rig.session.commandState(first), rig.robot.begun.length]).toEqual(['queued', 0])
    durable.add(first)
    rig.tick(3)
    expect([rig.session.commandState(first), rig.session.commandState(second)]).toEqual([
      { done: 'ok' },
      'queued',
    ])
    rig.session.stop()
    durable.add(second)
    rig.tick(3)
    expect([rig.session.refusal(second), rig.robot.begun.length]).toEqual(['cancelled', 1])
    expect(entries).toEqual(['issued', 'issued', 'settled', 'settled'])
  })

  it('observes when asked, and not before it is up', () => {
    const rig = new Rig()
    expect(rig.session.observe()).toBeUndefined()
    rig.ready()
    const asked = rig.session.observe({ facts: ['at'] })
    rig.tick(1)
    expect(rig.events.at(-1)).toEqual({
      kind: 'observed',
      request: asked,
      observation: { facts: [{ fact: 'at', value: false, confidence: 1, ageMs: 0 }] },
    })
    rig.session.observe({ facts: ['smell'] })
    rig.tick(1)
    expect(rig.events.at(-1)).toMatchObject({
      kind: 'observeRefused',
      text: 'bad-params: it cannot observe smell',
    })
  })
})

describe('an answer that cannot be read', () => {
  /** @param garbled the kind of request whose answer is garbage */
  const session = (garbled: HostMessage['kind']) => {
    const clock = new VirtualClock()
    const problems: LineProblem[] = []
    const peer = new ScriptedPeer((message) => {
      if (message.kind === 'heartbeat')
        return [{ kind: 'heartbeat', beat: { heard: message.n, moving: false, safe: false } }]
      const { rpc } = message
      if (message.kind === garbled) {
        problems.push({ code: 'driver.bad-line', severity: 'error', message: 'no message', rpc })
        return []
      }
      if (message.kind === 'hello')
        return [{ kind: 'hello', rpc, hello: { contract: { major: 1, minor: 0 }, ...SIM_OFFER } }]
      return [
        message.kind === 'observe'
          ? { kind: 'observed', rpc, observation: { facts: [] } }
          : { kind: 'done', rpc },
      ]
    })
    const reading = Object.assign(peer, { takeProblems: () => problems.splice(0) })
    const session = new DriverSession({ clock, peer: reading, session: 's' })
    const pass = (ms: number): DriverEvent[] => {
      for (let t = 0; t < ms; t += TICK) {
        clock.advance(TICK)
        session.allowHeartbeat()
        session.poll()
      }
      return session.takeEvents()
    }
    pass(100)
    return { session, pass, peer }
  }

  it.each(['stop', 'estop'] as const)('to %s is none: the driver is deaf', (kind) => {
    const { session: one, pass } = session(kind)
    one[kind]()
    pass(500)
    expect(one.stopping).toBe(true)
    expect(pass(700)).toContainEqual({
      kind: 'lost',
      why: 'deaf',
      text: `${kind} was not answered within 1000 ms`,
    })
  })

  it('to observe says that nothing was seen, and the next question is asked', () => {
    const { session: one, pass, peer } = session('observe')
    one.observe()
    expect(pass(100)).toContainEqual(expect.objectContaining({ kind: 'observeRefused' }))
    one.observe()
    expect(peer.sent.filter(({ kind }) => kind === 'observe')).toHaveLength(2)
  })

  it('to hello ends the session at once', () => {
    expect(session('hello').session.status).toBe('refused')
  })

  it('a reset that is granted after a newer e-stop counts for nothing', () => {
    const { session: one, pass } = session('heartbeat')
    one.reset()
    one.estop()
    const events = pass(100)
    expect(events).toContainEqual({ kind: 'resetRefused', text: 'an e-stop followed it' })
    expect(events.map(({ kind }) => kind)).not.toContain('ready')
  })

  it('a fault after an e-stop is no answer to that', () => {
    const { session: one, pass, peer } = session('execute')
    one.reset()
    pass(100)
    one.estop()
    const heard = peer.sent.filter(({ kind }) => kind === 'heartbeat').length
    peer.say({ kind: 'heartbeat', beat: { heard, moving: false, safe: true, why: 'fault' } })
    expect(pass(20)).toContainEqual({ kind: 'safe', why: 'fault', asked: false })
  })
})

describe('motion that nobody has permitted', () => {
  const hello = (rpc: number): DriverMessage => ({
    kind: 'hello',
    rpc,
    hello: { contract: { major: 1, minor: 0 }, ...SIM_OFFER },
  })

  it('is a breach and is stopped, and ends the session when it goes on', () => {
    const clock = new VirtualClock()
    let moving = false
    const peer = new ScriptedPeer((message) => {
      if (message.kind === 'hello') return [hello(message.rpc)]
      if (message.kind === 'heartbeat')
        return [{ kind: 'heartbeat', beat: { heard: message.n, moving, safe: false } }]
      return 'rpc' in message ? [{ kind: 'done', rpc: message.rpc }] : []
    })
    const session = new DriverSession({ clock, peer, session: 's' })
    const pass = (ms: number): void => {
      for (let t = 0; t < ms; t += TICK) {
        clock.advance(TICK)
        session.allowHeartbeat()
        session.poll()
      }
    }
    const stops = (): number => peer.sent.filter(({ kind }) => kind === 'stop').length
    const breaches = (): string[] =>
      session.takeEvents().flatMap((event) => (event.kind === 'breach' ? [event.breach] : []))
    pass(SIM_OFFER.stopMs + 2000)
    expect([stops(), breaches()]).toEqual([0, []])
    moving = true
    pass(300)
    expect([stops(), breaches()]).toEqual([1, ['unpermitted-motion']])
    pass(SIM_OFFER.stopMs + 1000)
    expect([session.status, stops(), peer.sent.at(-1)?.kind]).toEqual(['lost', 1, 'estop'])
    expect(breaches()).toEqual(['moves-after-stop'])
  })
})
