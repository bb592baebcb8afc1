import {
  add,
  axis,
  pointingDown,
  scale,
  times,
  turn,
  type Pose,
  type Rotation,
  type Vector,
} from '../arm/pose.js'
import { flatTowards } from '../arm/postures.js'
import { itemNamed, type Item } from '../scene/items.js'
import { middleOf } from '../planning/where.js'
import { placeNamed, type Place } from '../scene/places.js'
import { above, moveFingers, moveLine } from './motion.js'
import { SkillFailure, type Program, type Rig } from './rig.js'
import { seenSpots } from './seen-spots.js'
import { rise, room, travelTo } from './travel.js'

/** Puts what the gripper holds down in a free spot. @param releaseHeight above what it is to stand on, metres */
export function* place(rig: Rig, name: string, where: string, releaseHeight: number): Program {
  const item = inGripper(rig, name)
  const found = placeNamed(where)
  if (found === undefined) throw new SkillFailure(`there is no place ${where}`)
  const fixed = spotsOf(rig, found).filter((spot) => isFree(rig, spot, item))
  const target = { releaseHeight, except: [] }
  const onFixed = (): Release | undefined => bestGoal(rig, item, { ...target, spots: fixed })
  const onSeen = (): Release | undefined => {
    const spots = seenSpots(rig.seen, { place: found, item, slides: rig.known.slides }, (spot) =>
      reachOf(rig, item, { ...target, spots: [spot] }),
    )
    const goal = bestGoal(rig, item, { ...target, spots })
    if (goal !== undefined) rig.how = SEEN
    return goal
  }
  const goal = rig.seen?.first === true ? (onSeen() ?? onFixed()) : (onFixed() ?? onSeen())
  if (goal === undefined && fixed.length === 0)
    throw new SkillFailure(`there is no free spot in the ${where} for the ${name}`)
  yield* putDown(rig, item, goal, target)
}

/** What the result of a command says of a place that was chosen by sight; of a fixed spot it says nothing. */
const SEEN = 'it stands on a free point that was chosen by sight, on none of the fixed spots'

/** Puts what the gripper holds onto another thing. */
export function* stack(rig: Rig, name: string, onto: string): Program {
  const item = inGripper(rig, name)
  const below = itemNamed(onto)
  const seen = rig.known.items.get(onto)
  if (below === undefined || seen === undefined) throw new SkillFailure(`the ${onto} is not to be seen`)
  const [x, y, z] = seen.position
  const target = { spots: [[x, y, z + below.half] as const], releaseHeight: 0.003, except: [onto] }
  yield* putDown(rig, item, bestGoal(rig, item, target), target)
}

interface Release {
  readonly pose: Pose
  /** where the thing then stands */
  readonly stands: Vector
  /** metres */
  readonly opening: number
  /** of the gripper to what is known, metres */
  room(): number
}

interface Target {
  /** points on which the thing may stand, the best one first */
  readonly spots: readonly Vector[]
  readonly releaseHeight: number
  readonly except: readonly string[]
}

interface Over extends Omit<Target, 'spots'> {
  readonly spot: Vector
  /** how far the fingers open on either side, metres */
  readonly beside: number
}

function* putDown(
  rig: Rig,
  item: Item,
  release: Release | undefined,
  { except }: Pick<Target, 'except'>,
): Program {
  if (release === undefined)
    throw new SkillFailure(`there is no room for the gripper to put the ${item.name} down`)
  const { pose: goal, stands, opening } = release
  yield* travelTo(rig, above(goal, 0.08), 0)
  yield* moveLine(rig, goal, DOWN_SPEED, {
    until: () => rig.force > TOUCH_N,
    clearance: 0,
    except,
  })
  if (rig.pose.position[2] - goal.position[2] > EARLY)
    throw new SkillFailure(`the ${item.name} met something above where it is to stand`)
  yield* moveFingers(rig, opening)
  const turned = rig.known.held?.turned
  rig.known.release()
  yield* rise(rig, { clearance: 0 })
  const rotation = turned === undefined ? goal.rotation : times(goal.rotation, turned)
  rig.known.leave(item.name, { position: add(stands, [0, 0, item.half]), rotation })
}

const DOWN_SPEED = 0.06
/** Over its spot it is judged at this height at least, and a contact so much too high is none with the spot, metres. */
const FREE = 0.003
const EARLY = 0.012
/** What the thing feels when it stands, newtons. */
const TOUCH_N = 3
/** The fingers open by so much on either side, metres: as far as there is room. */
const LET_GO = [0.011, 0.007]
/** The gripper keeps this distance from what is known as it lets go; more than the other matters no longer, metres. */
const ROOM = 0.0015
const AMPLE = 0.02
/** Two things keep this distance, metres. */
const APART = 0.004

/** Of the poses that put it onto one of the spots, the first with room for the fingers. */
function bestGoal(rig: Rig, item: Item, target: Target): Release | undefined {
  for (const beside of LET_GO)
    for (const spot of target.spots)
      for (const release of releasesOver(rig, item, { ...target, spot, beside }))
        if (release.room() > ROOM) return release
  return undefined
}

/** How much room the fingers have over a spot in the best turn, as a share of what matters; 0: too little. */
function reachOf(rig: Rig, item: Item, target: Target): number {
  const [spot] = target.spots
  if (spot === undefined || !isFree(rig, spot, item)) return 0
  const beside = Math.min(...LET_GO)
  const most = Math.max(
    ...releasesOver(rig, item, { ...target, spot, beside }).map((release) => release.room()),
  )
  return most > ROOM ? Math.min(1, most / AMPLE) : 0
}

/** The ways to let it go over a spot, one for each turn of the gripper. */
function releasesOver(rig: Rig, item: Item, { spot, beside, releaseHeight, except }: Over): Release[] {
  const offset = rig.known.held?.offset ?? [0, 0, 0]
  const middle = add(spot, [0, 0, item.half + releaseHeight])
  const opening = Math.min(0.09, rig.known.widthOf(item) + 2 * beside)
  return turnsOver(rig, spot).map((rotation) => {
    const pose = { position: add(middle, scale(turn(rotation, offset), -1)), rotation }
    // what it is to stand on may be as near as it likes
    const judged = above(pose, Math.max(0, FREE - releaseHeight))
    return { pose, stands: spot, opening, room: () => room(rig, judged, { opening, except }) }
  })
}

/** How the gripper may be turned over a spot: as the thing was taken, from above or flat from the side. */
function turnsOver(rig: Rig, spot: Vector): Rotation[] {
  if (rig.known.held?.flat === true) return flatTowards(spot)
  const fingers = axis(rig.pose.rotation, 1)
  const yaw = Math.atan2(fingers[1], fingers[0])
  return [0, Math.PI / 2, Math.PI / 4, -Math.PI / 4].map((turned) => pointingDown(yaw + turned))
}

function spotsOf(rig: Rig, place: Place): Vector[] {
  const middle = middleOf(place, rig.known.slides)
  return place.spots.map(([x, y]) => add(middle, [x, y, 0]))
}

/** Nothing that was seen stands there. */
function isFree(rig: Rig, [x, y]: Vector, item: Item): boolean {
  return [...rig.known.items].every(([name, { position }]) => {
    const other = itemNamed(name)
    const apart = Math.hypot(position[0] - x, position[1] - y)
    return other === undefined || name === item.name || apart > (item.width + other.width) / 2 + APART
  })
}

function inGripper(rig: Rig, name: string): Item {
  const item = itemNamed(name)
  if (item === undefined || rig.known.held?.item !== name)
    throw new SkillFailure(`the gripper does not hold the ${name}`)
  return item
}
