import { maskSlots, type FieldMap, type Mask, type Slot, type ZoneId } from '../../../base/field-map.js'
import type { CameraModel } from '../../../base/camera-model.js'
import { readFaces, type FaceReading } from '../../perception/colour.js'
import { countStray } from '../../perception/stray.js'
import type { Frame } from '../../ports.js'
import type { Evidence } from '../evidence.js'
import { lastStep, type Executed } from '../blame/executed.js'
import type { Impact, Issue } from '../report.js'

/** What a claim is held against: sensors first, then the camera read without a model (AMB-40, CRIT-09). */
export interface Witnesses {
  readonly map: FieldMap
  readonly camera: CameraModel
  readonly frame: Frame
  readonly executed: Executed
  readonly evidence: Evidence | undefined
  readonly limitS: number
  /** slots of which the picture shows nothing: the colour of what stands in front of them is no evidence */
  readonly hidden?: ReadonlyMap<ZoneId, Mask>
}

export type Verdict = Issue['grounded']
type Grounder = (issue: Issue, witnesses: Looking) => Verdict

/** The witnesses with what has been read from the picture so far: nothing is read twice. */
interface Looking extends Witnesses {
  readonly faces: Map<ZoneId, readonly FaceReading[]>
  stray: number | undefined | 'not counted'
}

/** a slot's colour counts as read when this share of its pixels agrees */
const SURE = 0.75

/** Asks for each issue the best specialised witness; one verdict an issue, no issue is dropped. */
export function ground(issues: readonly Issue[], witnesses: Witnesses): Issue[] {
  const looking: Looking = { ...witnesses, faces: new Map(), stray: 'not counted' }
  return issues.map((issue) => ({
    ...issue,
    grounded: GROUNDERS[issue.impact]?.(issue, looking) ?? 'unverified',
  }))
}

const GROUNDERS: Partial<Readonly<Record<Impact, Grounder>>> = {
  orientation: (issue, w) => bySlots(issue, w, (face) => face === 'orange'),
  grasp: (issue, w) => firstSaid([byCups(issue, w), bySlots(issue, w, isBlock)]),
  coverage: (issue, w) =>
    issue.zone !== null && lastStep(w.executed.steps, 'LoadBlocks', issue.zone)?.ok === true
      ? 'refuted'
      : bySlots(issue, w, isBlock),
  placement: (issue, w) =>
    issue.zone === null || zoneKind(w.map, issue.zone) === undefined
      ? byStray(w)
      : firstSaid([bySlots(issue, w, (face) => face === 'empty'), byStray(w)]),
  navigation: (issue, w) => {
    if (issue.zone === null) return 'unverified'
    const move = lastStep(w.executed.steps, 'MoveToZone', issue.zone)
    return move === undefined ? 'unverified' : move.ok ? 'refuted' : 'confirmed'
  },
  shelf: (_issue, { evidence }) => {
    const shelf = evidence?.world.shelf
    return shelf === 'target' ? 'refuted' : shelf === 'init' ? 'confirmed' : 'unverified'
  },
  'final-position': (_issue, { evidence, map }) => {
    const pose = evidence?.world.robot.pose
    if (!pose || !Number.isFinite(pose.x) || !Number.isFinite(pose.y)) return 'unverified'
    return Math.hypot(pose.x - map.home.at.x, pose.y - map.home.at.y) <= map.home.radius
      ? 'refuted'
      : 'confirmed'
  },
  timing: (_issue, { executed, limitS }) => (executed.seconds > limitS ? 'confirmed' : 'refuted'),
}

/** All claimed slots look as claimed: confirmed. None does: refuted. Anything else says nothing. */
function bySlots({ zone, mask }: Issue, w: Looking, fits: (face: FaceReading['face']) => boolean): Verdict {
  if (zone === null || mask === null || mask === '0000' || zoneKind(w.map, zone) === undefined)
    return 'unverified'
  const faces = w.faces.get(zone) ?? readFaces(w.frame, w.camera, w.map, zone)
  w.faces.set(zone, faces)
  const hidden = w.hidden?.get(zone)
  const sure = maskSlots(mask)
    .filter((slot) => hidden?.[slot] !== '1')
    .map((slot) => faces[slot])
    .filter((reading) => reading !== undefined && reading.face !== 'hidden' && reading.confidence >= SURE)
  const fitting = sure.filter((reading) => reading !== undefined && fits(reading.face)).length
  if (sure.length === 0) return 'unverified'
  return fitting === maskSlots(mask).length ? 'confirmed' : fitting === 0 ? 'refuted' : 'unverified'
}

/** Vacuum: a cup that held the block of a claimed slot refutes that the block stayed behind. */
function byCups({ zone, mask }: Issue, { evidence }: Witnesses): Verdict {
  const slots = zone === null ? undefined : evidence?.world.zones.get(zone)?.slots
  if (!slots || mask === null || mask === '0000') return 'unverified'
  const left = (slot: Slot): boolean => slots[slot] !== null
  const claimed = maskSlots(mask)
  return claimed.every(left) ? 'confirmed' : claimed.some(left) ? 'unverified' : 'refuted'
}

function byStray(w: Looking): Verdict {
  if (w.stray === 'not counted') w.stray = countStray(w.frame, w.camera, w.map)
  const count = w.stray
  return count === undefined ? 'unverified' : count > 0 ? 'confirmed' : 'unverified'
}

const isBlock = (face: FaceReading['face']): boolean => face === 'blue' || face === 'orange'
const zoneKind = (map: FieldMap, id: ZoneId): string | undefined =>
  map.zones.find((zone) => zone.id === id)?.kind
const firstSaid = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.find((v) => v !== 'unverified') ?? 'unverified'
