import { add, length, pointingDown, scale, subtract, type Vector } from '../arm/pose.js'
import { itemNamed, type Item } from '../scene/items.js'
import { placeNamed } from '../scene/places.js'
import { moveFingers, moveLine } from './motion.js'
import { SkillFailure, type Program, type Rig } from './rig.js'
import { rise, travelTo } from './travel.js'

/** Pushes a thing over the table to a place, with closed fingers behind it. */
export function* pushItem(rig: Rig, name: string, towards: string): Program {
  const item = itemNamed(name)
  const seen = rig.known.items.get(name)
  const goal = placeNamed(towards)
  if (item === undefined || seen === undefined) throw new SkillFailure(`the ${name} is not to be seen`)
  if (goal === undefined) throw new SkillFailure(`there is no place ${towards}`)
  const from = seen.position
  const to: Vector = [goal.middle[0], goal.middle[1], from[2]]
  const way = subtract(to, from)
  const metres = length(way)
  if (metres < 0.01) return
  const ahead = scale(way, 1 / metres)
  const behind = reachBehind(item, Math.atan2(ahead[1], ahead[0]) - rig.known.yaw(name)) + FINGERS
  const rotation = pointingDown(Math.atan2(ahead[1], ahead[0]))
  const height = Math.max(0.018, from[2] - 0.01)
  const at = (distance: number) => ({
    position: withHeight(add(from, scale(ahead, distance - behind)), height),
    rotation,
  })
  yield* moveFingers(rig, 0)
  yield* travelTo(rig, at(-BACK_OFF), 0.08, { except: [name] })
  yield* moveLine(rig, at(-BACK_OFF), 0.1, { clearance: 0.001, except: [name] })
  yield* moveLine(rig, at(metres), SPEED, { force: PUSH_N, clearance: 0, except: [name] })
  yield* moveLine(rig, at(metres - BACK_OFF), 0.1, { clearance: 0, except: [name] })
  yield* rise(rig, { clearance: 0, except: [name] })
}

/** Half the thickness of the closed fingers, metres. */
const FINGERS = 0.009
const BACK_OFF = 0.015
const SPEED = 0.06
const PUSH_N = 15

/** How far it reaches from its middle against the way. @param angle of the way to one of its sides, radians */
const reachBehind = ({ width, round }: Item, angle: number): number =>
  (width / 2) * (round ? 1 : Math.abs(Math.cos(angle)) + Math.abs(Math.sin(angle)))

const withHeight = ([x, y]: Vector, z: number): Vector => [x, y, z]
