import { isWithin } from '#learning/actor/units.js'
import type { Labelled } from '../address.js'
import { countOf } from './evidence.js'
import { childPath } from '#bt/paths.js'
import { looseTrips } from '../loose-trip.js'
import type { Finding, Ground, Site } from './finding.js'
import { homeSite, isRetry, nodeSite, shelfSite, siteNode } from './sites.js'

/** A blind rotation is blamed when at least this many blocks ended up the wrong way round. */
const BLIND_ROTATION_BLOCKS = 3

/** Units that failed in the trace, have no retry, and are not covered by an issue yet. */
export function findingsFromTrace(ground: Ground, issues: readonly Finding[]): Finding[] {
  const spokenOf = new Set(
    issues.filter((f) => f.status === 'supported').map((f) => siteNode(ground, f.site)?.path),
  )
  return ground.input.trace.units
    .filter((run) => run.result === 'failure')
    .flatMap((run) => ground.plan.units.find((unit) => unit.path === run.path) ?? [])
    .filter((unit) => !isRetry(unit) && !spokenOf.has(unit.path) && !ground.progress.refused.has('trace'))
    .map((unit) => ({
      ...finding('trace', impactOf(ground, unit), nodeSite(unit)),
      words: reasonOf(ground, unit),
    }))
}

/** Findings from the points alone: a place that earns nothing. Used when there is no substantiated complaint. */
export function findingsFromScore(ground: Ground): Finding[] {
  if (ground.progress.refused.has('score')) return []
  const shelf = shelfSite(ground)
  const shelfBlocks = ground.routes.length === 0 && leftOver(ground)
  return [
    ...blindRotations(ground).map((entry) => finding('score', 'orientation', nodeSite(entry, 'none'))),
    ...ground.routes.slice(0, 2).map((route) => finding('score', 'coverage', { kind: 'route', route })),
    ...(shelfBlocks && !ground.plan.cursor && shelf ? [finding('score', 'shelf', shelf)] : []),
    ...homeMissing(ground),
  ]
}

const finding = (why: string, impact: string, site: Site): Finding => ({
  why,
  impact,
  status: 'supported',
  site,
  mask: null,
  words: '',
})

/** `RotateBlocks(mask=1111)` without any estimate of faces (VRL-29); with an estimate it may well be right. */
function blindRotations(ground: Ground): Labelled[] {
  if (ground.input.blockInfo || countOf(ground, /incorrect/i) < BLIND_ROTATION_BLOCKS) return []
  return ground.book.all.filter(
    (entry) => entry.role === 'rotate' && entry.node.attrs['mask'] === '1111' && hasRun(ground, entry),
  )
}

/** A rotation that was never reached has turned no block the wrong way. */
const hasRun = ({ input }: Ground, entry: Labelled): boolean =>
  input.trace.units.every(({ path, result }) => !isWithin(entry.path, path) || result === 'success') &&
  (input.trace.units.length === 0 || input.trace.units.some(({ path }) => isWithin(entry.path, path)))

/** Trips that end the mission when one step fails: a retry around each pays off, as the search found. */
export function unguardedTrips(ground: Ground): Finding[] {
  if (ground.progress.refused.has('score')) return []
  return looseTrips(ground.input.tree, ground.book).flatMap(({ parent, first }) => {
    const step = ground.book.nearest(childPath(parent, first))
    return finding('score', impactOf(ground, step), nodeSite(step))
  })
}

function homeMissing(ground: Ground): Finding[] {
  const site = homeSite(ground)
  return site?.kind === 'node' && (site.to !== null || siteNode(ground, site)?.path === '/')
    ? [finding('score', 'final-position', site)]
    : []
}

const leftOver = (ground: Ground): boolean =>
  ground.input.map.zones.some((zone) => zone.kind === 'load' && !ground.plan.loaded.has(zone.id))

const failuresIn = (ground: Ground, unit: Labelled) =>
  ground.input.trace.failures.filter((failure) => isWithin(failure.path, unit.path))

const reasonOf = (ground: Ground, unit: Labelled): string => failuresIn(ground, unit).at(-1)?.reason ?? ''

function impactOf(ground: Ground, unit: Labelled): string {
  const failure = failuresIn(ground, unit).at(-1)
  const role = failure ? ground.book.nearest(failure.path).role : 'other'
  if (role === 'move' || role === 'home') return 'navigation'
  if (role === 'load') return 'grasp'
  if (role === 'cursor') return 'shelf'
  return 'placement'
}
