import { add, pointingDown } from '../arm/pose.js'
import { buttonNamed, CLICK, TRAVEL } from '../scene/buttons.js'
import { moveFingers, moveLine } from './motion.js'
import { SkillFailure, type Program, type Rig } from './rig.js'
import { rise, travelTo } from './travel.js'

/** Presses a button with closed fingers, until it is down. */
export function* press(rig: Rig, name: string): Program {
  const button = buttonNamed(name)
  if (button === undefined) throw new SkillFailure(`there is no button ${name}`)
  // the fingertips end below the middle of the grip
  const goal = { position: add(button.top, [0, 0, TIP]), rotation: pointingDown(0) }
  yield* moveFingers(rig, 0)
  yield* travelTo(rig, goal, 0.05)
  const down = { ...goal, position: add(goal.position, [0, 0, -TRAVEL - 0.002]) }
  let felt = 0
  yield* moveLine(rig, down, SPEED, {
    force: PRESS_N,
    clearance: 0,
    until: () => {
      felt = Math.max(felt, rig.force)
      return rig.pose.position[2] < goal.position[2] - TRAVEL * 0.9 || felt > ENOUGH_N
    },
  })
  const depth = goal.position[2] - rig.pose.position[2]
  yield* rise(rig, { clearance: 0 })
  if (depth < CLICK * 1.1)
    throw new SkillFailure(`something lies over the ${name}: the gripper felt it too early`)
}

const TIP = 0.01
const SPEED = 0.03
const ENOUGH_N = 9
const PRESS_N = 15
