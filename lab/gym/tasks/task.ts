/** Least and most. */
export type Range = readonly [low: number, high: number]

/** Ranges along x, y and z, metres from the arm's base. */
export type Volume = readonly [Range, Range, Range]

/** Where a thing may stand at the start: its middle, metres, and how far it may be turned either way, radians. */
export interface Placed {
  readonly item: string
  readonly x: Range
  readonly y: Range
  readonly turn: number
}

/** A closure or button, and how far it is open or pressed at the start and in the goal: metres; radians of a hinge. */
interface Mechanism {
  /** one of them by seed; the others are there, too */
  readonly joints: readonly string[]
  readonly start: Range
  readonly goal: Range
  /** how far it goes */
  readonly opens: number
}

/** What has to be where, and where the goal is drawn from. */
type GoalRule =
  | { readonly of: 'gripper'; readonly area: Volume }
  | { readonly of: 'item'; readonly area: Volume }
  /** straight over where the item starts, at this height of its middle */
  | { readonly of: 'item'; readonly height: Range }
  /** on top of another item */
  | { readonly of: 'item'; readonly onto: string }
  | { readonly of: 'mechanism' }

/** A task of the gym: everything about it that is not physics. */
export interface Task {
  readonly name: string
  readonly purpose: string
  /** what the scene has beside the table and the arm */
  readonly parts: readonly string[]
  /** the direction in which the fingers move, radians from the x axis */
  readonly fingers: number
  /** where the gripper may be, and where it begins */
  readonly volume: Volume
  readonly begin: Volume
  /** the first is the one that the task is about */
  readonly items: readonly Placed[]
  readonly mechanism?: Mechanism
  readonly goal: GoalRule
  /** how near to the goal is near enough: metres, or radians of a hinge */
  readonly tolerance: number
  /** items and the goal are at least this far apart at the start, metres over the table */
  readonly apart: number
  /** the item must be at rest */
  readonly rest: boolean
  /** the gripper must have left it */
  readonly letGo: boolean
  /** an episode is cut off after so many actions */
  readonly actions: number
}
