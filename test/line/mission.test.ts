import { describe, expect, it } from 'vitest'
import { bothDirections } from '#simulation/line/line-faults.js'
import { playMission, type Mission } from './support/mission.js'

/** the bar of the design: loss, copies, wrong order and wrong bits at once */
const POOR = bothDirections({ drop: 0.05, duplicate: 0.02, reorder: 0.02, bitErrors: 1e-4 })
/** GRAFT_LINE_SEEDS=100 is the long run; docs/bad-line.md has its figures. */
const SEEDS = Number(process.env['GRAFT_LINE_SEEDS'] ?? 4)

/** What the referee and the runtime say of it, without the time that retries cost. */
function outcome({ endReason, facts }: Mission) {
  const { operatingSeconds: _time, ...counts } = facts
  return { endReason, ...counts }
}
const issued = ({ journal }: Mission) =>
  journal.flatMap((entry) => (entry.kind === 'issued' ? [entry.command.kind] : []))
const issuedIds = ({ journal }: Mission): number[] =>
  journal.flatMap((entry) => (entry.kind === 'issued' ? [entry.id] : []))

describe('a whole mission on a bad line', () => {
  it('a line without faults changes nothing', async () => {
    const [plain, clean] = [await playMission(1), await playMission(1, bothDirections({}))]
    expect(clean.facts).toEqual(plain.facts)
    expect(clean.journal).toEqual(plain.journal)
    expect(plain).toMatchObject({ endReason: 'tree-success', facts: { correct: 16, shelfAtTarget: true } })
  })

  it(`5 % loss, 2 % copies, 2 % reordered, bit errors 1e-4, ${SEEDS} seeds: each command once, the same outcome`, async () => {
    const clean = await playMission(1)
    let same = 0
    let late = 0
    let hit = 0
    for (let seed = 1; seed <= SEEDS; seed++) {
      const poor = await playMission(seed, POOR)
      expect(poor.witness.breaches).toEqual([])
      expect(poor.witness.unreadable).toBe(0)
      expect(new Set(poor.witness.executed).size).toBe(poor.witness.executed.length)
      if (poor.commLosses > 0) {
        hit++
        continue
      }
      expect(outcome(poor)).toEqual(outcome(clean))
      expect(poor.witness.executed).toEqual(issuedIds(poor))
      expect(issued(poor)).toEqual(issued(clean))
      late = Math.max(late, poor.facts.operatingSeconds - clean.facts.operatingSeconds)
      same++
    }
    process.stdout.write(
      `missions on a poor line: ${same} of ${SEEDS} with the outcome of the clean run, ${hit} in which too many heartbeats ` +
        `in a row were lost; at most ${late.toFixed(2)} s later\n`,
    )
    expect(same).toBeGreaterThanOrEqual(Math.ceil(SEEDS * 0.75))
  }, 600_000)
})
