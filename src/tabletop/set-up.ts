import { stream, type Rng } from '#base/random.js'
import { err, ok, type Result } from '#base/result.js'
import { forward } from './arm/kinematics.js'
import { add, type Vector } from './arm/pose.js'
import { middleOf } from './planning/where.js'
import type { Physics } from './physics/physics.js'
import { CLOSURES } from './scene/closures.js'
import { FINGER_OPEN } from './scene/arm-mjcf.js'
import { ITEMS, itemNamed, type Item } from './scene/items.js'
import { placeNamed } from './scene/places.js'
import { PLUG_FRONT, socketNamed } from './scene/sockets.js'
import { REST_JOINTS } from './arm/postures.js'

/** The facts of the task's start, as far as they say where things are. */
export type Start = ReadonlyMap<string, string | number | boolean>

/**
 * Puts everything where the task begins, a little differently for each seed: which spot, a few millimetres, the turn.
 * @returns what the gripper holds at the start, or an error for a start that cannot be built, in a sentence
 */
export function setUp(physics: Physics, start: Start, seed: string): Result<string | undefined, string> {
  const rng = stream(seed, 'set-up')
  physics.joints = REST_JOINTS
  physics.opening = 0.06
  const slides = new Map(
    CLOSURES.map(({ name, opens }): [string, number] => [
      name,
      start.get(`open(${name})`) === true ? opens : 0,
    ]),
  )
  for (const [name, opened] of slides) physics.setSlide(name, opened)
  const taken = new Map<string, number>()
  const order = shuffled([0, 1, 2, 3, 4, 5, 6, 7, 8], rng)
  const placed = new Map<string, Vector>()
  // what stands on something comes after it
  for (const item of inOrder(start)) {
    const where = start.get(locationOf(item)) ?? (item.name === 'charger_plug' ? 'dock' : 'table')
    const count = taken.get(String(where)) ?? 0
    const position = positionOf(item, String(where), { count, order, slides, placed })
    if (position === undefined) return err(`the ${item.name} cannot be put at ${String(where)}`)
    taken.set(String(where), item.name === 'crate' ? count : count + 1)
    const fixed = socketNamed(String(where)) !== undefined || where === GRIPPER
    const at = fixed ? position : add(position, [0.004 * rng.normal(), 0.004 * rng.normal(), 0.0005])
    placed.set(item.name, at)
    physics.putItem(item.name, at, fixed ? 0 : (rng.next() - 0.5) * (item.name === 'crate' ? 0.3 : Math.PI))
  }
  const held = heldIn(start)[0]
  const width = itemNamed(held ?? '')?.width
  if (width !== undefined) physics.opening = width
  physics.refresh()
  return ok(held)
}

/** What the gripper holds at the start: an order or an episode before may have ended with it. */
export const heldIn = (start: Start): string[] =>
  ITEMS.filter((item) => start.get(locationOf(item)) === GRIPPER).map(({ name }) => name)

const GRIPPER = 'gripper'

const locationOf = ({ name }: Pick<Item, 'name'>): string => `location(${name})`

/** Where the crate stands: it is too large for the free part of the table. */
const CRATE: Vector = [0.64, -0.16, 0]

interface Room {
  readonly count: number
  readonly order: readonly number[]
  readonly slides: ReadonlyMap<string, number>
  readonly placed: ReadonlyMap<string, Vector>
}

function positionOf(item: Item, where: string, { count, order, slides, placed }: Room): Vector | undefined {
  if (where === GRIPPER) return count === 0 ? betweenFingers(item) : undefined
  const socket = socketNamed(where)
  if (socket !== undefined) return add(socket.face, [-PLUG_FRONT, 0, 0])
  const below = placed.get(where)
  if (below !== undefined) return add(below, [0, 0, (itemNamed(where)?.half ?? 0) + item.half])
  if (where === 'table' && item.name === 'crate') return add(CRATE, [0, 0, item.half])
  const place = placeNamed(where)
  const spot = place?.spots[where === 'table' ? (order[count] ?? 9) : count]
  return place === undefined || spot === undefined
    ? undefined
    : add(middleOf(place, slides), [spot[0], spot[1], item.half])
}

/** Where the arm at rest holds a thing, fingers down: by its middle, or a flat one by as much as they reach. */
function betweenFingers({ width, half }: Item): Vector | undefined {
  if (width > 2 * FINGER_OPEN) return undefined
  return add(forward(REST_JOINTS).position, [0, 0, Math.min(0, half - FINGERTIP)])
}

/** From the middle of the grip to the lower end of the fingertips, metres. */
const FINGERTIP = 0.015

/** What carries something comes before it, however high the tower; what would stand on itself comes last. */
function inOrder(start: Start): Item[] {
  const below = ({ name }: Item): Item | undefined => itemNamed(String(start.get(locationOf({ name }))))
  const level = (item: Item): number => {
    let [height, under] = [0, below(item)]
    for (; under !== undefined && height < ITEMS.length; under = below(under)) height++
    return height
  }
  return ITEMS.map((item) => ({ item, height: level(item) }))
    .sort((a, b) => a.height - b.height)
    .map(({ item }) => item)
}

function shuffled(values: readonly number[], rng: Rng): number[] {
  return values
    .map((value) => ({ value, key: rng.next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value)
}
