import { aboutZ, axis, pointingAhead, pointingDown, type Pose, type Vector } from '../arm/pose.js'
import { flatTowards } from '../arm/postures.js'
import { FINGER_OPEN } from '../scene/arm-mjcf.js'
import { itemNamed, type Item } from '../scene/items.js'
import { approachLine, moveFingers, wait } from './motion.js'
import { mm, SkillFailure, SQUEEZE, type Program, type Rig } from './rig.js'
import type { ItemPose } from '../physics/physics.js'
import { PLUG_FRONT, PLUG_SAG, SOCKETS } from '../scene/sockets.js'
import { retreat, rise, room, travelTo } from './travel.js'

/**
 * Takes a thing from above, or from a side where the fingers reach it; the plug, which sticks in its socket, from the
 * front.
 */
export function* pick(rig: Rig, name: string, fromSide = false): Program {
  const item = itemNamed(name)
  const seen = inItsSocket(rig.known.items.get(name)) ?? rig.known.items.get(name)
  if (item === undefined || seen === undefined) throw new SkillFailure(`the ${name} is not to be seen`)
  const width = rig.known.widthOf(item)
  if (width > OPEN - 2 * SLACK)
    throw new SkillFailure(`the ${name} is ${mm(width)} mm wide; the gripper opens ${mm(OPEN)} mm`)
  const { pose: goal, opening } = graspOf(rig, item, { at: seen.position, fromSide })
  const except = [name]
  rig.setpoint = { ...rig.setpoint, opening }
  yield* travelTo(rig, goal)
  const last = metBefore(item, goal, seen.position)
  yield* approachLine(rig, goal, APPROACH_SPEED * rig.speed, {
    force: TOUCH_N,
    except,
    clearance: 0.001,
    last,
  })
  yield* moveFingers(rig, 0)
  if (rig.physics.opening < width - SQUEEZE) throw new SkillFailure(`the fingers closed beside the ${name}`)
  rig.take(name, seen, !isPlugged(item, seen.position[2]))
  try {
    if (isPlugged(item, seen.position[2]))
      yield* retreat(rig, PULL_OUT, { force: PULL_N, clearance: 0, except })
    else yield* rise(rig, { force: LIFT_N, clearance: 0 })
    yield* wait(0.1)
  } catch (cause) {
    // what is too heavy is let go where it stands
    yield* moveFingers(rig, opening)
    rig.known.release()
    throw cause
  }
  if (rig.dropped() !== undefined) throw new SkillFailure(`the ${name} slipped out of the gripper`)
}

/** The widest opening, metres. */
const OPEN = 2 * FINGER_OPEN
const SLACK = 0.004
/** Room on either side of a thing between the open fingers, metres: as much as there is. */
const ROOM_BESIDE = [0.014, 0.008]
const LEAST_ROOM = 0.002
const APPROACH_SPEED = 0.2
/** Forces at which an approach, a pull and a lift have failed, newtons. */
const TOUCH_N = 10
const PULL_N = 25
const LIFT_N = 12
/** The pin is out of its hole after this way, metres. */
const PULL_OUT = 0.07
/** How high the flat gripper must be over the table, metres. */
const PALM = 0.043
/** A fingertip ends this far below the middle of the grip, metres. */
const TIP = 0.012
/** From the fingertips to what a flat thing lies on, metres. */
const OVER_GROUND = 0.003

/** Where a plug sits that sticks in a socket: the driver knows its cell better than its camera sees it. */
function inItsSocket(seen: ItemPose | undefined): ItemPose | undefined {
  if (seen === undefined) return undefined
  const [x, y, z] = seen.position
  const socket = SOCKETS.find(
    ({ face }) => Math.hypot(face[0] - PLUG_FRONT - x, face[1] - y, face[2] - z) < NEAR_SEAT,
  )
  return socket && { position: [x, socket.face[1], socket.face[2] - PLUG_SAG], rotation: aboutZ(0) }
}

/** Metres. */
const NEAR_SEAT = 0.02

interface Grasp {
  readonly pose: Pose
  /** metres */
  readonly opening: number
}

/** The grasp with the most room beside the fingers; where it is tight they open less. */
function graspOf(rig: Rig, item: Item, wanted: Wanted): Grasp {
  for (const beside of ROOM_BESIDE) {
    const opening = Math.min(OPEN, rig.known.widthOf(item) + 2 * beside)
    const best = posesOf(rig, item, wanted)
      .map((pose) => ({ pose, free: room(rig, pose, { opening, except: [item.name] }) }))
      .sort((a, b) => b.free - a.free)[0]
    if (best !== undefined && best.free > LEAST_ROOM) return { pose: best.pose, opening }
  }
  throw new SkillFailure(`there is no room for the fingers beside the ${item.name}`)
}

interface Wanted {
  readonly at: Vector
  readonly fromSide: boolean
}

function posesOf(rig: Rig, item: Item, { at: [x, y, z], fromSide }: Wanted): Pose[] {
  if (isPlugged(item, z)) return [{ position: [x - 0.012, y, z], rotation: pointingAhead(0) }]
  if (fromSide)
    return flatTowards([x, y, z]).map((rotation) => ({ position: [x, y, Math.max(z, PALM)], rotation }))
  const height = Math.max(z, z - item.half + TIP + OVER_GROUND)
  const yaw = rig.known.yaw(item.name)
  // the plug is held by its sides; a cube by either pair; what is round from anywhere
  const turns = item.round ? 8 : item.name === 'charger_plug' ? 1 : 2
  return Array.from({ length: turns }, (_, index) => ({
    position: [x, y, height],
    rotation: pointingDown(yaw + Math.PI / 2 + (index * Math.PI) / turns),
  }))
}

/** So far before the goal the fingertips come to the thing, metres: if it is too wide, they meet it there. */
function metBefore(item: Item, goal: Pose, [, , z]: Vector): number {
  const isFromAbove = axis(goal.rotation, 0)[2] < -0.5
  return (isFromAbove ? z + item.half - goal.position[2] : item.width / 2) + TIP + EARLIER
}

/** What is seen is not exact: the fingertips may come to the thing so much earlier, metres. */
const EARLIER = 0.004

/** The plug sticks in a socket when it is that high. */
const isPlugged = (item: Item, z: number): boolean => item.name === 'charger_plug' && z > 0.1
