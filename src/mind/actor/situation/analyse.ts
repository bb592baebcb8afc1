import { maskSlots, slotsMask, type Mask, type ZoneId } from '../../../base/field-map.js'
import { labelTree } from '../address.js'
import { findingsFromIssues } from './evidence.js'
import type { Situation } from './finding.js'
import type { ActorInput } from '../input.js'
import { findingsFromScore, findingsFromTrace } from './own-findings.js'
import { readPlan, routesLeft } from './plan.js'

/** Below this confidence a block's face is not an estimate. */
export const FACE_CONFIDENCE = 0.5

/** @param refused causes whose edits were refused in this very request */
export function analyse(input: ActorInput, refused: ReadonlySet<string>): Situation {
  const book = labelTree(input.tree)
  const plan = readPlan(input.tree, book)
  const shelfComing =
    plan.cursor !== null || (input.report?.issues ?? []).some((issue) => issue.impact === 'shelf')
  const ground = { input, book, plan, refused, routes: routesLeft(input.map, plan, shelfComing) }
  const issues = findingsFromIssues(ground)
  const own = [...issues, ...findingsFromTrace(ground, issues)]
  const findings = own.some((f) => f.status === 'supported') ? own : [...own, ...findingsFromScore(ground)]
  return { book, plan, routes: ground.routes, faces: knownFaces(input), findings }
}

function knownFaces(input: ActorInput): Map<ZoneId, Mask> {
  const faces = new Map<ZoneId, Mask>()
  for (const info of input.blockInfo ?? []) {
    const orange = maskSlots(faces.get(info.zone) ?? '0000')
    const seen = info.faceUp === 'orange' && info.conf >= FACE_CONFIDENCE
    faces.set(info.zone, slotsMask(seen ? [...orange, info.slot] : orange))
  }
  return faces
}
