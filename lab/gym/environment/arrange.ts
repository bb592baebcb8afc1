import type { Rng } from '#base/random.js'
import type { Vector } from '#tabletop/arm/pose.js'
import { itemNamed } from '#tabletop/scene/items.js'
import type { Placed, Range, Task, Volume } from '../tasks/task.js'

/** How an episode begins, and what is to be reached. */
export interface Arrangement {
  /** where the gripper begins */
  readonly gripper: Vector
  readonly items: readonly { readonly name: string; readonly at: Vector; readonly yaw: number }[]
  /** the joint of the closure or button that the task is about, and how far it is open */
  readonly joint: string | undefined
  readonly opened: number
  readonly goal: Vector
  /** factors on the mass and friction of each item, and on what the closure takes to move */
  readonly mass: ReadonlyMap<string, number>
  readonly slip: ReadonlyMap<string, number>
  readonly stiff: number
}

/** Draws an episode's beginning: everything that differs from seed to seed. */
export function arrange(task: Task, rng: Rng): Arrangement {
  const { items, goal } = spread(task, rng)
  const { mechanism } = task
  const names = task.items.map(({ item }) => item)
  return {
    gripper: pointIn(task.begin, rng),
    items,
    joint: mechanism && rng.pick(mechanism.joints),
    opened: mechanism === undefined ? 0 : within(mechanism.start, rng),
    goal: mechanism === undefined ? goal : [within(mechanism.goal, rng), 0, 0],
    mass: new Map(names.map((name) => [name, within(MASS, rng)])),
    slip: new Map(names.map((name) => [name, within(SLIP, rng)])),
    stiff: within(STIFF, rng),
  }
}

const MASS: Range = [0.6, 1.5]
const SLIP: Range = [0.7, 1.3]
const STIFF: Range = [0.6, 1.6]
/** Attempts at an arrangement in which nothing is too near; the ranges leave room for nearly every one. */
const DRAWS = 100

type Spread = Pick<Arrangement, 'items' | 'goal'>

/** Items and a goal that are far enough from each other. */
function spread(task: Task, rng: Rng): Spread {
  let drawn = draw(task, rng)
  for (let more = 1; more < DRAWS && !isSpread(drawn, task); more++) drawn = draw(task, rng)
  return drawn
}

function draw(task: Task, rng: Rng): Spread {
  const items = task.items.map((placed) => put(placed, rng))
  return { items, goal: goalOf(task, items, rng) }
}

function put({ item, x, y, turn }: Placed, rng: Rng): Arrangement['items'][number] {
  const half = itemNamed(item)?.half ?? 0
  return { name: item, at: [within(x, rng), within(y, rng), half], yaw: within([-turn, turn], rng) }
}

function goalOf({ goal }: Task, items: Arrangement['items'], rng: Rng): Vector {
  const start = items[0]?.at ?? [0, 0, 0]
  if (goal.of === 'mechanism') return [0, 0, 0]
  if ('area' in goal) return pointIn(goal.area, rng)
  if ('height' in goal) return [start[0], start[1], within(goal.height, rng)]
  const below = items.find(({ name }) => name === goal.onto)?.at ?? start
  return [below[0], below[1], below[2] + (itemNamed(goal.onto)?.half ?? 0) + start[2]]
}

function isSpread({ items, goal }: Spread, task: Task): boolean {
  const points = items.map(({ at }) => at)
  const [first] = points
  const judged = 'area' in task.goal || first === undefined ? [...points, goal] : points
  return judged.every((a, index) =>
    judged.slice(index + 1).every((b) => Math.hypot(a[0] - b[0], a[1] - b[1]) >= task.apart),
  )
}

const within = ([low, high]: Range, rng: Rng): number => low + (high - low) * rng.next()

const pointIn = ([x, y, z]: Volume, rng: Rng): Vector => [within(x, rng), within(y, rng), within(z, rng)]
