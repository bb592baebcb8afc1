import { add, subtract, type Vector } from '#tabletop/arm/pose.js'
import { closureNamed, moved } from '#tabletop/scene/closures.js'
import { apart, flat, seen, towards, type Policy } from './policy.js'
import { pusher } from './pusher.js'

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
    if (done) return towards(now, add(gripper, [0, 0, 0.05]), 0.08)
    if (shut > 0 && apart(gripper, item) > 0.035) shut = 0
    if (shut === 0) {
      if (flat(gripper, item) > 0.008 && gripper[2] < item[2] + 0.05)
        return towards(now, [gripper[0], gripper[1], item[2] + 0.08], 0.08)
      if (flat(gripper, item) > 0.008) return towards(now, add(item, [0, 0, 0.06]), 0.08)
      if (gripper[2] > item[2] + 0.006) return towards(now, item, 0.08)
    }
    if (++shut < 10) return [0, 0, 0, -1]
    const to = carry(goal, item)
    done = to === undefined
    return to === undefined ? [0, 0, 0, 1] : towards(now, add(gripper, subtract(to, item)), 0)
  }
}

/** Takes a handle from above and moves it along the way of its closure. */
function puller(name: string): Policy {
  const closure = closureNamed(name)
  let shut = 0
  return (observation, goal) => {
    const now = seen(observation)
    const { gripper, handle, opened } = now
    if (shut > 0 && apart(gripper, handle) > 0.025) shut = 0
    if (shut === 0) {
      if (flat(gripper, handle) > 0.005) return towards(now, add(handle, [0, 0, 0.05]), 0.04)
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
    const start = add(now.handle, beside)
    if (!ready && flat(now.gripper, start) > 0.006 && now.gripper[2] < 0.1)
      return towards(now, add(now.gripper, [0, 0, 0.05]), opening)
    if (!ready && flat(now.gripper, start) > 0.006) return towards(now, [start[0], start[1], 0.12], opening)
    ready ||= apart(now.gripper, start) < 0.008
    return towards(now, ready ? add(now.gripper, push) : start, opening)
  }
}
