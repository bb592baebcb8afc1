import { describe, expect, it } from 'vitest'
import { stream, type Rng } from '#base/random.js'
import { WireObserver } from '#link/wire-observer.js'
import type { CommandId } from '#link/wire-command.js'
import { Bench, moveTo, type Noise } from './support/bench.js'

/** Each frame, in both directions, is lost, doubled, cut or flipped with probability p. */
function noisy(rng: Rng, p: number): Noise {
  return (frame) => {
    if (!rng.chance(p)) return [frame]
    const how = rng.int(4)
    if (how === 0) return []
    if (how === 1) return [frame, frame]
    if (how === 2) return [frame.subarray(0, rng.int(frame.length))]
    const flipped = frame.slice()
    const at = rng.int(flipped.length)
    flipped[at] = (flipped[at] as number) ^ (1 << rng.int(8))
    return [flipped]
  }
}

/** Issues `count` commands one after the other and sees each one settled. */
function issue(
  bench: Bench,
  count: number,
  settledBefore: (id: CommandId) => boolean = () => true,
): CommandId[] {
  const ids: CommandId[] = []
  for (let n = 0; n < count; n++) {
    const id = bench.session.command({ kind: 'setPose', x: n % 9, y: 0, theta: 0 })
    bench.run(20_000, () => bench.settled(id))
    expect(settledBefore(id)).toBe(true)
    ids.push(id)
  }
  return ids
}

describe('exactly once (VRL-26, firmware-protocol/README.md)', () => {
  it.each([
    [0, 500],
    [0.05, 1_000],
    [0.3, 1_500],
  ])('with every frame damaged with p = %f, %i commands issued are as many executed', (p, count) => {
    const bench = new Bench().connect()
    bench.noise = noisy(stream('exactly-once', String(p)), p)
    const ids = issue(bench, count)
    bench.noise = (frame) => [frame]
    bench.run(200)
    expect(
      ids.every(
        (id) =>
          typeof bench.session.commandState(id) === 'object' || bench.session.commandState(id) === 'unknown',
      ),
    ).toBe(true)
    expect(bench.telemetry.execCount).toBe(count)
    expect(bench.session.status).toBe('up')
    expect(bench.session.counters.retransmits).toBeGreaterThanOrEqual(count * p * 0.5)
    expect(bench.session.counters.unreadable).toBe(0)
  })

  it('actuations too: each runs once although the line damages 30 % of the frames', () => {
    const bench = new Bench().connect()
    bench.noise = noisy(stream('exactly-once', 'moves'), 0.3)
    // a heartbeat every 50 ms against a timeout of 200: at p = 0.3 some runs of four are lost; those moves must say so
    const outcomes = Array.from({ length: 60 }, (_, n) => {
      const { id } = bench.complete({ ...moveTo(n % 2 === 0 ? 0.05 : 0, 0, n + 1), settleMs: 50 })
      const state = bench.session.commandState(id)
      return typeof state === 'object' ? state.done : `${state}: ${bench.session.refusal(id)}`
    })
    bench.noise = (frame) => [frame]
    bench.run(200)
    const ran = outcomes.filter((outcome) => !outcome.startsWith('refused')).length
    expect(bench.telemetry.execCount).toBe(ran)
    expect(outcomes.filter((outcome) => outcome === 'ok').length).toBeGreaterThan(20)
    for (const outcome of outcomes)
      expect(['ok', 'commLoss', 'refused: commLoss', 'refused: notStanding']).toContain(outcome)
  })

  it('a retry is the same bytes, and the id is in the journal before the first byte', () => {
    const bench = new Bench().connect()
    const sent: string[] = []
    let journalled = -1
    bench.noise = (frame) => {
      const seen = new WireObserver().observe('toFirmware', frame)
      if (seen[0]?.message.kind !== 'moveTo') return [frame]
      if (sent.length === 0) journalled = bench.journal.filter((entry) => entry.kind === 'issued').length
      sent.push(Buffer.from(frame).toString('hex'))
      return sent.length < 5 ? [] : [frame]
    }
    const { id } = bench.complete(moveTo(0.1, 0))
    expect(sent).toHaveLength(5)
    expect(new Set(sent).size).toBe(1)
    expect(journalled).toBe(1)
    expect(bench.journal[0]).toMatchObject({
      kind: 'issued',
      id,
      session: 0x1234,
      command: { kind: 'moveTo', permitId: 1 },
    })
    expect(bench.journal[1]).toMatchObject({ kind: 'settled', id, state: { done: 'ok' } })
  })

  it('acknowledgements that never arrive: telemetry tells the outcome, under the same id', () => {
    const bench = new Bench().connect()
    bench.noise = (frame) => {
      const kind = new WireObserver().observe('toHost', frame)[0]?.message.kind
      return kind === 'commandAck' || kind === 'event' ? [] : [frame]
    }
    const { id } = bench.complete(moveTo(0.3, 0))
    expect(bench.session.commandState(id)).toMatchObject({ done: 'ok' })
    expect(bench.telemetry.execCount).toBe(1)
  })

  it('a command that never arrives becomes unknown after 8 tries, and runs once when the way is free again', () => {
    const bench = new Bench().connect()
    let blocked = true
    let tries = 0
    bench.noise = (frame) => {
      const isMove = new WireObserver().observe('toFirmware', frame)[0]?.message.kind === 'moveTo'
      if (isMove) tries++
      return isMove && blocked ? [] : [frame]
    }
    const id = bench.session.command(moveTo(0.1, 0))
    bench.run(8 * 60 + 10)
    expect(tries).toBe(9)
    expect(bench.session.commandState(id)).toBe('unknown')
    expect(bench.events).toContainEqual({ kind: 'outcomeUnknown', id })
    blocked = false
    bench.run(5_000, () => bench.settled(id))
    expect(bench.session.commandState(id)).toMatchObject({ done: 'ok' })
    expect(bench.telemetry.execCount).toBe(1)
  })

  it('a stop withdraws a command that was not answered: it never runs, and that is known', () => {
    const bench = new Bench().connect()
    let moves = 0
    bench.noise = (frame) => {
      const isMove = new WireObserver().observe('toFirmware', frame)[0]?.message.kind === 'moveTo'
      if (isMove) moves++
      return isMove ? [] : [frame]
    }
    const lost = bench.session.command(moveTo(0.1, 0))
    const queued = bench.session.command(moveTo(0.2, 0))
    bench.run(10)
    const stop = bench.session.stop()
    expect(bench.session.stop()).toBe(stop)
    bench.run(200)
    expect(moves).toBe(1)
    expect(bench.session.commandState(stop)).toEqual({ done: 'ok', detail: 0 })
    expect([bench.session.commandState(lost), bench.session.refusal(lost)]).toEqual(['refused', 'superseded'])
    expect([bench.session.commandState(queued), bench.session.refusal(queued)]).toEqual([
      'refused',
      'cancelled',
    ])
    expect(bench.telemetry.execCount).toBe(1)
  })

  it('a copy of a frame that arrives long after is answered, not executed', () => {
    const bench = new Bench().connect()
    const copies: Uint8Array[] = []
    bench.noise = (frame) => {
      if (new WireObserver().observe('toFirmware', frame)[0]?.message.kind === 'setPose')
        copies.push(frame.slice())
      return [frame]
    }
    issue(bench, 40)
    bench.noise = (frame) => [frame]
    for (const copy of copies) bench.robot.stream.write(copy)
    bench.session.requestStats()
    bench.run(60)
    expect(bench.telemetry.execCount).toBe(40)
    // the window remembers 16 answers; what is older is refused as stale
    expect(bench.session.stats).toMatchObject({ execCount: 40, replayed: 16 })
  })

  it('bytes of an older session are refused by the new one', () => {
    const bench = new Bench().connect()
    const old: Uint8Array[] = []
    bench.noise = (frame) => {
      if (new WireObserver().observe('toFirmware', frame)[0]?.message.kind === 'setPose')
        old.push(frame.slice())
      return [frame]
    }
    issue(bench, 1)
    bench.newSession(0x9999)
    bench.connect()
    for (const frame of old) bench.robot.stream.write(frame)
    bench.run(60)
    expect(bench.telemetry.execCount).toBe(1)
    expect(bench.telemetry.session).toBe(0x9999)
  })
})
