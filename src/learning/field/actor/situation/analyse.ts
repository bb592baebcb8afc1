import { maskSlots, slotsMask, type Mask, type ZoneId } from '#base/field-map.js'
import { labelTree } from '../address.js'
import { findingsFromIssues } from './evidence.js'
import { FRESH, type Progress, type Situation } from './finding.js'
import type { ActorInput } from '../contract.js'
import { findingsFromScore, findingsFromTrace, unguardedTrips } from './own-findings.js'
import { isShelfAwaited, readPlan, routesLeft } from './plan.js'

/** Minimum confidence of a block's face to count as an estimate. */
const FACE_CONFIDENCE = 0.5

export function analyse(input: ActorInput, progress: Progress = FRESH): Situation {
  const book = labelTree(input.tree)
  const plan = readPlan(input.tree, book)
  const shelfReported = (input.report?.issues ?? []).some(({ impact }) => impact === 'shelf')
  const shelfComing = plan.cursor !== null || (shelfReported && isShelfAwaited(input.map, plan))
  const ground = { input, book, plan, progress, routes: routesLeft(input.map, plan, shelfComing) }
  const issues = findingsFromIssues(ground)
  // a failure that ended the mission outweighs a mere observation
  const own = [...findingsFromTrace(ground, issues), ...issues]
  const enough = progress.done.size > 0 || own.some((f) => f.status === 'supported')
  const findings = [...own, ...(enough ? [] : findingsFromScore(ground)), ...unguardedTrips(ground)]
  return { book, plan, routes: ground.routes, faces: knownFaces(input), findings }
}

/** Orange-up slots of load zones, as far as the actor may see them (VRL-07). */
export function knownFaces(input: Pick<ActorInput, 'blockInfo'>): Map<ZoneId, Mask> {
  const faces = new Map<ZoneId, Mask>()
  for (const info of input.blockInfo ?? []) {
    const orange = maskSlots(faces.get(info.zone) ?? '0000')
    const seen = info.faceUp === 'orange' && info.conf >= FACE_CONFIDENCE
    faces.set(info.zone, slotsMask(seen ? [...orange, info.slot] : orange))
  }
  return faces
}
