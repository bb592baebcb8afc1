import { describe, expect, it } from 'vitest'
import { MESSAGES, type MessageSpec } from '#link/message-table.gen.js'
import type { Message } from '#link/messages.gen.js'
import { needsPermit, ProtocolChecker, type Breach } from '#link/protocol-checker.js'

/** A message of a kind with the least that the schema allows in each field. */
function least({ kind, fields }: MessageSpec, differing: Readonly<Record<string, number>> = {}): Message {
  const value = (min: number | undefined, count: number | undefined): unknown =>
    count === undefined ? (min ?? 0) : Array.from({ length: count }, () => min ?? 0)
  const entries = fields.map(({ name, min, count }) => [name, value(min, count)] as const)
  return { kind, ...Object.fromEntries(entries), ...differing } as unknown as Message
}

class Ear {
  readonly law = new ProtocolChecker()
  #seq = 0

  /** Kinds of the breaches. @param seq the number of the frame; each has its own unless it is given */
  hear(message: Message, seq = this.#seq++): string[] {
    return this.law.observe({ direction: 'toFirmware', seq, message }).map(({ kind }: Breach) => kind)
  }
}

const of = (...roles: MessageSpec['role'][]): readonly MessageSpec[] =>
  MESSAGES.filter(({ role }) => roles.includes(role))

describe('law 2, for every message of the schema', () => {
  it.each(of('actuation', 'stream'))('$kind moves the robot: it needs a permit of its own', (spec) => {
    const ear = new Ear()
    expect(needsPermit(least(spec))).toBe(true)
    const bare = least(spec, { session: 1, cmdId: 1, permitId: 0 })
    expect(ear.hear(bare, 1)).toEqual(['no-permit'])
    expect(ear.hear(bare, 1)).toEqual([])
    expect(ear.law.counts).toMatchObject({ actuations: 1, repeats: 1 })
    expect(ear.hear(least(spec, { session: 1, cmdId: 2, permitId: 9 }), 2)).toEqual([])
    expect(ear.hear(least(spec, { session: 1, cmdId: 3, permitId: 9 }), 3)).toEqual(['permit-reused'])
    expect(ear.hear(least(spec, { session: 2, cmdId: 3, permitId: 9 }), 3)).toEqual([])
    expect(ear.law.counts).toMatchObject({ actuations: 4, repeats: 1 })
  })

  it.each(of('instant'))('$kind needs no permit, but an id of its own', (spec) => {
    const ear = new Ear()
    expect(needsPermit(least(spec))).toBe(false)
    expect(ear.hear(least(spec, { session: 1, cmdId: 1 }))).toEqual([])
    expect(ear.hear(least(spec, { session: 1, cmdId: 1 }))).toEqual([])
    const [another] = of('actuation')
    if (another === undefined) throw new Error('the schema has no actuation')
    expect(ear.hear(least(another, { session: 1, cmdId: 1, permitId: 5 }))).toEqual(['id-reused'])
    expect(ear.hear(least(spec, { session: 2, cmdId: 1 }))).toEqual([])
    // the breach counts as an actuation: it may have moved the robot
    expect(ear.law.counts).toEqual({ actuations: 1, repeats: 1, executions: 0 })
  })

  it.each(of('link', 'telemetry'))('$kind commands nothing, however often it is heard', (spec) => {
    const ear = new Ear()
    expect(needsPermit(least(spec))).toBe(false)
    for (let i = 0; i < 3; i++) expect(ear.hear(least(spec, { reply: 5 }))).toEqual([])
    expect(ear.law.counts).toEqual({ actuations: 0, repeats: 0, executions: 0 })
  })

  it('names what it heard, and what stood there before', () => {
    const law = new ProtocolChecker()
    const [spec] = of('actuation')
    if (spec === undefined) throw new Error('the schema has no actuation')
    const first = least(spec, { session: 1, cmdId: 1, permitId: 3 })
    const second = least(spec, { session: 1, cmdId: 2, permitId: 3 })
    const third = least(spec, { session: 1, cmdId: 2, permitId: 0 })
    const hear = (message: Message, seq: number): Breach[] => law.observe({ direction: 'toFirmware', seq, message })
    expect(hear(first, 1)).toEqual([])
    expect(hear(second, 2)).toEqual([{ kind: 'permit-reused', got: second, before: first }])
    expect(hear(third, 3)).toEqual([
      { kind: 'id-reused', got: third, before: second },
      { kind: 'no-permit', got: third },
    ])
  }) // prettier-ignore
})

describe('exactly once, for every session', () => {
  const ack = (cmdId: number, reply = 0): Message => ({ kind: 'commandAck', cmdId, reply, state: 0, execCount: 0 })
  const telemetry = (session: number): Message => least(specOf('telemetry'), { session })
  const hello = (session: number, accepted: number): Message => least(specOf('helloAck'), { session, accepted })
  const specOf = (kind: string): MessageSpec => {
    const spec = MESSAGES.find((each) => each.kind === kind)
    if (spec === undefined) throw new Error(`no ${kind} in the schema`)
    return spec
  }

  it('ids belong to the session that telemetry or an accepted Hello named last', () => {
    const ear = new Ear()
    expect([ear.hear(hello(1, 1)), ear.hear(ack(1)), ear.hear(ack(1))]).toEqual([[], [], ['executed-twice']])
    expect([ear.hear(telemetry(2)), ear.hear(ack(1)), ear.hear(ack(1))]).toEqual([[], [], ['executed-twice']])
    // a refused Hello opens nothing: this is still the session of before
    expect([ear.hear(hello(3, 0)), ear.hear(ack(1))]).toEqual([[], ['executed-twice']])
    expect([ear.hear(hello(3, 1)), ear.hear(ack(1)), ear.hear(ack(2))]).toEqual([[], [], []])
    expect(ear.law.counts.executions).toBe(4)
  })

  it('remembers far more than a session has, and yet not everything', () => {
    const ear = new Ear()
    for (let id = 1; id <= 65_536; id++) ear.hear(ack(id))
    expect(ear.hear(ack(1))).toEqual(['executed-twice'])
    ear.hear(ack(65_537))
    expect(ear.hear(ack(2))).toEqual(['executed-twice'])
    expect(ear.hear(ack(1))).toEqual([])
  })
}) // prettier-ignore
