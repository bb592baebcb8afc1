import { stream } from '#base/random.js'
import { length, subtract, type Vector } from '#tabletop/arm/pose.js'
import { OBSERVATION } from '../environment/observation.js'
import { STRIDE } from '../environment/gripper.js'

/** Chooses actions in one episode, by what is observed. */
export type Policy = (observation: Float32Array, goal: Vector) => readonly number[]

/** An observation by the names of its fields. */
export interface Seen {
  readonly gripper: Vector
  readonly opening: number
  readonly item: Vector
  readonly other: Vector
  readonly handle: Vector
  readonly opened: number
}

/** Reads the fields that scripted policies use. */
export function seen(observation: Float32Array): Seen {
  const at = (name: string): Vector => {
    const from = OFFSETS.get(name) ?? 0
    return [observation[from] ?? 0, observation[from + 1] ?? 0, observation[from + 2] ?? 0]
  }
  return {
    gripper: at('gripper_position'),
    opening: at('gripper_opening')[0],
    item: at('item_position'),
    other: at('other_position'),
    handle: at('handle_position'),
    opened: at('opened')[0],
  }
}

/** The action that moves the gripper towards a point. @param metres between the fingertips, 0 to 0.09 */
export function towards({ gripper }: Seen, point: Vector, metres: number): number[] {
  const want = point.map((value, index) => (GAIN * (value - (gripper[index] ?? 0))) / STRIDE)
  const most = Math.max(1, ...want.map(Math.abs))
  return [...want.map((value) => value / most), Math.min(1, metres / 0.045 - 1)]
}

/** How far two points are from each other over the table, metres. */
export const flat = (a: Vector, b: Vector): number => Math.hypot(a[0] - b[0], a[1] - b[1])

/** How far two points are from each other, metres. */
export const apart = (a: Vector, b: Vector): number => length(subtract(a, b))

/** Uniform random actions. */
export function randomPolicy(seed: number): Policy {
  const rng = stream('gym', 'random policy', seed)
  return () => [0, 1, 2, 3].map(() => 2 * rng.next() - 1)
}

/** An action adds to the setpoint, which is ahead of what is observed: with more the gripper would overshoot. */
const GAIN = 0.5

const OFFSETS: ReadonlyMap<string, number> = new Map(
  OBSERVATION.map(({ name }, index) => [
    name,
    OBSERVATION.slice(0, index).reduce((total, { size }) => total + size, 0),
  ]),
)
