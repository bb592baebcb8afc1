import type { FieldMap } from '../../../src/base/field-map.js'
import type { Rng } from '../../../src/base/random.js'
import type { TreeDoc } from '../../../src/bt/document.js'
import type { Edit } from '../../../src/bt/edit.js'
import { isWithin, labelTree } from '../../../src/mind/actor/address.js'
import type {
  ActorInput,
  BlockInfo,
  HistoryEntry,
  LeafFailure,
  Score,
  TraceDigest,
  UnitRun,
} from '../../../src/mind/actor/input.js'
import { readPlan } from '../../../src/mind/actor/situation/plan.js'
import type { CriticReport } from '../../../src/mind/critic/report.js'
import { TEST_REASONS, TRAIN_REASONS } from './wordings.js'

/** Everything but tree and report of an `ActorInput`, invented so that the parts fit together. */
export function randomEpisode(
  rng: Rng,
  map: FieldMap,
  tree: TreeDoc,
  report: CriticReport | null,
  blockInfo: readonly BlockInfo[] | undefined,
  split: 'train' | 'test',
): ActorInput {
  const trace = randomTrace(rng, tree, split)
  const history = randomHistory(rng, report)
  const best = Math.max(-100, ...history.map((entry) => entry.score))
  return {
    tree,
    report,
    score: randomScore(rng, trace),
    trace,
    history,
    champion: history.length > 0 ? { treeHash: '', meanScore: best, runs: 1 } : null,
    map,
    ...(blockInfo ? { blockInfo } : {}),
  }
}

/** A run of the tree with faults: a unit that fails without a retry ends the mission. */
function randomTrace(rng: Rng, tree: TreeDoc, split: 'train' | 'test'): TraceDigest {
  const book = labelTree(tree)
  const plan = readPlan(tree, book)
  const units: UnitRun[] = []
  const failures: LeafFailure[] = []
  for (const unit of plan.units) {
    const seconds = 3 + 15 * rng.next()
    if (!rng.chance(0.12)) {
      units.push({ path: unit.path, node: unit.node.id, attempts: 1, result: 'success', seconds })
      continue
    }
    const leaves = book.all.filter((entry) => entry.role !== 'group' && isWithin(entry.path, unit.path))
    const leaf = rng.pick(leaves)
    const retries = unit.node.id === 'RetryUntilSuccessful'
    const recovered = retries && rng.chance(0.75)
    const attempts = retries ? 2 : 1
    const reason = rng
      .pick(split === 'train' ? TRAIN_REASONS : TEST_REASONS)
      .replaceAll('{z}', String(leaf.zone ?? 1))
    failures.push({
      path: leaf.path,
      node: leaf.node.id,
      attempts: recovered ? attempts - 1 : attempts,
      reason,
    })
    units.push({
      path: unit.path,
      node: unit.node.id,
      attempts,
      result: recovered ? 'success' : 'failure',
      seconds,
    })
    if (!recovered) break
  }
  return { seconds: units.reduce((sum, unit) => sum + unit.seconds, 0), units, failures }
}

function randomScore(rng: Rng, trace: TraceDigest): Score {
  const right = 4 * rng.int(5) - (rng.chance(0.3) ? 1 : 0)
  const wrong = rng.chance(0.5) ? rng.int(6) : 0
  const outside = rng.chance(0.15) ? 1 + rng.int(2) : 0
  const lines = [
    line('operating time, seconds', trace.seconds, -1),
    line('time limit exceeded', trace.seconds > 100 ? 1 : 0, -20),
    line('boxes placed correctly', Math.max(0, right), 10),
    line('full batches of four', Math.floor(Math.max(0, right) / 4), 10),
    line('boxes placed incorrectly', wrong, -5),
    line('boxes outside any zone', outside, -10),
    line('robot back home', rng.chance(0.5) ? 1 : 0, 20),
  ]
  return { lines, total: lines.reduce((sum, { points }) => sum + points, 0) }
}

const line = (label: string, count: number, each: number): Score['lines'][number] => ({
  label,
  count,
  points: count === 0 ? 0 : count * each,
})

function randomHistory(rng: Rng, report: CriticReport | null): HistoryEntry[] {
  const length = rng.int(4)
  const again = rng.chance(0.35)
  return Array.from({ length }, (_, i) => {
    const rolledBack = i === length - 1 && i > 0 && rng.chance(0.3)
    const decision = rolledBack ? 'rolled-back' : rng.chance(0.8) ? 'edited' : 'no-edit'
    return {
      episode: i + 1,
      treeHash: '',
      score: Math.round(160 * rng.next() - 30),
      decision,
      patch: decision === 'edited' ? randomPatch(rng, report) : [],
      issues: again ? (report?.issues ?? []) : [],
    }
  })
}

function randomPatch(rng: Rng, report: CriticReport | null): Edit[] {
  const because =
    report && report.issues.length > 0 && rng.chance(0.4) ? rng.pick(report.issues).id : 'coverage@9'
  return Array.from({ length: 1 + rng.int(2) }, () => ({
    op: rng.pick(['remove', 'unwrap'] as const),
    at: '/0',
    because,
  }))
}
