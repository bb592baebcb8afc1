import { add, pointingAhead, type Pose, type Vector } from '../arm/pose.js'
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
  const middle = add(socket.face, [-PLUG_FRONT, 0, 0])
  const seated: Pose = {
    position: add(middle, [-held.offset[0], -held.offset[1], -held.offset[2]]),
    rotation: pointingAhead(0),
  }
  yield* travelTo(rig, seated, STAND_OFF, { clearance: 0.002 })
  for (const [y, z] of TRIES) {
    const aimed = { ...seated, position: add(seated.position, [0, y, z] as Vector) }
    yield* moveLine(rig, before(aimed, STAND_OFF / 2), 0.08, { clearance: 0 })
    yield* moveLine(rig, aimed, SPEED, {
      force: PUSH_N * 2,
      clearance: 0,
      until: () => rig.push < -PUSH_N || rig.force > PUSH_N,
    })
    if (seated.position[0] - rig.pose.position[0] < SEATED) {
      yield* moveFingers(rig, item.width + 0.02)
      rig.known.release()
      yield* retreat(rig, 0.09, { clearance: 0 })
      return
    }
  }
  yield* retreat(rig, STAND_OFF, { clearance: 0 })
  throw new SkillFailure(`the ${name} does not go into the ${where}`)
}

const STAND_OFF = 0.08
const SPEED = 0.04
const PUSH_N = 8
/** It is in when it is nearer than this to where it ends, metres. */
const SEATED = 0.006
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
