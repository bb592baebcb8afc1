import { length, subtract } from '../arm/pose.js'
import { FINGER_OPEN } from '../scene/arm-mjcf.js'
import { CLOSURES } from '../scene/closures.js'
import { ITEMS, type Item } from '../scene/items.js'
import { above, before, moveFingers, moveLine } from './motion.js'
import { mm, SkillFailure, SQUEEZE, type Program, type Rig } from './rig.js'
import { isHigh, rise, room } from './travel.js'

/** Closes the fingers; what is between them is held from then on. */
export function* closeFingers(rig: Rig): Program {
  if (rig.known.held !== undefined) return
  const before = rig.setpoint.opening
  yield* moveFingers(rig, 0)
  const apart = rig.physics.opening
  if (apart < SQUEEZE) return
  const item = between(rig, apart)
  const seen = item && rig.known.items.get(item.name)
  if (item === undefined || seen === undefined) {
    // what nobody knows is not carried away
    yield* moveFingers(rig, before)
    throw new SkillFailure(`the fingers met something ${mm(apart)} mm wide that was not seen there`)
  }
  rig.take(item.name, seen)
}

/** Opens the fingers as far as there is room; what they hold is let go where it is. */
export function* openFingers(rig: Rig): Program {
  const { held } = rig.known
  const item = ITEMS.find(({ name }) => name === held?.item)
  const least = (item?.width ?? rig.physics.opening) + LEAST
  const opening = [1, 0.5, 0.25, 0]
    .map((share) => least + share * Math.max(0, 2 * FINGER_OPEN - least))
    .find((wide) => room(rig, rig.pose, { opening: wide, except: item ? [item.name] : [] }) > ROOM)
  if (opening === undefined) throw new SkillFailure('there is no room for the fingers to open')
  yield* moveFingers(rig, Math.min(2 * FINGER_OPEN, opening))
  rig.known.release()
}

/**
 * Back and up from where a stop has left the arm, before a skill begins. Fingers that hold nothing that is known open
 * first: they may still be around a thing that they have let go, or taken, and whoever closed them would carry it off.
 */
export function* comeFree(rig: Rig): Program {
  if (isHigh(rig)) return
  const opening = Math.min(2 * FINGER_OPEN, rig.physics.opening + 2 * LEAST)
  const except = CLOSURES.map(({ name }) => name)
  if (rig.known.held === undefined && room(rig, rig.pose, { opening, except }) > ROOM)
    yield* moveFingers(rig, opening)
  yield* backAway(rig, except)
  yield* rise(rig, { clearance: 0 })
}

/**
 * Out of what the fingers may be around, the way they came: fingers that lie flat around a handle would catch it on
 * their way up. With a thing that stands in them they rise straight, so that it is not dragged.
 */
function* backAway(rig: Rig, except: readonly string[]): Program {
  const { held } = rig.known
  const liesFlat = Math.abs(rig.direction[2]) < 0.5
  if (!liesFlat || held?.flat === true) return
  const { opening } = rig.setpoint
  const known = { opening, except: held === undefined ? except : [...except, held.item] }
  // a plug leaves its socket along its pin alone
  const back = (held === undefined ? [0, UP] : [0])
    .flatMap((up) => BACK.map((metres) => above(before(rig.pose, metres), up)))
    .find((pose) => room(rig, pose, known) > 0)
  if (back !== undefined) yield* moveLine(rig, back, BACK_M_S, { clearance: 0 })
}

/** How far back, as far as there is room, metres: the last way is just out of a handle. */
const BACK = [0.08, 0.05, 0.03, 0.022]
/** Fingers around an upright handle may rise so far on their way out, over what the wrist would touch, metres. */
const UP = 0.008
const BACK_M_S = 0.1

/** Fingers that let something go open by so much at least, and stay so far from everything else, metres. */
const LEAST = 0.008
const ROOM = 0.0015
/** From between the fingertips to the middle of what they hold, metres. */
const REACHED = 0.045

/** The thing that was seen there and is as wide as the fingers are apart; the nearest one. */
function between(rig: Rig, apart: number): Item | undefined {
  const distance = ({ name }: Item): number => {
    const seen = rig.known.items.get(name)
    return seen === undefined ? Infinity : length(subtract(seen.position, rig.pose.position))
  }
  return ITEMS.filter((item) => Math.abs(item.width - apart) < SQUEEZE && distance(item) < REACHED).sort(
    (a, b) => distance(a) - distance(b),
  )[0]
}
