import type { Vector } from '#simulation/tabletop/arm/pose.js'
import { closureNamed, moved } from '#simulation/tabletop/scene/closures.js'
import { seen, towards, type Policy, type Seen } from './policy.js'

/** Scripted policies by task, closed loop: each call begins an episode. They show that every task can be solved. */
export const BASELINES: Readonly<Record<string, () => Policy>> = {
  reach: () => (observation, goal) => towards(seen(observation), goal, 0),
  push: pusher,
  pick_lift: () => carrier((goal) => goal),
  pick_place: () => carrier(over(0.1)),
  stack: () => carrier(over(0.09)),
  open_drawer: () => puller('drawer'),
  slide_window: () => puller('window'),
  open_lid: () => puller('box_lid'),
  close_drawer: () => pressing([0, -0.035, 0], [0, 0.05, 0], 0),
  press_button: () => pressing([0, 0, 0.04], [0, 0, -0.02], 0),
}

const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
const flat = (a: Vector, b: Vector): number => Math.hypot(a[0] - b[0], a[1] - b[1])
const apart = (a: Vector, b: Vector): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

/** Where what is held has to go next; undefined to let go of it. */
type Carry = (goal: Vector, item: Vector) => Vector | undefined

/** Up, over, and down, then let go. */
const over =
  (height: number): Carry =>
  (goal, item) => {
    if (flat(goal, item) > 0.006)
      return item[2] < height - 0.02 ? [item[0], item[1], height] : [goal[0], goal[1], height]
    return item[2] > goal[2] + 0.004 ? [goal[0], goal[1], goal[2] - 0.002] : undefined
  }

/** Takes the item from above and carries it; begins again when it has lost it. */
function carrier(carry: Carry): Policy {
  let shut = 0
  let done = false
  return (observation, goal) => {
    const now = seen(observation)
    const { gripper, item } = now
    if (done) return towards(now, plus(gripper, [0, 0, 0.05]), 0.08)
    if (shut > 0 && apart(gripper, item) > 0.035) shut = 0
    if (shut === 0) {
      if (flat(gripper, item) > 0.008 && gripper[2] < item[2] + 0.05)
        return towards(now, [gripper[0], gripper[1], item[2] + 0.08], 0.08)
      if (flat(gripper, item) > 0.008) return towards(now, plus(item, [0, 0, 0.06]), 0.08)
      if (gripper[2] > item[2] + 0.006) return towards(now, item, 0.08)
    }
    if (++shut < 10) return [0, 0, 0, -1]
    const to = carry(goal, item)
    done = to === undefined
    return to === undefined ? [0, 0, 0, 1] : towards(now, plus(gripper, less(to, item)), 0)
  }
}

const less = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]

/** Takes a handle from above and moves it along the way of its closure. */
function puller(name: string): Policy {
  const closure = closureNamed(name)
  let shut = 0
  return (observation, goal) => {
    const now = seen(observation)
    const { gripper, handle, opened } = now
    if (shut > 0 && apart(gripper, handle) > 0.025) shut = 0
    if (shut === 0) {
      if (flat(gripper, handle) > 0.005) return towards(now, plus(handle, [0, 0, 0.05]), 0.04)
      if (gripper[2] > handle[2] + 0.004) return towards(now, handle, 0.04)
    }
    if (++shut < 10) return [0, 0, 0, -1]
    const next = Math.min(goal[0], opened + (closure?.kind === 'hinge' ? 0.15 : 0.02))
    return towards(now, closure === undefined ? gripper : moved(closure, closure.handle, next), 0)
  }
}

/** Goes to a place beside the handle, then pushes from there with shut fingers. */
function pressing(beside: Vector, push: Vector, opening: number): Policy {
  let ready = false
  return (observation) => {
    const now = seen(observation)
    const start = plus(now.handle, beside)
    if (!ready && flat(now.gripper, start) > 0.006 && now.gripper[2] < 0.1)
      return towards(now, plus(now.gripper, [0, 0, 0.05]), opening)
    if (!ready && flat(now.gripper, start) > 0.006) return towards(now, [start[0], start[1], 0.12], opening)
    ready ||= apart(now.gripper, start) < 0.008
    return towards(now, ready ? plus(now.gripper, push) : start, opening)
  }
}

/** Behind the cube, as seen from the goal; then towards the goal, and back over the cube when it has slipped aside. */
function pusher(): Policy {
  let pushing = false
  return (observation, goal) => {
    const now = seen(observation)
    const { gripper, item } = now
    const way = flat(goal, item)
    const ahead: Vector = [(goal[0] - item[0]) / (way || 1), (goal[1] - item[1]) / (way || 1), 0]
    const behind: Vector = [item[0] - BEHIND * ahead[0], item[1] - BEHIND * ahead[1], 0.02]
    const aside = Math.abs((gripper[0] - item[0]) * ahead[1] - (gripper[1] - item[1]) * ahead[0])
    if (pushing && (aside > 0.015 || flat(gripper, item) > 0.06)) pushing = false
    if (way < 0.012) return towards(now, gripper, 0)
    if (pushing) return slowly(now, plus(gripper, scaled(ahead, Math.min(0.012, way))), aside, behind)
    if (flat(gripper, behind) > 0.008)
      return towards(now, gripper[2] < 0.07 ? plus(gripper, [0, 0, 0.06]) : [behind[0], behind[1], 0.085], 0)
    pushing = gripper[2] < 0.026
    return towards(now, behind, 0)
  }
}

const BEHIND = 0.047
const scaled = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by]

/** Ahead, and back onto the line through the cube and its goal. */
function slowly(now: Seen, point: Vector, aside: number, behind: Vector): number[] {
  const share = Math.min(0.5, aside * 30)
  const onLine: Vector = [
    point[0] + share * (behind[0] - now.gripper[0]),
    point[1] + share * (behind[1] - now.gripper[1]),
    0.02,
  ]
  return towards(now, onLine, 0)
}
