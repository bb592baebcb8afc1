import type { HomeParts } from '../parts.js'
import type { HomeState } from '../state.js'
import type { Phase, PhaseOf } from './phase.js'

/** Where a phase stands after a step; `fails` with why, in a sentence for people and models. */
export type Progress = 'going' | 'done' | { readonly fails: string }

/**
 * Advances one kind of phase by a step.
 * @param since ms in this phase
 */
export type PhaseStep<K extends Phase['kind']> = (
  phase: PhaseOf<K>,
  state: HomeState,
  parts: HomeParts,
  since: number,
) => Progress

/** How long the parts of an action take that no motion measures, ms. */
export const DURATION_MS = {
  /** a look whether there is something to do, before the arm moves */
  glance: 300,
  /** a look at a door or a container */
  look: 1_200,
  /** a question, and what the person answers */
  ask: 2_500,
  /** how long it waits for a person who walks about, before it holds something out */
  patience: 8_000,
  /** the fingers open or close */
  fingers: 600,
  /** the gripper is held out to a person */
  offer: 1_500,
} as const
