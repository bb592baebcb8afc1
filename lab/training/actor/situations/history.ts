import type { Rng } from '#base/random.js'
import type { Edit } from '#bt/edit.js'
import type { HistoryEntry } from '#learning/actor/input.js'
import type { CriticReport } from '#learning/critic/report.js'

/** Episodes before this one, invented: scores, edits and their causes, sometimes the same issues again, a roll-back. */
export function inventedHistory(rng: Rng, report: CriticReport | null): HistoryEntry[] {
  const length = rng.int(5)
  const again = rng.chance(0.35)
  return Array.from({ length }, (_, i) => {
    const rolledBack = i === length - 1 && i > 0 && rng.chance(0.25)
    const decision = rolledBack ? 'rolled-back' : rng.chance(0.8) ? 'edited' : 'no-edit'
    return {
      episode: i + 1,
      treeHash: '',
      score: Math.round(200 * rng.next() - 30),
      decision,
      patch: decision === 'edited' ? inventedPatch(rng, report) : [],
      issues: again ? (report?.issues ?? []) : [],
    }
  })
}

function inventedPatch(rng: Rng, report: CriticReport | null): Edit[] {
  const because =
    report && report.issues.length > 0 && rng.chance(0.4) ? rng.pick(report.issues).id : 'coverage@9'
  return Array.from({ length: 1 + rng.int(8) }, () => ({
    op: rng.pick(['remove', 'unwrap'] as const),
    at: '/0',
    because,
  }))
}
