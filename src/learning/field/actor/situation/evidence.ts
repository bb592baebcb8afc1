import { bitsMask, isMask, maskBits, maskSlots, type Mask } from '#base/field-map.js'
import type { Issue } from '#learning/critic/report.js'
import { isWithin } from '#learning/actor/units.js'
import type { Finding, Ground, Site, Status } from './finding.js'
import { isShelfAwaited } from './plan.js'
import { isRetry, siteNode, siteOf } from './sites.js'

/** An execution fault of a unit that already retries must recur this often before the tree is blamed. */
const PERSISTENT_FAULT = 3
/** A rotation of all four that leaves at least this many blocks wrong was not based on their faces (VRL-29). */
const BLIND_SLOTS = 2
/** More attempts than this only waste time: −1 point per second. */
const MAX_ATTEMPTS = 3

/**
 * Turns every issue into a finding, most severe first; equal severities by zone, then by id, so that the order is
 * stable.
 */
export function findingsFromIssues(ground: Ground): Finding[] {
  const issues = ground.input.report?.issues ?? []
  return [...issues].sort(bySeverity).map((issue) => {
    const site = siteOf(ground, issue)
    return {
      why: issue.id,
      impact: issue.impact,
      status: weigh(ground, issue, site),
      site,
      mask: wrongSlots(ground, issue, site),
      words: issue.explanation,
    }
  })
}

/** The slots to turn over; a fix that gives the right mask is more precise than the issue's own slots. */
function wrongSlots(ground: Ground, issue: Issue, site: Site | null): Mask | null {
  const { fix } = issue
  if (issue.impact !== 'orientation' || fix === undefined) return issue.mask
  const old = siteNode(ground, site)?.node.attrs['mask'] ?? '0000'
  if (!isMask(old)) return issue.mask
  if (fix.kind === 'remove-node') return old
  if (fix.kind !== 'insert-rotate' && fix.kind !== 'set-mask') return issue.mask
  return bitsMask(maskBits(old) ^ maskBits(fix.mask))
}

const bySeverity = (a: Issue, b: Issue): number =>
  b.severity - a.severity || (a.zone ?? 99) - (b.zone ?? 99) || (a.id < b.id ? -1 : 1)

/** The contradiction pass (VRL-31, CRIT-02): weighs an issue against trace, score and tree. */
function weigh(ground: Ground, issue: Issue, site: Site | null): Status {
  if (issue.grounded === 'refuted') return 'refuted'
  if (ground.progress.done.has(issue.id)) return 'done'
  if (ground.progress.refused.has(issue.id) || justRolledBack(ground, issue)) return 'tried'
  if (site === null) return issue.impact === 'coverage' ? 'oneoff' : 'unknown'
  if (issue.impact === 'shelf' && !isShelfAwaited(ground.input.map, ground.plan)) return 'unknown'
  if (isStructural(ground, site)) return 'supported'
  if (issue.impact === 'orientation') return weighOrientation(ground, issue, site)
  return weighExecution(ground, issue, site)
}

/** Whether the tree itself proves it: something is missing, misplaced, repeated or idle. */
const isStructural = (ground: Ground, site: Site): boolean =>
  site.kind === 'route' || site.to !== null || siteNode(ground, site)?.path === '/'

function weighOrientation(ground: Ground, issue: Issue, site: Site): Status {
  if (issue.grounded !== 'confirmed' && countOf(ground, /incorrect/i) === 0) return 'unknown'
  const rotate = siteNode(ground, site)
  if (rotate?.role !== 'rotate') return issue.mask === null ? 'unknown' : 'supported'
  const mask = rotate.node.attrs['mask'] ?? ''
  if (issue.mask === null) return 'unknown'
  // a mask read from the camera is right by construction: the turn or the reading failed
  if (!isMask(mask)) return 'oneoff'
  // a block that was turned and still lies wrong: a failed turn is likelier than a wrong mask, until it recurs
  const blind = mask === '1111' && maskSlots(issue.mask).length >= BLIND_SLOTS
  const turnedYetWrong = overlaps(mask, issue.mask) && !blind
  return turnedYetWrong && timesSeen(ground, issue) < 2 ? 'oneoff' : 'supported'
}

function weighExecution(ground: Ground, issue: Issue, site: Site): Status {
  const unit = siteNode(ground, site)
  if (!unit) return 'unknown'
  const failed = ground.input.trace.failures.some((failure) => isWithin(failure.path, unit.path))
  if (issue.grounded !== 'confirmed' && !failed) return 'unknown'
  if (!isRetry(unit)) return 'supported'
  const attempts = Number(unit.node.attrs['num_attempts'] ?? '0')
  return timesSeen(ground, issue) >= PERSISTENT_FAULT && attempts < MAX_ATTEMPTS ? 'supported' : 'oneoff'
}

/** Number of consecutive episodes, including this one, that reported the same issue. */
function timesSeen(ground: Ground, issue: Issue): number {
  let seen = 1
  for (const entry of ground.input.history.toReversed()) {
    if (
      !entry.issues.some(
        (old) => old.id === issue.id && old.mask === issue.mask && old.grounded !== 'refuted',
      )
    )
      break
    seen++
  }
  return seen
}

/** Whether the last edit for this cause was rolled back: do not repeat the mistake in the very next step. */
function justRolledBack(ground: Ground, issue: Issue): boolean {
  const [cause, decision] = ground.input.history.slice(-2)
  return (
    decision?.decision === 'rolled-back' && (cause?.patch.some((edit) => edit.because === issue.id) ?? false)
  )
}

const overlaps = (a: Mask, b: Mask): boolean => (maskBits(a) & maskBits(b)) !== 0

/** Total count of the score lines whose label matches. */
export const countOf = (ground: Ground, label: RegExp): number =>
  ground.input.score.lines.reduce((sum, line) => sum + (label.test(line.label) ? line.count : 0), 0)
