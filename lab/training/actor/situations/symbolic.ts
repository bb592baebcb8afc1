import { bitsMask, isMask, maskBits, maskSlots, type ZoneId } from '#base/field-map.js'
import type { Rng } from '#base/random.js'
import type { TreeDoc } from '#bt/document.js'
import { isWithin } from '#learning/actor/units.js'
import { labelTree } from '#learning/field/actor/address.js'
import type { LeafFailure, Score, TraceDigest, UnitRun } from '#learning/actor/input.js'
import { readPlan, type PlanSummary } from '#learning/field/actor/situation/plan.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { TEST_REASONS, TRAIN_REASONS } from '../wordings.js'
import type { Fault, Scenario } from './scenario.js'

/**
 * An episode that nobody played: its trace is invented, its faults are read off the tree and the field. Cheap, and rich
 * in unlucky units that natural fault rates seldom give.
 */
export function symbolicScenario(
  rng: Rng,
  setup: FieldSetup,
  doc: TreeDoc,
  wording: 'train' | 'test',
): Scenario {
  const plan = readPlan(doc, labelTree(doc))
  const trace = inventedTrace(rng, doc, plan, wording)
  const truth = faultsOf(setup, plan, trace)
  return { setup, doc, trace, score: inventedScore(setup, plan, trace, truth), truth, source: 'symbolic' }
}

/** A run of the tree with faults: a unit that fails without a retry ends the mission. */
function inventedTrace(rng: Rng, tree: TreeDoc, plan: PlanSummary, wording: 'train' | 'test'): TraceDigest {
  const book = labelTree(tree)
  const units: UnitRun[] = []
  const failures: LeafFailure[] = []
  for (const unit of plan.units) {
    const seconds = 3 + 15 * rng.next()
    const run = { path: unit.path, node: unit.node.id, seconds }
    if (!rng.chance(0.1)) {
      units.push({ ...run, attempts: 1, result: 'success' })
      continue
    }
    const leaves = book.all.filter((entry) => entry.role !== 'group' && isWithin(entry.path, unit.path))
    const leaf = leaves.length === 0 ? unit : rng.pick(leaves)
    const retries = unit.node.id === 'RetryUntilSuccessful'
    const recovered = retries && rng.chance(0.75)
    const attempts = retries ? 2 : 1
    const reason = rng
      .pick(wording === 'train' ? TRAIN_REASONS : TEST_REASONS)
      .replaceAll('{z}', String(leaf.zone ?? 1))
    failures.push({
      path: leaf.path,
      node: leaf.node.id,
      attempts: recovered ? attempts - 1 : attempts,
      reason,
    })
    units.push({ ...run, attempts, result: recovered ? 'success' : 'failure' })
    if (!recovered) break
  }
  return { seconds: units.reduce((sum, unit) => sum + unit.seconds, 0), units, failures }
}

function faultsOf(setup: FieldSetup, plan: PlanSummary, trace: TraceDigest): Fault[] {
  const ran = (path: string): boolean =>
    trace.units.some((unit) => isWithin(path as UnitRun['path'], unit.path) && unit.result === 'success')
  const emptied = new Set<ZoneId>()
  const filled = new Set<ZoneId>()
  const faults: Fault[] = []
  const shelf = plan.cursor !== null && ran(plan.cursor.path)
  for (const trip of plan.transfers) {
    if (!ran(trip.load.path) || trip.from === null) continue
    const first = !emptied.has(trip.from)
    emptied.add(trip.from)
    if (trip.to === null || trip.unload === null || !first) continue
    const turned = trip.rotate?.node.attrs['mask'] ?? '0000'
    const wrong = maskBits(setup.orange.get(trip.from) ?? '0000') ^ (isMask(turned) ? maskBits(turned) : 0)
    const closed = setup.map.zones.find(({ id }) => id === trip.to)?.needsShelf === true && !shelf
    if (filled.has(trip.to) || closed) {
      faults.push({ impact: 'placement', zone: trip.to, mask: null, nodePath: trip.unload.path })
    } else if (wrong !== 0) {
      const nodePath = (trip.rotate ?? trip.unload).path
      faults.push({ impact: 'orientation', zone: trip.to, mask: bitsMask(wrong), nodePath })
    }
    filled.add(trip.to)
  }
  return [...faults, ...failedLeaves(plan, trace), ...omissions(setup, plan, { trace, emptied, shelf })]
}

function failedLeaves(plan: PlanSummary, trace: TraceDigest): Fault[] {
  return trace.units
    .filter((unit) => unit.result === 'failure')
    .flatMap((unit) => {
      const trip = plan.transfers.find(({ load }) => isWithin(load.path, unit.path))
      const leaf = trace.failures.find(({ path }) => isWithin(path, unit.path))
      if (trip === undefined || leaf === undefined) return []
      const impact = leaf.node === 'MoveToZone' ? ('navigation' as const) : ('grasp' as const)
      return [{ impact, zone: trip.from, mask: null, nodePath: leaf.path }]
    })
}

interface OmissionsIn {
  readonly trace: TraceDigest
  readonly emptied: ReadonlySet<ZoneId>
  readonly shelf: boolean
}

function omissions(setup: FieldSetup, plan: PlanSummary, { trace, emptied, shelf }: OmissionsIn): Fault[] {
  const about = (
    impact: Fault['impact'],
    zone: ZoneId | null,
    nodePath: Fault['nodePath'] = null,
  ): Fault => ({
    impact,
    zone,
    mask: null,
    nodePath,
  })
  const last = plan.units.at(-1)
  const home = plan.home !== null && last !== undefined && isWithin(plan.home.path, last.path)
  const finished = trace.units.length === plan.units.length && trace.units.at(-1)?.result === 'success'
  const left = setup.map.zones.filter(({ kind, id }) => kind === 'load' && !plan.loaded.has(id))
  return [
    ...left.filter(({ id }) => !emptied.has(id)).map(({ id }) => about('coverage', id)),
    ...(shelf ? [] : [about('shelf', null, plan.cursor?.path ?? null)]),
    ...(home && finished ? [] : [about('final-position', null, plan.home?.path ?? null)]),
    ...(trace.seconds > 100 ? [about('timing', null)] : []),
  ]
}

function inventedScore(
  setup: FieldSetup,
  plan: PlanSummary,
  trace: TraceDigest,
  truth: readonly Fault[],
): Score {
  const tripsDone = plan.transfers.filter(
    ({ unload }) =>
      unload !== null &&
      trace.units.some((unit) => isWithin(unload.path, unit.path) && unit.result === 'success'),
  ).length
  const of = (impact: Fault['impact']): Fault[] => truth.filter((fault) => fault.impact === impact)
  const turnedWrong = of('orientation').reduce((sum, { mask }) => sum + maskSlots(mask ?? '0000').length, 0)
  const wrong = turnedWrong + 4 * of('placement').length
  const right = Math.max(0, 4 * Math.min(tripsDone, setup.orange.size) - wrong)
  const full = Math.max(0, Math.floor(right / 4) - of('orientation').length)
  const home = of('final-position').length === 0 && tripsDone > 0 ? 1 : 0
  const lines = [
    line('operating time, seconds', trace.seconds, -1),
    line('time limit exceeded', trace.seconds > 100 ? 1 : 0, -20),
    line('boxes placed correctly', right, 10),
    line('full batches of four', full, 10),
    line('boxes placed incorrectly', wrong, -5),
    line('boxes outside any zone', 0, -10),
    line('robot back home', home, 20),
  ]
  return { lines, total: lines.reduce((sum, { points }) => sum + points, 0) }
}

const line = (label: string, count: number, each: number): Score['lines'][number] => ({
  label,
  count,
  points: count === 0 ? 0 : count * each,
})
