import type { HomeFaults } from './faults.js'
import type { HomeScenario } from './scenario.js'
import type { HomeScene } from './scene.js'

/** What stays the same for a whole episode. */
export interface HomeParts {
  readonly scene: HomeScene
  readonly scenario: HomeScenario
  readonly faults: HomeFaults
}

/** the simulation's step, ms */
export const STEP_MS = 20

/** A door or container is open from this share of its way on. */
export const OPEN_FROM = 0.75

/** Names of things in sentences: `kitchen table` for `kitchen_table`. */
export const named = (name: string): string => name.replaceAll('_', ' ')

/** Every step: how far things get in it, s. */
export const STEP_S = STEP_MS / 1000

/** Doors and containers, by name. */
export const closuresOf = ({ doors, containers }: HomeScene): readonly string[] => [
  ...Object.keys(doors),
  ...Object.keys(containers),
]
