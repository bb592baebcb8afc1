import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { VirtualClock } from '#base/clock.js'
import { must } from '#base/result.js'
import { packFrame } from '#link/frame.js'
import { LinkSession } from '#link/link-session.js'
import { encodePayload, specOf } from '#link/message-codec.js'
import type { Message } from '#link/messages.gen.js'
import type { CommandId, JournalEntry, WireCommand } from '#link/wire-command.js'
import { WireObserver } from '#link/wire-observer.js'
import { helloAck, SESSION, telemetry } from './support/far-end.js'

/** One thing that happens to a session: what the runtime does, what the controller says, or time. */
type Happening =
  | { readonly kind: 'command'; readonly command: WireCommand }
  | {
      readonly kind: 'stop' | 'estop' | 'velocity' | 'poll' | 'take' | 'allow' | 'withdraw' | 'stats' | 'disk'
    }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'hello' | 'refuse' | 'other-session' | 'garbage' }
  | {
      readonly kind: 'telemetry'
      readonly last: number
      readonly active: number
      readonly done: number
      readonly commLoss: boolean
    }
  | { readonly kind: 'ack'; readonly back: number; readonly reply: number }

const commands: readonly WireCommand[] = [
  { kind: 'moveTo', permitId: 1, x: 1, y: 1, theta: 0, vMax: 0.5, aMax: 1, settleMs: 0 },
  { kind: 'grip', permitId: 2, mask: 15, regrips: 1 },
  { kind: 'release', permitId: 3, mask: 15 },
  { kind: 'setPose', x: 0, y: 0, theta: 0 },
  { kind: 'estopReset', latchNonce: 1 },
  // out of its range: refused before it is a frame
  { kind: 'grip', permitId: 4, mask: 99, regrips: 1 },
]

const often = (kind: Happening['kind'], weight: number) => ({
  weight,
  arbitrary: fc.constant({ kind } as Happening),
})
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(...commands).map((command) => ({ kind: 'command' as const, command })),
  },
  {
    weight: 6,
    arbitrary: fc.constantFrom(1, 5, 20, 20, 45, 70, 130).map((ms) => ({ kind: 'pass' as const, ms })),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('telemetry' as const),
      last: fc.nat(4),
      active: fc.nat(4),
      done: fc.nat(4),
      commLoss: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('ack' as const),
      back: fc.nat(3),
      reply: fc.constantFrom(0, 0, 0, 1, 2, 3, 5, 8, 0x80, 77),
    }),
  },
  often('stop', 4),
  often('estop', 1),
  often('velocity', 3),
  often('poll', 10),
  often('take', 6),
  often('allow', 4),
  often('withdraw', 1),
  often('stats', 1),
  often('disk', 2),
  often('hello', 3),
  often('garbage', 1),
  {
    weight: 1,
    arbitrary: fc.constantFrom<Happening>(
      { kind: 'pass', ms: 520 },
      { kind: 'refuse' },
      { kind: 'other-session' },
    ),
  },
)

/** Plays happenings to a session and holds what leaves against what may. */
class Judge {
  readonly counts = {
    frames: 0,
    stops: 0,
    afterStop: 0,
    over: 0,
    heldBack: 0,
    next: 0,
    setpoints: 0,
    beats: 0,
    commands: 0,
  }
  readonly #clock = new VirtualClock()
  readonly #journal: JournalEntry[] = []
  readonly #session = new LinkSession({
    clock: this.#clock,
    sessionId: SESSION,
    journal: (entry) => this.#journal.push(entry),
    journaled: (id) => {
      if (!this.#diskIsSlow) this.#onDisk.add(id)
      return !this.#diskIsSlow
    },
  })
  readonly #onDisk = new Set<number>()
  #diskIsSlow = false
  readonly #observer = new WireObserver()
  readonly #texts = new Map<number, string>()
  #seq = 0
  #time = 1
  #velocities = 100
  /** ids and setpoints up to here were given before the newest stop */
  #barrier = { id: 0, velocity: 0 }
  /** a stop that must be the next frame, unless it is answered before */
  #mustBeNext: CommandId | undefined
  #allowed = -Infinity
  #newest = 0
  /** polls that may have made a heartbeat */
  #beats = 0

  play(happening: Happening): void {
    switch (happening.kind) {
      case 'command':
        this.#newest = this.#session.command(happening.command)
        return
      case 'stop':
      case 'estop':
        return this.#stop(happening.kind)
      case 'velocity':
        this.#session.setVelocity({ permitId: ++this.#velocities, vx: 0.1, vy: 0, wz: 0, ttlMs: 100 })
        return
      case 'poll':
        return this.#poll()
      case 'take':
        return this.#take()
      case 'allow':
        this.#allowed = this.#clock.now()
        return this.#session.allowHeartbeat()
      case 'withdraw':
        return this.#session.withdrawWaiting()
      case 'disk':
        this.#diskIsSlow = !this.#diskIsSlow
        return
      case 'stats':
        return this.#session.requestStats()
      case 'pass':
        return this.#clock.advance(happening.ms)
      case 'hello':
        return this.#say(helloAck({ uptimeMs: 1 }))
      case 'refuse':
        return this.#say(helloAck({ accepted: 0, schemaHash: 1, session: 0 }))
      case 'other-session':
        return this.#say(telemetry({ tMs: 90_000 + this.#time, session: 5 }))
      case 'garbage':
        return this.#session.feed(Uint8Array.of(1, 7, 3, 0, 9))
      case 'telemetry': {
        const { last, active, done, commLoss } = happening
        const id = (back: number): number => Math.max(0, this.#newest - back)
        const ids = { lastCmdId: id(last), activeCmdId: active === 4 ? 0 : id(active), doneCmdId: id(done) }
        return this.#say(
          telemetry({ tMs: 20 * ++this.#time, ...ids, doneStatus: 1, state: commLoss ? 3 : 1 }),
        )
      }
      case 'ack': {
        const cmdId = Math.max(0, this.#newest - happening.back)
        return this.#say({ kind: 'commandAck', cmdId, reply: happening.reply, state: 1, execCount: 1 })
      }
    }
  }

  get #over(): boolean {
    return this.#session.status === 'lost' || this.#session.status === 'refused'
  }

  #stop(kind: 'stop' | 'estop'): void {
    const id = kind === 'stop' ? this.#session.stop() : this.#session.command({ kind })
    this.#newest = Math.max(this.#newest, id)
    this.#barrier = { id: this.#newest, velocity: this.#velocities }
    this.#mustBeNext = this.#over ? undefined : id
    expect(this.#over ? this.#session.refusal(id) : 'linkLost').toBe('linkLost')
    if (!this.#over) this.counts.stops++
  }

  #poll(): void {
    const begun = this.#begun()
    if (this.#clock.now() - this.#allowed <= 100) this.#beats++
    this.#session.poll()
    if (this.#session.status === 'up') return
    expect(this.#begun(), 'nothing new begins on a link that is not up').toBe(begun)
    this.counts.heldBack++
  }

  /** actuations that have left or will */
  #begun(): number {
    return this.#journal.filter(
      (entry) => entry.kind === 'issued' && specOf(entry.command.kind).role === 'actuation',
    ).length
  }

  #take(): void {
    const heard = this.#observer.observe('toFirmware', this.#session.takeBytes())
    if (this.#over) {
      expect(heard).toEqual([])
      this.counts.over++
      this.#mustBeNext = undefined
      return
    }
    const first = heard[0]?.message.kind
    const stop = this.#mustBeNext
    this.#mustBeNext = undefined
    if (stop !== undefined && this.#session.commandState(stop) === 'sent') {
      this.counts.next++
      expect(['stop', 'estop']).toContain(first)
    }
    for (const { message } of heard) this.#judge(message)
  }

  #judge(message: Message): void {
    this.counts.frames++
    if (message.kind === 'heartbeat') {
      this.counts.beats++
      expect(this.#beats-- > 0, 'a heartbeat of a loop that is alive').toBe(true)
    }
    if (message.kind === 'setVelocity') {
      this.counts.setpoints++
      expect(message.permitId).toBeGreaterThan(this.#barrier.velocity)
    }
    if (!('cmdId' in message)) return
    const urgent = message.kind === 'stop' || message.kind === 'estop'
    if (!urgent) {
      this.counts.commands++
      expect(this.#onDisk.has(message.cmdId), 'on the disk before its first byte').toBe(true)
      expect(message.cmdId, 'given after the newest stop').toBeGreaterThan(this.#barrier.id)
      if (this.#barrier.id > 0) this.counts.afterStop++
    }
    const text = JSON.stringify(message)
    expect(this.#texts.get(message.cmdId) ?? text, 'one id, one command').toBe(text)
    this.#texts.set(message.cmdId, text)
    const issued = this.#journal.filter((entry) => entry.kind === 'issued' && entry.id === message.cmdId)
    expect(issued, 'journaled before its first byte, once').toHaveLength(1)
    const id = message.cmdId as CommandId
    const refusal = this.#session.commandState(id) === 'refused' ? this.#session.refusal(id) : undefined
    expect(['cancelled', 'linkLost', 'linkDegraded', 'queueFull']).not.toContain(refusal)
  }

  #say(message: Message): void {
    const payload = must(encodePayload(message), message.kind)
    const seq = this.#seq++ & 0xffff
    this.#session.feed(packFrame({ type: specOf(message.kind).id, flags: 0, seq, payload }))
  }
}

describe('whatever happens to a session', () => {
  const runs = Number(process.env.GRAFT_FUZZ ?? 1_500)

  it('a stop is the next frame, nothing that was given before it leaves after it, and a lost link says nothing', () => {
    const seen = { ...new Judge().counts }
    fc.assert(
      fc.property(fc.array(happening, { minLength: 10, maxLength: 120 }), (happenings) => {
        const judge = new Judge()
        // most of them begin with a link
        if (happenings.length % 4 !== 0) for (const kind of ['poll', 'hello'] as const) judge.play({ kind })
        for (const each of happenings) judge.play(each)
        judge.play({ kind: 'take' })
        for (const key of Object.keys(seen) as (keyof typeof seen)[]) seen[key] += judge.counts[key]
      }),
      { numRuns: runs },
    )
    expect(seen.frames).toBeGreaterThan(runs * 3)
    expect(seen.stops).toBeGreaterThan(runs)
    expect(seen.afterStop).toBeGreaterThan(0)
    expect(seen.over).toBeGreaterThan(runs / 10)
    expect(seen.heldBack).toBeGreaterThan(runs)
    // each kind of what leaves was held against what may
    expect(seen.next).toBeGreaterThan(runs / 50)
    expect(seen.commands).toBeGreaterThan(runs / 50)
    expect(seen.setpoints).toBeGreaterThan(runs / 50)
    expect(seen.beats).toBeGreaterThan(runs / 50)
  }, 600_000)
})
