import { describe, expect, it } from 'vitest'
import { VirtualClock } from '#base/clock.js'
import type { DriverMessage, HostMessage } from '#drivers/contract.js'
import { DriverSession } from '#drivers/driver-session.js'
import type { CommandId, DriverEvent } from '#drivers/session/driver-event.js'
import { ScriptedPeer, TICK } from './support/rig.js'
import { SIM_OFFER } from './support/sim-body.js'

const HELLO = { contract: { major: 1, minor: 0 }, ...SIM_OFFER }
const answer = (message: HostMessage): readonly DriverMessage[] => {
  if (message.kind === 'hello') return [{ kind: 'hello', rpc: message.rpc, hello: HELLO }]
  if (message.kind === 'heartbeat')
    return [{ kind: 'heartbeat', beat: { heard: message.n, moving: false, safe: false } }]
  if (message.kind === 'observe') return [{ kind: 'observed', rpc: message.rpc, observation: { facts: [] } }]
  return [{ kind: 'done', rpc: message.rpc }]
}

/** A session with a driver that answers lawfully except where the test says otherwise. */
class Stage {
  readonly clock = new VirtualClock()
  readonly peer: ScriptedPeer
  readonly session: DriverSession
  readonly events: DriverEvent[] = []

  constructor(lie: (message: HostMessage) => readonly DriverMessage[] | undefined = () => undefined) {
    this.peer = new ScriptedPeer((message) => lie(message) ?? answer(message))
    const limits = { stopMs: 300, heartbeatMs: 400 }
    this.session = new DriverSession({ clock: this.clock, peer: this.peer, session: 's', limits })
  }

  tick(times = 1): this {
    for (let i = 0; i < times; i++) {
      this.clock.advance(TICK)
      this.session.allowHeartbeat()
      this.session.poll()
      this.events.push(...this.session.takeEvents())
    }
    return this
  }

  execute(): CommandId {
    return this.session.execute({ permit: 1, skill: 'Move', params: { ms: 10 }, deadlineMs: 1000 })
  }

  get breaches(): string[] {
    return this.events.flatMap((event) => (event.kind === 'breach' ? [event.breach] : []))
  }

  get end(): unknown {
    return this.events.findLast(({ kind }) => kind === 'lost' || kind === 'refused')
  }
}

const result = (id: number): DriverMessage => ({ kind: 'result', result: { id, status: 'ok' } })

describe('hostile drivers: every lie is declared', () => {
  it('results for ids that were never sent, or that it has refused, or that have ended', () => {
    const stage = new Stage().tick(2)
    const id = stage.execute()
    stage.tick(1)
    stage.peer.say(result(id), result(id), result(99), {
      kind: 'progress',
      progress: { id: 99, fraction: 1 },
    })
    stage.tick(1)
    expect(stage.breaches).toEqual(['ended-twice', 'unknown-id', 'unknown-id'])
    expect([stage.session.status, stage.session.commandState(id)]).toEqual(['up', { done: 'ok' }])
  })

  it('a result before its acceptance, and one after a refusal', () => {
    const stage = new Stage(({ kind }) => (kind === 'execute' ? [] : undefined)).tick(2)
    const id = stage.execute()
    stage.peer.say(result(id))
    stage.tick(1)
    const asked = stage.peer.sent.findLast((message) => message.kind === 'execute')
    stage.peer.say({ kind: 'refused', rpc: asked?.rpc ?? 0, code: 'busy', text: 'no' }, result(id))
    stage.tick(1)
    expect(stage.breaches).toEqual(['ended-unaccepted', 'ended-unaccepted'])
    expect(stage.session.commandState(id)).toBe('refused')
  })

  it('answers to nothing, answers of another kind, and heartbeats that it cannot have heard', () => {
    const lie = (message: HostMessage): DriverMessage[] | undefined =>
      message.kind === 'observe' ? [{ kind: 'done', rpc: message.rpc }] : undefined
    const stage = new Stage(lie).tick(2)
    const asked = stage.session.observe()
    stage.peer.say(
      { kind: 'done', rpc: 4711 },
      { kind: 'heartbeat', beat: { heard: 4711, moving: false, safe: false } },
    )
    stage.tick(2)
    expect(stage.breaches.toSorted()).toEqual(['heard-the-future', 'unknown-answer', 'wrong-answer'])
    expect(stage.events).toContainEqual({ kind: 'observeRefused', request: asked, text: 'not answered' })
    expect(stage.session.status).toBe('up')
  })

  it('ends the session at the 32nd breach, with an e-stop', () => {
    const stage = new Stage().tick(2)
    for (let i = 0; i < 40; i++) stage.peer.say(result(1000 + i))
    stage.tick(2)
    expect(stage.breaches).toHaveLength(32)
    expect(stage.end).toMatchObject({ kind: 'lost', why: 'breaches' })
    expect(stage.peer.sent.at(-1)?.kind).toBe('estop')
  })

  it('ends it on a flood, at the 5,001st message of a second', () => {
    const stage = new Stage().tick(2)
    for (let i = 0; i < 1_000_000; i++) stage.peer.say({ kind: 'facts', observation: { facts: [] } })
    stage.tick(1)
    expect(stage.end).toMatchObject({ kind: 'lost', why: 'flood' })
    // bounded although nobody took events meanwhile
    expect(stage.events.length).toBeLessThanOrEqual(1030)
    expect(stage.session.counters.eventsDropped).toBeGreaterThan(3000)
  })
})

describe('hostile drivers: every silence has an end', () => {
  it.each([
    ['says nothing at all', () => [], 10_000, { kind: 'lost', why: 'no-hello' }],
    [
      'speaks another version',
      (message: HostMessage) =>
        message.kind === 'hello'
          ? [{ kind: 'hello', rpc: message.rpc, hello: { ...HELLO, contract: { major: 2, minor: 0 } } }]
          : [],
      20,
      { kind: 'refused' },
    ],
    [
      'refuses the hello',
      (message: HostMessage) =>
        message.kind === 'hello' ? [{ kind: 'refused', rpc: message.rpc, code: 'contract', text: 'no' }] : [],
      20,
      { kind: 'refused', text: 'contract: no' },
    ],
    [
      'hears, and never sends a heartbeat',
      ({ kind }: HostMessage) => (kind === 'heartbeat' ? [] : undefined),
      640,
      { kind: 'lost', why: 'silence' },
    ],
    [
      'beats, and hears nothing',
      ({ kind }: HostMessage) =>
        kind === 'heartbeat'
          ? [{ kind: 'heartbeat', beat: { heard: 0, moving: false, safe: false } }]
          : undefined,
      700,
      { kind: 'lost', why: 'silence' },
    ],
  ] as const)('a driver that %s', (_, lie, withinMs, end) => {
    const stage = new Stage(lie as ConstructorParameters<typeof Stage>[0])
    stage.tick(Math.ceil(withinMs / TICK) + 1)
    expect(stage.end).toMatchObject(end)
    expect(stage.session.refusal(stage.execute())).toBe('linkLost')
  })

  it('a command that is not answered, or does not end, becomes unknown and is stopped', () => {
    for (const silent of [true, false]) {
      const stage = new Stage(({ kind }) => (silent && kind === 'execute' ? [] : undefined)).tick(2)
      const id = stage.execute()
      stage.tick(silent ? 51 : 106)
      expect(stage.session.commandState(id)).toBe('unknown')
      expect(stage.breaches).toEqual(['overdue'])
      expect(stage.peer.sent.at(-1)?.kind === 'stop' || stage.peer.sent.at(-2)?.kind === 'stop').toBe(true)
      // it may yet be told how it ended
      stage.peer.say(result(id))
      stage.tick(1)
      expect(stage.session.commandState(id)).toEqual({ done: 'ok' })
    }
  })

  it('no command follows one that has not ended, not even by the stop: the session is lost', () => {
    for (const silent of [true, false]) {
      const stage = new Stage(({ kind }) => (silent && kind === 'execute' ? [] : undefined)).tick(2)
      stage.execute()
      stage.tick(silent ? 51 : 106)
      expect([stage.session.status, stage.breaches]).toEqual(['up', ['overdue']])
      const asked: string[] = []
      while (stage.session.status === 'up' && asked.length < 1000) {
        asked.push(stage.session.refusal(stage.execute()) ?? 'sent')
        stage.tick(1)
      }
      expect(stage.end).toMatchObject({
        kind: 'lost',
        why: 'unended',
        text: 'a stop has not ended command 1 (Move) in its time',
      })
      expect(new Set(asked)).toEqual(new Set(['cancelled']))
      // it has said all the time that it stands; the loops above began up to two ticks after the stop
      const late = SIM_OFFER.stopMs + 1000 - asked.length * TICK
      expect([late >= 0, late <= 2 * TICK]).toEqual([true, true])
      expect(stage.peer.sent.at(-1)?.kind).toBe('estop')
    }
  })

  it.each([900, 1040, 1400])(
    'one that refuses a command after %d ms has said that it never began',
    (late) => {
      const stage = new Stage(({ kind }) => (kind === 'execute' ? [] : undefined)).tick(2)
      const id = stage.execute()
      stage.tick(late / TICK)
      const asked = stage.peer.sent.findLast((message) => message.kind === 'execute')
      stage.peer.say({ kind: 'refused', rpc: asked?.rpc ?? 0, code: 'busy', text: 'no' })
      stage.tick(200)
      expect([stage.session.status, stage.session.commandState(id), stage.end]).toEqual([
        'up',
        'refused',
        undefined,
      ])
      expect(stage.session.refusal(stage.execute())).toBeUndefined()
    },
  )

  it('one that a stop has not ended either loses the session when the time of the stop is over', () => {
    const stage = new Stage(() => undefined).tick(2)
    stage.execute()
    stage.tick(5)
    stage.session.stop()
    stage.tick((SIM_OFFER.stopMs + 1000) / TICK + 1)
    expect(stage.breaches).toEqual(['overdue'])
    expect(stage.end).toMatchObject({ kind: 'lost', why: 'unended' })
  })

  it.each(['stop', 'estop'] as const)('a %s that is not answered, or refused, ends the session', (way) => {
    for (const lie of [
      (): DriverMessage[] => [],
      ({ rpc }: { rpc: number }): DriverMessage[] => [{ kind: 'refused', rpc, code: 'failed', text: 'no' }],
      ({ rpc }: { rpc: number }): DriverMessage[] => [{ kind: 'observed', rpc, observation: { facts: [] } }],
    ]) {
      const stage = new Stage((message) => (message.kind === way ? lie(message) : undefined)).tick(2)
      stage.session[way]()
      stage.tick(52)
      expect(stage.end).toMatchObject({ kind: 'lost', why: 'deaf' })
    }
  })

  it.each([
    ['told once', 1],
    ['told again and again', 20],
  ])(
    'one that moves on after a stop, %s, is e-stopped and lost when its time and a second are over',
    (_, every) => {
      let moving = false
      const stage = new Stage((message) => {
        moving ||= message.kind === 'execute'
        return message.kind === 'heartbeat'
          ? [{ kind: 'heartbeat', beat: { heard: message.n, moving, safe: false } }]
          : undefined
      }).tick(2)
      stage.execute()
      stage.tick(2)
      stage.session.stop()
      const began = stage.clock.now()
      for (let turns = 0; turns < 100 && stage.session.status === 'up'; turns++) {
        if (every > 1 && turns % every === 0) stage.session.stop()
        stage.tick(1)
      }
      expect(stage.end).toMatchObject({ kind: 'lost', why: 'moves-on' })
      expect(stage.clock.now() - began).toBe(SIM_OFFER.stopMs + 1000)
      expect(stage.breaches).toEqual(['overdue', 'moves-after-stop'])
      expect(stage.peer.sent.at(-1)?.kind).toBe('estop')
    },
  )

  it.each([
    ['stands for a moment after a stop, and creeps on', (since: number) => since >= 40],
    ['jerks on, standing every other moment', (since: number) => Math.floor(since / 40) % 2 === 0],
    ['stands for longer moments', (since: number) => Math.floor(since / 80) % 2 === 0],
  ] as const)('one that %s is e-stopped and lost', (_, movesAt) => {
    let stopped = Infinity
    const stage: Stage = new Stage((message) => {
      if (message.kind === 'stop') stopped = Math.min(stopped, stage.clock.now())
      if (message.kind !== 'heartbeat') return undefined
      const moving = stopped < Infinity && movesAt(stage.clock.now() - stopped)
      return [{ kind: 'heartbeat', beat: { heard: message.n, moving, safe: false } }]
    }).tick(2)
    const id = stage.execute()
    stage.tick(2)
    stage.session.stop()
    stage.peer.say(result(id))
    for (let turns = 0; turns < 100 && stage.session.status === 'up'; turns++) {
      expect(stage.session.halting).toBe(true)
      expect(stage.session.refusal(stage.execute())).toBe('cancelled')
      stage.tick(1)
    }
    expect(stage.end).toMatchObject({ kind: 'lost', why: 'moves-on' })
    expect(stage.peer.sent.at(-1)?.kind).toBe('estop')
  })

  it('one that accepts a command after the stop that came behind it is held to the time of the stop', () => {
    const late: DriverMessage[] = []
    const stage = new Stage((message) => {
      if (message.kind === 'heartbeat')
        return [{ kind: 'heartbeat', beat: { heard: message.n, moving: late.length > 0, safe: false } }]
      if (message.kind !== 'execute') return undefined
      late.push({ kind: 'done', rpc: message.rpc })
      return []
    }).tick(2)
    stage.execute()
    stage.session.stop()
    stage.tick(2)
    stage.peer.say(...late)
    stage.tick(60)
    expect(stage.end).toMatchObject({ kind: 'lost', why: 'moves-on' })
  })

  it('one that has started anew behind the same connection ends the session', () => {
    const stage = new Stage().tick(2)
    stage.session.reset()
    stage.tick(2)
    stage.peer.say({ kind: 'heartbeat', beat: { heard: 0, moving: false, safe: true, why: 'start' } })
    stage.tick(1)
    expect(stage.end).toMatchObject({ kind: 'lost', why: 'session-lost' })
  })

  it('one whose connection ends leaves nothing open', () => {
    const stage = new Stage().tick(2)
    const id = stage.execute()
    stage.tick(1)
    stage.peer.closed = 'the driver was killed by SIGKILL'
    stage.tick(1)
    expect(stage.end).toEqual({ kind: 'lost', why: 'closed', text: 'the driver was killed by SIGKILL' })
    expect(stage.session.commandState(id)).toBe('unknown')
    expect(stage.events.at(-1)).toEqual({ kind: 'outcomeUnknown', id })
  })

  it.each([
    [{ heartbeatMs: 10 }, 'hello.heartbeatMs is 10'],
    [{ stopMs: Number.POSITIVE_INFINITY }, 'hello.stopMs is Infinity'],
    [{ skills: [{ name: 'rm -rf', params: [], timeoutMs: 10 }] }, '"rm -rf" is no name of a skill'],
    [{ facts: ['a', 'a'] }, 'two have the same name of a fact: a'],
    [{ boot: '' }, 'hello.boot is empty'],
    [{ stopMs: 60_001 }, 'hello.stopMs is 60001'],
    [
      { stopMs: 301 },
      'up to 301 ms to stand after a stop (hello.stopMs), and the robot file promises 300 ms',
    ],
    [{ heartbeatMs: 401 }, 'after 401 ms of silence (hello.heartbeatMs), and the robot file promises 400 ms'],
  ])('a hello that makes no sense is refused: %j', (change, text) => {
    const stage = new Stage((message) =>
      message.kind === 'hello' ? [{ kind: 'hello', rpc: message.rpc, hello: { ...HELLO, ...change } }] : [],
    ).tick(2)
    expect(stage.end).toMatchObject({ kind: 'refused', text: expect.stringContaining(text) as string })
  })
})
