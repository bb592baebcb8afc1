import type { NodePath } from '#bt/document.js'
import type { Issue } from '#learning/critic/report.js'
import { isWithin } from '#learning/actor/units.js'
import type { Labelled } from '../address.js'
import type { Ground, Site } from './finding.js'
import type { Transfer } from './plan.js'

/** The place in the tree where a fix for an issue attaches; null when there is none. */
export function siteOf(ground: Ground, issue: Pick<Issue, 'impact' | 'zone' | 'nodePath'>): Site | null {
  switch (issue.impact) {
    case 'coverage':
      return routeFor(ground, issue.zone)
    case 'orientation':
      return rotationSite(ground, issue)
    case 'shelf':
      return shelfSite(ground)
    case 'final-position':
      return homeSite(ground)
    case 'placement':
      return closedZoneSite(ground, issue) ?? takenZoneSite(ground, issue) ?? guardSite(ground, issue)
    case 'grasp':
    case 'navigation':
      return guardSite(ground, issue)
    case 'timing':
      return idleSite(ground) ?? repeatSite(ground) ?? macroRetrySite(ground)
    case 'plan-structure':
      return structureSite(ground, issue)
    case 'perception':
    case 'safety':
    case 'style':
      return null
  }
}

export const nodeSite = (at: Labelled, to: string | null = null): Site => ({
  kind: 'node',
  at: at.address,
  value: salientValue(at),
  to,
})

/** The one parameter of a node that edits depend on, as the prompt shows it after `=`. */
export function salientValue(entry: Labelled): string | null {
  if (entry.role === 'move') return null
  const { mask, num_attempts, duration } = entry.node.attrs
  return mask ?? num_attempts ?? duration ?? null
}

/** The unit around a path: where a retry goes, or the existing retry. */
function guardSite(ground: Ground, issue: Pick<Issue, 'zone' | 'nodePath'>): Site | null {
  const transfer = transferOf(ground, issue)
  const path = issue.nodePath ?? transfer?.unload?.path ?? transfer?.load.path
  const unit = path ? ground.plan.unitOf(ground.book.nearest(path).path) : null
  return unit ? nodeSite(unit) : null
}

export const isRetry = (entry: Labelled): boolean => entry.node.id === 'RetryUntilSuccessful'

function rotationSite(ground: Ground, issue: Pick<Issue, 'zone' | 'nodePath'>): Site | null {
  const transfer = transferOf(ground, issue)
  return transfer ? nodeSite(transfer.rotate ?? transfer.load) : null
}

export function homeSite(ground: Ground): Site | null {
  const { home, units } = ground.plan
  if (!home) return root(ground)
  const unit = ground.plan.unitOf(home.path) ?? home
  const last = units.at(-1)
  return nodeSite(unit, last && !isWithin(home.path, last.path) ? 'last' : null)
}

export function shelfSite(ground: Ground): Site | null {
  const { cursor } = ground.plan
  if (!cursor) return root(ground)
  const unit = ground.plan.unitOf(cursor.path) ?? cursor
  const closed = new Set(ground.input.map.zones.filter((zone) => zone.needsShelf).map((zone) => zone.id))
  const early = ground.plan.transfers.some(
    (t) => t.to !== null && closed.has(t.to) && t.unload && before(ground, t.unload.path, cursor.path),
  )
  return nodeSite(unit, early ? 'first' : null)
}

function routeFor(ground: Ground, zone: number | null): Site | null {
  const route = ground.routes.find((r) => r.from === zone)
  return route ? { kind: 'route', route } : null
}

/** A batch went to a zone that needs the shelf: moving the shelf is the fix. */
function closedZoneSite(ground: Ground, issue: Pick<Issue, 'zone'>): Site | null {
  const zone = ground.input.map.zones.find((z) => z.id === issue.zone)
  if (!zone?.needsShelf) return null
  const site = shelfSite(ground)
  return site?.kind === 'node' && (site.at === 'root' || site.to === 'first') ? site : null
}

/** Two batches for one unload zone, or one for a zone that accepts none: the later one must go elsewhere. */
function takenZoneSite(ground: Ground, issue: Pick<Issue, 'zone'>): Site | null {
  const seen = new Set<number>()
  for (const transfer of ground.plan.transfers) {
    if (transfer.to === null || !transfer.approach) continue
    const loads = ground.input.map.zones.some((zone) => zone.id === transfer.to && zone.kind === 'load')
    if ((seen.has(transfer.to) || loads) && transfer.to === issue.zone) {
      const free = freeZone(ground)
      return free === null ? null : nodeSite(transfer.approach, String(free))
    }
    seen.add(transfer.to)
  }
  return null
}

function freeZone(ground: Ground): number | null {
  const routed = new Set(ground.routes.map((route) => route.to))
  const free = ground.input.map.zones
    .filter((zone) => zone.kind === 'unload' && !ground.plan.used.has(zone.id))
    .filter((zone) => !zone.needsShelf || ground.plan.cursor !== null)
    .map((zone) => zone.id)
    .toSorted((a, b) => a - b)
  return free.find((zone) => !routed.has(zone)) ?? free[0] ?? null
}

function structureSite(ground: Ground, issue: Pick<Issue, 'zone' | 'nodePath'>): Site | null {
  const moved = [shelfSite(ground), homeSite(ground)].find(
    (site) => site?.kind === 'node' && site.to !== null,
  )
  return (
    macroRetrySite(ground) ??
    repeatSite(ground) ??
    moved ??
    brokenTripSite(ground) ??
    takenZoneSite(ground, issue)
  )
}

/** A unit that loads and never unloads: replaced by a whole trip. */
function brokenTripSite(ground: Ground): Site | null {
  const broken = ground.plan.transfers.find((t) => t.unload === null && t.from !== null)
  const unit = broken && ground.plan.unitOf(broken.load.path)
  const free = freeZone(ground)
  return unit && unit.role === 'group' && free !== null ? nodeSite(unit, `${broken.from}>${free}`) : null
}

/** A retry around several batches restarts all of them when one fails (vrl.txt V.A). */
function macroRetrySite(ground: Ground): Site | null {
  const retry = ground.book.all.find(
    (entry) =>
      isRetry(entry) && ground.plan.transfers.filter((t) => isWithin(t.load.path, entry.path)).length > 1,
  )
  return retry ? nodeSite(retry, 'out') : null
}

/** A unit that loads from a zone already emptied by an earlier unit. */
function repeatSite(ground: Ground): Site | null {
  const seen = new Set<number>()
  for (const transfer of ground.plan.transfers) {
    if (transfer.from === null) continue
    const unit = ground.plan.unitOf(transfer.load.path)
    if (seen.has(transfer.from) && unit && unit.role === 'group') return nodeSite(unit, 'none')
    seen.add(transfer.from)
  }
  return null
}

function idleSite(ground: Ground): Site | null {
  const delay = ground.book.all.find((entry) => entry.role === 'delay')
  return delay ? nodeSite(delay, 'none') : null
}

function transferOf(ground: Ground, issue: Pick<Issue, 'zone' | 'nodePath'>): Transfer | undefined {
  const { transfers } = ground.plan
  const byZone = transfers.find((t) => t.to === issue.zone) ?? transfers.find((t) => t.from === issue.zone)
  if (byZone || issue.nodePath === null) return byZone
  const path = ground.book.nearest(issue.nodePath).path
  const unit = ground.plan.unitOf(path)
  return (
    transfers.find((t) => [t.load, t.rotate, t.approach, t.unload].some((leaf) => leaf?.path === path)) ??
    transfers.find((t) => unit !== null && isWithin(t.load.path, unit.path))
  )
}

const root = (ground: Ground): Site => ({
  kind: 'node',
  at: (ground.book.at('/') as Labelled).address,
  value: null,
  to: null,
})

const before = (ground: Ground, a: NodePath, b: NodePath): boolean =>
  ground.book.all.findIndex((e) => e.path === a) < ground.book.all.findIndex((e) => e.path === b)

export const siteText = (site: Site): string =>
  site.kind === 'route'
    ? `${site.route.from}>${site.route.to}`
    : `${site.at}${site.value === null ? '' : `=${site.value}`}${site.to === null ? '' : `>${site.to}`}`

export const siteNode = (ground: Ground, site: Site | null): Labelled | undefined =>
  site?.kind === 'node' ? ground.book.named(site.at) : undefined
