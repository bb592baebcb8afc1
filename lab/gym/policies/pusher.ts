import { add, scale, type Vector } from '#tabletop/arm/pose.js'
import { apart, flat, seen, towards, type Policy, type Seen } from './policy.js'

/** Behind the cube, as seen from the goal; then towards the goal, and back over the cube when it has slipped aside. */
export function pusher(): Policy {
  let pushing = false
  let stalled = 0
  let last: Vector = [0, 0, 0]
  return (observation, goal) => {
    const now = seen(observation)
    const { gripper, item } = now
    stalled = pushing && apart(gripper, last) < 0.0004 ? stalled + 1 : 0
    last = gripper
    const way = flat(goal, item)
    const ahead: Vector = [(goal[0] - item[0]) / (way || 1), (goal[1] - item[1]) / (way || 1), 0]
    const behind: Vector = [item[0] - BEHIND * ahead[0], item[1] - BEHIND * ahead[1], 0.02]
    const aside = Math.abs((gripper[0] - item[0]) * ahead[1] - (gripper[1] - item[1]) * ahead[0])
    if (pushing && (aside > 0.015 || flat(gripper, item) > 0.06 || stalled > 6)) pushing = false
    if (way < 0.012) return towards(now, gripper, 0)
    if (pushing) return slowly(now, add(gripper, scale(ahead, Math.min(0.012, way))), aside, behind)
    if (flat(gripper, behind) > 0.008)
      return towards(now, gripper[2] < 0.07 ? add(gripper, [0, 0, 0.06]) : [behind[0], behind[1], 0.085], 0)
    // fingers that still go down press the cube onto the table, and it jams
    pushing = gripper[2] < 0.022
    return towards(now, behind, 0)
  }
}

/** From the middle of the cube to where the fingers begin, metres. */
const BEHIND = 0.047

/** Ahead, and back onto the line through the cube and its goal. */
function slowly(now: Seen, point: Vector, aside: number, behind: Vector): number[] {
  const share = Math.min(0.5, aside * 30)
  const onLine: Vector = [
    point[0] + share * (behind[0] - now.gripper[0]),
    point[1] + share * (behind[1] - now.gripper[1]),
    0.023,
  ]
  return towards(now, onLine, 0)
}
