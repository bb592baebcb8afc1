import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { VirtualClock } from '#base/clock.js'
import { ms } from '#base/units.js'
import type { CommandResult, DriverMessage, DriverPeer, HostMessage } from '#drivers/contract.js'
import { DriverSession } from '#drivers/driver-session.js'
import { DriverSide, type DriverBody } from '#drivers/driver-side.js'

const OFFER = {
  robot: 'cart',
  boot: 'b1',
  skills: [{ name: 'Go', params: ['place'], timeoutMs: 5000 }],
  facts: ['at'],
  pictures: [],
  stopMs: 200,
  heartbeatMs: 400,
} as const

/** Takes 600 ms for every skill, and 100 ms to come to rest. */
class Cart implements DriverBody {
  readonly begun: { readonly skill: string; readonly place: unknown }[] = []
  #left = 0
  #braking = 0
  #ended: Omit<CommandResult, 'id'> | undefined

  get moving(): boolean {
    return this.#left > 0 || this.#braking > 0
  }

  get fraction(): number {
    return 1 - this.#left / 600
  }

  begin(skill: string, params: Readonly<Record<string, unknown>>): string | undefined {
    this.begun.push({ skill, place: params['place'] })
    this.#left = 600
    return undefined
  }

  stop(): void {
    if (this.#left > 0) this.#braking = 100
    this.#left = 0
  }

  takeEnded(): Omit<CommandResult, 'id'> | undefined {
    const ended = this.#ended
    this.#ended = undefined
    return ended
  }

  observe() {
    return { facts: [{ fact: 'at', value: 'sink', confidence: 1, ageMs: 0 }] }
  }

  advance(period: number): void {
    this.#braking = Math.max(0, this.#braking - period)
    if (this.#left <= 0) return
    this.#left -= period
    if (this.#left <= 0) this.#ended = { status: 'ok' }
  }
}

/** A session with a cart, turn by turn, and everything that passed between the two. */
class Bench {
  readonly clock = new VirtualClock()
  readonly cart = new Cart()
  readonly side = new DriverSide(OFFER, this.cart, this.clock)
  readonly sent: HostMessage[] = []
  readonly session: DriverSession

  constructor(distort: (peer: DriverPeer) => DriverPeer = (peer) => peer) {
    const { side, sent } = this
    const tapped: DriverPeer = {
      send: (message) => (sent.push(message), side.send(message)),
      take: () => side.take(),
      get closed() {
        return side.closed
      },
      close: () => side.close(),
    }
    this.session = new DriverSession(distort(tapped), this.clock, 's1')
  }

  turns(count: number, beat = true): this {
    for (let i = 0; i < count; i++) {
      if (beat) this.session.allowHeartbeat()
      this.session.receive()
      this.session.send()
      this.cart.advance(20)
      this.clock.advance(ms(20))
      this.side.tick()
    }
    return this
  }

  armed(): this {
    this.turns(2)
    this.session.reset()
    return this.turns(2)
  }

  go(permit: number): number {
    return this.session.execute({ permit, skill: 'Go', params: { place: 'sink' }, deadlineMs: 5000 })
  }
}

describe('a session with a driver', () => {
  it('begins safe, is reset, and carries a command to its end', () => {
    const bench = new Bench().turns(2)
    expect([bench.session.status, bench.session.beat]).toMatchObject(['up', { safe: true, why: 'start' }])
    const early = bench.go(1)
    bench.turns(2)
    expect(bench.session.commandState(early)).toMatchObject({ kind: 'refused' })
    bench.session.reset()
    bench.turns(2)
    const id = bench.go(2)
    bench.turns(10)
    expect([bench.session.commandState(id).kind, bench.session.beat?.moving]).toEqual(['running', true])
    bench.turns(25)
    expect([bench.session.commandState(id).kind, bench.cart.begun.length]).toEqual(['ok', 1])
  })

  it('a stop needs no permit, ends the command as stopped, and the robot comes to rest', () => {
    const bench = new Bench().armed()
    const id = bench.go(1)
    bench.turns(5)
    bench.session.stop()
    expect(bench.session.stopping).toBe(true)
    bench.turns(1)
    expect([bench.session.stopping, bench.session.commandState(id).kind]).toEqual([false, 'stopped'])
    bench.turns(OFFER.stopMs / 20)
    expect(bench.cart.moving).toBe(false)
  })

  it('a host that falls silent makes the robot safe within the declared time', () => {
    const bench = new Bench().armed()
    bench.go(1)
    bench.turns(3)
    bench.turns((OFFER.heartbeatMs + OFFER.stopMs) / 20 + 5, false)
    expect([bench.cart.moving, bench.session.beat]).toMatchObject([false, { safe: true, why: 'silence' }])
  })

  it('a driver that dies, closes or falls silent loses the session, and its command has an unknown end', () => {
    const bench = new Bench().armed()
    const id = bench.go(1)
    bench.turns(3)
    bench.side.fail('the process ended with code 1')
    bench.turns(1)
    expect([bench.session.status, bench.session.commandState(id)]).toMatchObject(['lost', { kind: 'lost' }])
    const mute = new Bench((peer) => ({ ...peer, closed: undefined, take: () => (muted ? [] : peer.take()) }))
    let muted = false
    mute.armed()
    muted = true
    mute.turns(OFFER.heartbeatMs / 20 + 2)
    expect(mute.session.status).toBe('lost')
    expect(mute.session.takeEvents().map(({ kind }) => kind)).toEqual(['up', 'degraded', 'lost'])
  })

  it('refuses a driver of another major version, and one whose limits make no sense', () => {
    const changed = (hello: object) =>
      new Bench((peer) => ({
        ...peer,
        closed: undefined,
        take: () =>
          peer
            .take()
            .map((message) =>
              message.kind === 'hello' ? { ...message, hello: { ...message.hello, ...hello } } : message,
            ),
      })).turns(2).session
    expect(changed({ contract: { major: 2, minor: 0 } })).toMatchObject({ status: 'refused' })
    expect(changed({ heartbeatMs: 1 })).toMatchObject({ status: 'refused' })
    expect(changed({ stopMs: NaN })).toMatchObject({ status: 'refused' })
  })

  it('an emergency stop holds until it is released and reset', () => {
    const bench = new Bench().armed()
    bench.side.pressEstop(true)
    bench.turns(2)
    expect(bench.session.beat).toMatchObject({ safe: true, why: 'estop' })
    bench.session.reset()
    bench.turns(2)
    expect(bench.session.resetRefusal).toContain('release the button')
    bench.side.pressEstop(false)
    bench.session.reset()
    bench.turns(2)
    expect([bench.session.beat?.safe, bench.session.resetRefusal]).toEqual([false, undefined])
  })
})

describe('law 2 on a driver', () => {
  const commands = Number(process.env['GRAFT_DRIVER_COMMANDS'] ?? 20_000)

  it(`of ${commands} random commands none is executed without its own permit, none twice`, () => {
    const clock = new VirtualClock()
    const cart = new Cart()
    const side = new DriverSide(OFFER, cart, clock)
    const law = {
      safe: true,
      busy: false,
      ids: new Set<number>(),
      permits: new Set<number>(),
      last: 0,
      executed: 0,
    }
    side.send({ kind: 'hello', rpc: 0, session: 's', contract: { major: 1, minor: 0 } })
    const random = fc.sample(
      fc.record({
        id: fc.integer({ min: -1, max: commands }),
        permit: fc.oneof(fc.integer({ min: -1, max: commands }), fc.constant(NaN), fc.constant(1.5)),
        skill: fc.constantFrom('Go', 'Go', 'Go', 'go', '__proto__'),
        params: fc.constantFrom({ place: 'sink' }, { place: 'sink' }, {}, { place: 'a', more: 1 }),
        deadlineMs: fc.constantFrom(500, 500, 0, -1, NaN),
        then: fc.constantFrom('run', 'run', 'stop', 'reset', 'estop', 'hello'),
      }),
      { numRuns: commands, seed: 1 },
    )
    for (const [rpc, { then, ...command }] of random.entries()) {
      // half of them with an id that could be right
      const asked = rpc % 2 === 0 ? { ...command, id: law.last + 1 } : command
      const before = cart.begun.length
      const busy = cart.moving && law.busy
      side.send({ kind: 'execute', rpc, command: asked })
      if (cart.begun.length > before) {
        law.executed++
        expect([law.safe, busy, law.ids.has(asked.id), law.permits.has(asked.permit)]).toEqual([
          false,
          false,
          false,
          false,
        ])
        expect([asked.skill, Object.keys(asked.params), asked.deadlineMs]).toEqual(['Go', ['place'], 500])
        law.ids.add(asked.id)
        law.permits.add(asked.permit)
        law.last = Math.max(law.last, asked.id)
        law.busy = true
      }
      play(then, rpc)
    }
    expect(law.executed).toBeGreaterThan(commands / 200)

    function play(then: string, rpc: number): void {
      if (then === 'reset') side.send({ kind: 'reset', rpc })
      else if (then === 'stop' || then === 'estop') side.send({ kind: then, rpc })
      // the same session greets again: nothing is forgotten
      else if (then === 'hello')
        side.send({ kind: 'hello', rpc, session: 's', contract: { major: 1, minor: 0 } })
      else for (let i = 0; i < 5; i++) advance()
      for (const message of side.take()) follow(message)
    }
    function advance(): void {
      cart.advance(20)
      clock.advance(ms(20))
      side.send({ kind: 'heartbeat', n: 1 })
      side.tick()
    }
    function follow(message: DriverMessage): void {
      if (message.kind === 'heartbeat') law.safe = message.beat.safe
      if (message.kind === 'result') law.busy = false
    }
  })

  it('answers for others, second results and progress of nobody change nothing and are counted', () => {
    const lies: DriverMessage[] = [
      { kind: 'result', result: { id: 99, status: 'ok' } },
      { kind: 'progress', progress: { id: 7, fraction: 0.5 } },
      { kind: 'done', rpc: 12_345 },
      { kind: 'refused', rpc: -1, code: 'busy', text: 'no' },
    ]
    let lying = false
    const bench = new Bench((peer) => ({
      ...peer,
      closed: undefined,
      take: () => (lying ? [...lies, ...peer.take()] : peer.take()),
    })).armed()
    bench.session.takeEvents()
    const id = bench.go(1)
    lying = true
    bench.turns(1)
    lying = false
    expect(bench.session.commandState(id).kind).toBe('running')
    expect(bench.session.takeEvents().map(({ kind }) => kind)).toEqual([
      'unasked',
      'unasked',
      'unasked',
      'unasked',
    ])
    bench.turns(40)
    expect(bench.session.commandState(id).kind).toBe('ok')
  })

  it('a flood ends the session instead of the loop', () => {
    let flood = false
    const beat: DriverMessage = { kind: 'heartbeat', beat: { heard: 0, moving: false, safe: false } }
    const bench = new Bench((peer) => ({
      ...peer,
      closed: undefined,
      take: () => (flood ? Array.from({ length: 5000 }, () => beat) : peer.take()),
    })).armed()
    flood = true
    bench.turns(1)
    expect(bench.session.status).toBe('lost')
  })
})
