import { subtract } from '../arm/pose.js'
import { carriedBy } from '../planning/where.js'
import { closureNamed, moved } from '../scene/closures.js'
import { approachLine, moveFingers, movePath } from './motion.js'
import { SkillFailure, type Program, type Rig } from './rig.js'
import { retreat, travelTo } from './travel.js'

/** Takes a closure by its handle and moves it, along its slide or about its hinge. @param to fraction open, 0…1 */
export function* moveClosure(rig: Rig, name: string, to: number): Program {
  const closure = closureNamed(name)
  if (closure === undefined) throw new SkillFailure(`there is no ${name} to open or close`)
  if (rig.known.held !== undefined) throw new SkillFailure(`the gripper holds the ${rig.known.held.item}`)
  const from = rig.known.slides.get(name) ?? 0
  const goal = to * closure.opens
  const handleAt = (opened: number) => ({
    position: moved(closure, closure.handle, opened),
    rotation: closure.grip,
  })
  const except = [name]
  const carried = carriedBy(name, rig.known)
  rig.setpoint = { ...rig.setpoint, opening: OPENING }
  yield* travelTo(rig, handleAt(from), 0.08, { except, clearance: 0.001 })
  yield* approachLine(rig, handleAt(from), 0.1, { force: TOUCH_N, except, clearance: 0 })
  yield* moveFingers(rig, 0)
  if (rig.physics.opening < BAR) throw new SkillFailure(`the fingers closed beside the handle of the ${name}`)
  const way = Math.abs(goal - from) * (closure.kind === 'slide' ? 1 : 0.15)
  rig.known.assume(name, from)
  try {
    yield* movePath(
      rig,
      (fraction) => handleAt(from + (goal - from) * fraction),
      Math.max(0.5, way / (SPEED * rig.speed)),
      { force: PULL_N, except, clearance: 0 },
    )
    const apart = rig.physics.opening
    if (apart < BAR || apart > OPENING)
      throw new SkillFailure(`the fingers slipped off the handle of the ${name}`)
  } catch (cause) {
    // what does not give way is let go before the arm leaves
    yield* moveFingers(rig, OPENING)
    yield* retreat(rig, 0.08, { except, clearance: 0 })
    throw cause
  }
  // until the next look: the arm knows where it has brought the handle, and what stands inside came along
  rig.known.assume(name, goal)
  for (const item of carried)
    rig.known.shift(
      item,
      subtract(moved(closure, closure.handle, goal), moved(closure, closure.handle, from)),
    )
  yield* moveFingers(rig, OPENING)
  yield* retreat(rig, 0.08, { except, clearance: 0 })
}

/** How far the fingers open for a handle, as far as it may press them apart, and how far it keeps them so, metres. */
const OPENING = 0.036
const BAR = 0.007
const SPEED = 0.08
/** Forces at which taking and moving a handle have failed, newtons. */
const TOUCH_N = 8
const PULL_N = 22
