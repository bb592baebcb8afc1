import { maskSlots, type FieldMap, type Mask, type Slot, type ZoneId } from '#base/field-map.js'
import type { CameraModel } from '#base/camera-model.js'
import { fieldInView } from '#learning/field/perception/in-view.js'
import { readFaces, type FaceReading } from '#learning/field/perception/colour.js'
import { countStray, isPainted } from '#learning/field/perception/stray.js'
import type { Frame } from '#learning/ports.js'
import type { Evidence } from '../evidence.js'
import { lastStep, moveFailed, type Executed } from '../blame/executed.js'
import type { Impact, Issue } from '#learning/critic/report.js'
import { SURE } from './picture-check.js'

/** What a claim is checked against: sensors first, then the camera read without a model (AMB-40, CRIT-09). */
export interface GroundingInput {
  readonly map: FieldMap
  readonly camera: CameraModel
  readonly frame: Frame
  readonly executed: Executed
  readonly evidence: Evidence | undefined
  readonly limitS: number
  /** slots that the picture does not show: the colour of whatever hides them is no evidence */
  readonly hidden?: ReadonlyMap<ZoneId, Mask>
  /** false: the picture's colours are off, and say nothing for or against a claim */
  readonly colours?: boolean
}

/** `hinted`: confirmed, by evidence that does not bear on all that is claimed */
type GroundingResult = Issue['grounded'] | 'hinted'
type Grounder = (issue: Issue, context: GroundingContext) => GroundingResult

/** The input, with a cache of what has been read from the picture. */
interface GroundingContext extends GroundingInput {
  readonly faces: Map<ZoneId, readonly FaceReading[]>
  stray: GroundingResult | 'not counted'
}

/** a block that overlaps a zone slightly extends at most this far beyond it, metres */
const AROUND_M = 0.05
/** a robot this close to the goal of its move has arrived, metres */
const SAME_PLACE_M = 0.06

/** Checks each issue with the most specialised source; one verdict per issue, no issue is dropped. */
export function ground(issues: readonly Issue[], input: GroundingInput): Issue[] {
  const context: GroundingContext = { ...input, faces: new Map(), stray: 'not counted' }
  return issues.map((issue) => {
    const result = GROUNDERS[issue.impact]?.(issue, context) ?? 'unverified'
    return result === 'hinted'
      ? { ...issue, grounded: 'confirmed', loosely: true }
      : { ...issue, grounded: result }
  })
}

const GROUNDERS: Partial<Readonly<Record<Impact, Grounder>>> = {
  orientation: (issue, w) => bySlots(issue, w, (face) => face === 'orange'),
  grasp: (issue, w) => {
    // the robot is there and may be holding up the visible blocks: the vacuum knows best
    if (w.executed.robotAt === issue.zone) return firstDecided([byCups(issue, w), bySlots(issue, w, isBlock)])
    // blocks that were picked up may have fallen back outside the slots: only the camera can tell
    const [slots, paint] = [bySlots(issue, w, isBlock), byPaint(issue, w)]
    const cups = confirmedBy(byCups(issue, w))
    // paint shows that something lies there, not on which slots
    const something = paint === 'confirmed' && namesSlots(issue) ? 'hinted' : paint
    return slots === 'confirmed' ? slots : firstDecided([cups, something])
  },
  coverage: (issue, w) =>
    issue.zone !== null && lastStep(w.executed.steps, 'LoadBlocks', issue.zone)?.ok === true
      ? 'refuted'
      : bySlots(issue, w, isBlock),
  placement: (issue, w) =>
    issue.zone === null || zoneKind(w.map, issue.zone) === undefined
      ? byStray(w)
      : firstDecided([bySlots(issue, w, (face) => face === 'empty'), hintedBy(byStray(w))]),
  navigation: (issue, w) => {
    if (issue.zone === null) return byOdometry(w)
    if (lastStep(w.executed.steps, 'MoveToZone', issue.zone) === undefined) return 'unverified'
    return moveFailed(w.executed.steps, issue.zone) ? 'confirmed' : 'refuted'
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

/** All claimed slots look as claimed: confirmed. None does: refuted. Anything else: unverified. */
function bySlots(
  { zone, mask }: Issue,
  w: GroundingContext,
  fits: (face: FaceReading['face']) => boolean,
): GroundingResult {
  if (zone === null || mask === null || mask === '0000' || zoneKind(w.map, zone) === undefined)
    return 'unverified'
  if (w.colours === false) return 'unverified'
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

/** Vacuum: if a cup held the block of a claimed slot, the block did not stay behind. */
function byCups({ zone, mask }: Issue, { evidence }: GroundingInput): GroundingResult {
  const slots = zone === null ? undefined : evidence?.world.zones.get(zone)?.slots
  if (!slots || mask === null || mask === '0000') return 'unverified'
  const left = (slot: Slot): boolean => slots[slot] !== null
  const claimed = maskSlots(mask)
  return claimed.every(left) ? 'confirmed' : claimed.some(left) ? 'unverified' : 'refuted'
}

/** Blocks on the robot look stray too: near it nothing is confirmed, and nothing at all where its place is unknown. */
function byStray(w: GroundingContext): GroundingResult {
  if (w.colours === false) return 'unverified'
  if (w.stray === 'not counted') {
    const robot = w.evidence?.world.robot.pose
    const all = countStray(w.frame, w.camera, w.map)
    const nowhere = fieldInView(w.camera, w.map) === 'whole' ? 'refuted' : 'unverified'
    w.stray = all === undefined ? 'unverified' : all === 0 ? nowhere : 'confirmed'
    const known = robot && Number.isFinite(robot.x + robot.y)
    const apart = known && all !== 0 ? countStray(w.frame, w.camera, w.map, robot) : robot ? 0 : all
    if (apart === 0 && all !== 0) w.stray = 'unverified'
  }
  return w.stray
}

/** Paint in an unobstructed zone: something lies there, however askew. None in or around it: nothing does. */
function byPaint({ zone }: Issue, w: GroundingContext): GroundingResult {
  if (zone === null || w.colours === false || (w.hidden?.get(zone) ?? '0000') !== '0000') return 'unverified'
  if (isPainted(w.frame, w.camera, w.map, { id: zone })) return 'confirmed'
  return isPainted(w.frame, w.camera, w.map, { id: zone, rim: AROUND_M }) ? 'unverified' : 'refuted'
}

/** Compares the believed position with the goal of the last move. */
function byOdometry({ executed: { robotAt }, evidence, map }: GroundingInput): GroundingResult {
  const pose = evidence?.world.robot.pose
  const goal = robotAt === 'home' ? map.home.at : map.zones.find((zone) => zone.id === robotAt)?.at
  if (!pose || !goal || !Number.isFinite(pose.x) || !Number.isFinite(pose.y)) return 'unverified'
  const within = robotAt === 'home' ? map.home.radius : SAME_PLACE_M
  return Math.hypot(pose.x - goal.x, pose.y - goal.y) <= within ? 'refuted' : 'confirmed'
}

/** A source that can only support a claim, not refute it. */
const confirmedBy = (decision: GroundingResult): GroundingResult =>
  decision === 'confirmed' ? decision : 'unverified'

/** A block that lies outside all zones is missing somewhere, not necessarily here. */
const hintedBy = (result: GroundingResult): GroundingResult =>
  result === 'confirmed' ? 'hinted' : 'unverified'
const namesSlots = ({ mask }: Issue): boolean => mask !== null && mask !== '0000'
const isBlock = (face: FaceReading['face']): boolean => face === 'blue' || face === 'orange'
const zoneKind = (map: FieldMap, id: ZoneId): string | undefined =>
  map.zones.find((zone) => zone.id === id)?.kind
const firstDecided = (results: readonly GroundingResult[]): GroundingResult =>
  results.find((v) => v !== 'unverified') ?? 'unverified'
