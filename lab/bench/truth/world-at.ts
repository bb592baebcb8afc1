import type { CriticMode } from '#learning/critic/report.js'
import type { Scene } from '#simulation/scene.js'
import type { Block } from '#simulation/world/blocks.js'

/** How the world stood when the critic was asked. */
export interface WorldAt {
  readonly mode: CriticMode
  readonly scene: Scene
  /** every block, also the carried ones, with where it came from */
  readonly blocks: readonly Readonly<Block>[]
}
