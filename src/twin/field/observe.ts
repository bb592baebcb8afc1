import { SLOTS, type FieldMap } from '#base/field-map.js'
import { flipped, next, withCups } from './belief.js'
import { observeCup } from './observe-cup.js'
import type { Drift, Observation, Observed } from './observation.js'
import { distance, dockPose, SHELF_TOLERANCE, placeAt, pushEnd, samePlace, describePlace } from './places.js'
import type { Command, WorldState } from './world.js'

/**
 * Overwrites the belief with sensor readings (MOD-14). `running` is the command in progress, if any: it can explain a
 * change, which is then not a drift, but never causes one. A grip without vacuum changes nothing.
 */
export function observe(state: WorldState, seen: Observation, map: FieldMap, running?: Command): Observed {
  const drifts: Drift[] = []
  const place = seen.moving ? 'between' : placeAt(map, seen.pose)
  const was = state.robot.place
  const isCorrection = seen.corrected === true && !seen.moving
  if (running === undefined && !isCorrection && was !== 'between' && !samePlace(was, place)) {
    const [before, now] = [describePlace(map, was), describePlace(map, place)]
    const text = `the robot was ${before} and is now ${now} though no command moved it`
    drifts.push({ kind: 'displaced', t: seen.t, from: was, text })
  }
  let after: WorldState = {
    ...state,
    clock: seen.t,
    robot: observeRobot(seen, place),
    gripper: observeGripper(state, seen, running),
    shelf: observeShelf(state, seen, map, running),
  }
  for (const cup of SLOTS) {
    const step = observeCup(after, cup, seen, { map, running })
    after = step.state
    drifts.push(...step.drifts)
  }
  // how sure the pose is changes all the time, and alone it is no change of the world
  const { robot } = after
  return { state: same(state, after) ? { ...state, robot, clock: seen.t } : next(after, {}), drifts }
}

function observeRobot(seen: Observation, place: WorldState['robot']['place']): WorldState['robot'] {
  const { pose, deviation, moving, estop, linkUp } = seen
  return { place, pose, ...(deviation && { deviation }), moving, estop, linkUp }
}

/** The measured rotator position decides when a turn is complete. An unexplained turn leaves the faces unknown. */
function observeGripper(state: WorldState, seen: Observation, running?: Command): WorldState['gripper'] {
  const { lift, rotator } = seen
  const { end } = state.gripper.rotator
  if (rotator === 'between') {
    // kept when the turn is interrupted: only a Rotate with this mask may finish it
    const mask = running?.kind === 'rotate' ? running.mask : state.gripper.rotator.mask
    return { ...state.gripper, lift, rotator: { end, turning: true, ...(mask !== undefined && { mask }) } }
  }
  if (rotator === end) return { ...state.gripper, lift, rotator: { end, turning: false } }
  const cups = withCups(state, (cup, held) => {
    if (held === null) return null
    if (running?.kind !== 'rotate') return { ...held, face: 'unknown' }
    return running.mask[cup] === '1' ? { ...held, face: flipped(held.face) } : held
  })
  return { cups, lift, rotator: { end: rotator, turning: false } }
}

/** The shelf has arrived if the bumper is still pressed at the end of the push; during the push it is `unknown`. */
function observeShelf(
  state: WorldState,
  seen: Observation,
  map: FieldMap,
  running?: Command,
): WorldState['shelf'] {
  if (running?.kind !== 'push' || !seen.bumper) return state.shelf
  if (distance(seen.pose, pushEnd(map)) <= SHELF_TOLERANCE) return 'target'
  const dock = dockPose(map, { kind: 'shelf' })
  return dock !== undefined && distance(seen.pose, dock) <= SHELF_TOLERANCE ? state.shelf : 'unknown'
}

function same(a: WorldState, b: WorldState): boolean {
  return (
    samePlace(a.robot.place, b.robot.place) &&
    distance(a.robot.pose, b.robot.pose) === 0 &&
    a.robot.pose.theta === b.robot.pose.theta &&
    a.robot.moving === b.robot.moving &&
    a.robot.estop === b.robot.estop &&
    a.robot.linkUp === b.robot.linkUp &&
    a.gripper.lift === b.gripper.lift &&
    a.gripper.rotator.end === b.gripper.rotator.end &&
    a.gripper.rotator.turning === b.gripper.rotator.turning &&
    a.gripper.rotator.mask === b.gripper.rotator.mask &&
    a.gripper.cups.every((held, cup) => held === b.gripper.cups[cup]) &&
    a.zones === b.zones &&
    a.shelf === b.shelf
  )
}
