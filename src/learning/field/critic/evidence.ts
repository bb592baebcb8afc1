import type { FieldMap, Mask, ZoneId } from '#base/field-map.js'
import type { WorldState } from '#twin/field/world.js'
import { zoneIds, type Claims, type ZoneClaim } from './dialogue/claims.js'
import { lastStep, moveFailed, type Executed } from './blame/executed.js'
import type { CriticMode } from '#learning/critic/report.js'

/** What the robot's own sensors know at the time of a report; no camera, no ground truth (AMB-40). */
export interface Evidence {
  /** the belief maintained from sensors: pose, cups, zone contents, shelf */
  readonly world: WorldState
  /** cups under vacuum now */
  readonly held: Mask
}

/** default time limit of an episode (AMB-12), seconds */
export const TIME_LIMIT_S = 100

export interface ClaimGround {
  readonly executed: Executed
  readonly evidence: Evidence | undefined
  readonly limitS: number
}

/** Expresses in the closed vocabulary what trace and sensors say was done. */
export function claimsOf(
  mode: CriticMode,
  map: FieldMap,
  { executed, evidence, limitS }: ClaimGround,
): Claims {
  const push = lastStep(executed.steps, 'MoveCursor')
  return {
    mode,
    zones: new Map(zoneIds.map((id) => [id, zoneClaim(map, id, executed, evidence)])),
    track: push === undefined ? 'untouched' : push.ok ? 'moved' : 'push-failed',
    shelfNeeded: map.zones.some((zone) => zone.needsShelf),
    robotAt: executed.robotAt,
    late: executed.seconds > limitS,
  }
}

function zoneClaim(
  map: FieldMap,
  id: ZoneId,
  { steps }: Executed,
  evidence: Evidence | undefined,
): ZoneClaim {
  const zone = map.zones.find((candidate) => candidate.id === id)
  if (!zone) return 'absent'
  const unreached = moveFailed(steps, id)
  if (zone.kind === 'load') {
    const load = lastStep(steps, 'LoadBlocks', id)
    if (load) return load.ok ? 'loaded' : 'load-failed'
    return unreached ? 'waiting-unreached' : 'waiting'
  }
  // a second batch that could not be set down makes the zone wrong, however well the first went
  const unload = steps.findLast((step) => step.node === 'UnloadBlocks' && step.zone === id)
  if (!unload) return unreached ? 'free-unreached' : 'free'
  if (!unload.ok) return 'unload-failed'
  const released = evidence?.world.zones.get(id)?.slots.filter((slot) => slot !== null).length ?? 4
  return `filled${Math.min(released, 4) as 0 | 1 | 2 | 3 | 4}`
}

/**
 * Severity of `n` blocks that are wrong together: 1 → .30, 2 → .45, 3 → .55, 4…7 → .70, more → .80 (benchmarks 6.1).
 */
export const severityOfBlocks = (n: number): number =>
  n >= 8 ? 0.8 : n >= 4 ? 0.7 : n === 3 ? 0.55 : n === 2 ? 0.45 : 0.3
