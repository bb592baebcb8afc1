/** What a fact can be: the value types of the world language, repeated so that the simulation needs no other room. */
export type FactValue = string | number | boolean

/** A fact of its objects: `location(mug)`. */
export const factOf = (name: string, ...objects: readonly string[]): string =>
  `${name}(${objects.join(', ')})`

/** Splits `location(mug)` into its name and its object. */
export function partsOf(fact: string): { readonly name: string; readonly object: string } | undefined {
  const parts = /^(\w+)\((\w+)\)$/.exec(fact)
  return parts === null ? undefined : { name: parts[1] as string, object: parts[2] as string }
}

/** What the facts of the world file are called: the names are shared with it, the meaning is this simulation's own. */
export const FACT = {
  at: 'at',
  room: 'robot_in',
  location: 'location',
  open: 'open',
  whereabouts: 'whereabouts',
  cannotTell: 'cannot_tell',
} as const

/** the value of a fact that nobody knows, as the driver contract writes it */
export const UNKNOWN = 'unknown'
/** the value of `location` for what the robot holds */
export const GRIPPER = 'gripper'
/** the value of `at` and `whereabouts` on the way */
export const NOWHERE = 'none'
/** the spot of the charger */
export const DOCK = 'dock'

/** The place of things that lie on the floor of a room. */
export const floorOf = (room: string): string => `${room}_floor`
