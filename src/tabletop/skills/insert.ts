import { forward } from '../arm/kinematics.js'
import { add, length, pointingAhead, subtract, type Pose, type Vector } from '../arm/pose.js'
import { itemNamed } from '../scene/items.js'
import { PLUG_FRONT, socketNamed } from '../scene/sockets.js'
import { before, moveFingers, moveLine } from './motion.js'
import { SkillFailure, type Program, type Rig } from './rig.js'
import { retreat, travelTo } from './travel.js'

/** Pushes the plug that the gripper holds into a socket, and feels around when it meets the rim of the hole. */
export function* insert(rig: Rig, name: string, where: string): Program {
  const item = itemNamed(name)
  const socket = socketNamed(where)
  const { held } = rig.known
  if (item === undefined || held?.item !== name)
    throw new SkillFailure(`the gripper does not hold the ${name}`)
  if (socket === undefined) throw new SkillFailure(`there is no socket ${where}`)
  if (held.turned[0][0] < STRAIGHT)
    throw new SkillFailure(`the ${name} is not held with its pin ahead: it was not taken out of a socket`)
  const middle = add(socket.face, [-PLUG_FRONT, 0, 0])
  const seated: Pose = {
    position: add(middle, [-held.offset[0], -held.offset[1], -held.offset[2]]),
    rotation: pointingAhead(0),
  }
  yield* travelTo(rig, seated, STAND_OFF, { clearance: 0.002 })
  yield* comeBefore(rig, seated, `the ${name} met something in front of the ${where}`)
  for (const [y, z] of TRIES) {
    const aimed = { ...seated, position: add(seated.position, [0, y, z] as Vector) }
    if (y !== 0 || z !== 0) yield* moveLine(rig, before(aimed, STAND_OFF / 2), 0.08, { clearance: 0 })
    yield* moveLine(rig, aimed, SPEED, { force: PUSH_N * 2, clearance: 0, until: () => rig.force > PUSH_N })
    if (isAt(rig, aimed)) {
      yield* moveFingers(rig, item.width + 0.02)
      rig.known.release()
      yield* retreat(rig, 0.09, { clearance: 0 })
      return
    }
  }
  yield* retreat(rig, STAND_OFF, { clearance: 0 })
  throw new SkillFailure(`the ${name} does not go into the ${where}`)
}

/**
 * To where the pin has not yet come to the hole. What it meets on the way, such as a shut door, would hold the plug
 * back while the fingers slide along it: the gripper would end where the plug is in, and the plug would not be.
 */
function* comeBefore(rig: Rig, seated: Pose, otherwise: string): Program {
  const goal = before(seated, STAND_OFF / 2)
  yield* moveLine(rig, goal, 0.08, { clearance: 0.001, until: () => rig.force > PUSH_N })
  if (isAt(rig, goal)) return
  yield* retreat(rig, STAND_OFF / 2, { clearance: 0 })
  throw new SkillFailure(otherwise)
}

/** Whether the gripper is there itself: its setpoint gets there on an arm that lags, too. */
const isAt = ({ physics }: Rig, { position }: Pose): boolean =>
  length(subtract(position, forward(physics.joints).position)) < NEAR

/** The pin points ahead: the least cosine of the angle between it and the gripper. */
const STRAIGHT = 0.95
const STAND_OFF = 0.08
const SPEED = 0.04
const PUSH_N = 8
/** The gripper is where it is to be when it is nearer than this, metres. */
const NEAR = 0.006
/** Where the hole is sought, metres to the side and up. */
const TRIES: readonly (readonly [number, number])[] = [
  [0, 0],
  [0, 0.002],
  [0, -0.002],
  [0.002, 0],
  [-0.002, 0],
  [0, 0.004],
  [0, -0.004],
]
