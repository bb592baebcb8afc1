import type { FactValue } from './fact.js'

/**
 * What the robot does not know at the start: where things really are, what people do while it works, what is slippery
 * and what jams. Only the simulation reads it.
 */
export interface HomeScenario {
  readonly name: string
  /** facts that differ from what the task believes at the start */
  readonly truth: ReadonlyMap<string, FactValue>
  /** by item: the person who has put it where it is; of other things it is drawn */
  readonly putBy: Readonly<Record<string, string>>
  readonly chores: readonly PlannedChore[]
  readonly habits: readonly Habit[]
  /** by item: how many times as often it is missed and dropped */
  readonly slippery: Readonly<Record<string, number>>
  /** by door or container: it does not move at the first so many attempts */
  readonly jams: Readonly<Record<string, number>>
}

/** Something that a person does at a given time, or as soon as the person is free. */
export interface PlannedChore {
  readonly atSeconds: number
  readonly person: string
  readonly what: ChoreKind
}

export type ChoreKind =
  | { readonly kind: 'carry'; readonly item: string; readonly to: string }
  | { readonly kind: 'sit'; readonly at: string }
  | { readonly kind: 'stand'; readonly door: string; readonly seconds: number }

/** Something that a person does every now and then. */
export interface Habit {
  readonly person: string
  readonly perMinute: number
  /** what the person carries, and where to: one of each is drawn; no items: the person stands in one of the doors */
  readonly items: readonly string[]
  readonly to: readonly string[]
  readonly doors: readonly string[]
}

export const QUIET: HomeScenario = {
  name: 'as-believed',
  truth: new Map(),
  putBy: {},
  chores: [],
  habits: [],
  slippery: {},
  jams: {},
}
