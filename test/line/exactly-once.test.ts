import { describe, expect, it } from 'vitest'
import { bothDirections } from '#simulation/line/line-faults.js'
import { LineBench } from './support/line-bench.js'

/** GRAFT_LINE_COMMANDS=20000 is the long run; docs/bad-line.md has its figures. */
const COUNT = Number(process.env['GRAFT_LINE_COMMANDS'] ?? 2_000)
/** four kinds of damage that come together to 30 % of the frames */
const EACH = 1 - 0.7 ** (1 / 4)
const DAMAGED = { drop: EACH, duplicate: EACH, cut: EACH, flip: EACH }

describe('exactly once (VRL-26)', () => {
  it(`of ${COUNT} commands at 30 % damaged frames in both directions each is executed once, in order`, () => {
    const bench = new LineBench(bothDirections(DAMAGED), 'exactly-once').connect()
    const began = bench.clock.now()
    const { session, line, witness } = bench
    const frames = () => line.counters.toFirmware.sent + line.counters.toHost.sent
    let issued = 0
    let doubted = 0
    const asked: number[] = []
    const open = new Set<number>()
    while (asked.length < COUNT || open.size > 0) {
      // several wait at a time, so that the order is the lane's doing and not ours
      while (open.size < 8 && asked.length < COUNT) {
        const id = session.command({ kind: 'setPose', x: issued++ % 9, y: 0, theta: 0 })
        asked.push(id)
        open.add(id)
      }
      bench.step()
      for (const event of bench.events.splice(0)) {
        if (event.kind === 'done') open.delete(event.id)
        if (event.kind === 'outcomeUnknown') doubted++
        expect(event.kind).not.toBe('lost')
        expect(event.kind).not.toBe('commandRefused')
      }
    }
    const seconds = (bench.clock.now() - began) / 1000
    expect(witness.executed).toEqual(asked)
    expect(witness.breaches).toEqual([])
    expect(witness.lawless).toEqual([])
    expect(session.status).not.toBe('lost')

    const { sent, dropped, duplicated, cut, flipped } = sum(line.counters)
    const { retransmits } = session.counters
    expect((dropped + duplicated + cut + flipped) / sent).toBeGreaterThan(0.28)
    expect(retransmits).toBeGreaterThan(COUNT * 0.3)
    process.stdout.write(
      `exactly once: ${COUNT} commands, ${witness.executed.length} executions in order, ${retransmits} retries, ` +
        `${doubted} outcomes doubted and resolved, ${frames()} frames, ${seconds.toFixed(0)} s simulated\n`,
    )
  }, 600_000)
})

function sum({ toFirmware, toHost }: LineBench['line']['counters']) {
  return {
    sent: toFirmware.sent + toHost.sent,
    dropped: toFirmware.dropped + toHost.dropped,
    duplicated: toFirmware.duplicated + toHost.duplicated,
    cut: toFirmware.cut + toHost.cut,
    flipped: toFirmware.flipped + toHost.flipped,
  }
}
