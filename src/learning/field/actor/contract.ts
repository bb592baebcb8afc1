import type { FieldMap, Mask, Slot, ZoneId } from '#base/field-map.js'
import type { NodePath, TreeDoc } from '#bt/document.js'
import type { NodeForm } from './language.js'
import type { Experience } from '#learning/actor/input.js'

/** An episode on a field. */
export interface ActorInput extends Experience {
  readonly map: FieldMap
  /** the ablation of VRL-07: faces of the blocks in their load zones */
  readonly blockInfo?: readonly BlockInfo[]
}

export interface BlockInfo {
  readonly zone: ZoneId
  readonly slot: Slot
  readonly faceUp: 'blue' | 'orange' | 'unknown'
  /** [0, 1] */
  readonly conf: number
}

/**
 * The fault-free result of a tree on this field, known before anything moves: the twin's plan check over all branches
 * (MOD-02), and the score of Table I that the forecast expects.
 */
export interface Outlook {
  /** steps that the twin refuses, in order of execution */
  readonly refused: readonly RefusedStep[]
  /** leaves of the main tree that some branch reaches; paths may lead into a SubTree */
  readonly reached: readonly NodePath[]
  /** expected points of an episode without faults; null if the forecast cannot play the tree */
  readonly points: number | null
}

interface RefusedStep {
  readonly path: NodePath
  /** the pair of steps, the problem, and the remedy */
  readonly text: string
  /** steps that the twin would insert before it; empty when it knows none */
  readonly before: readonly NodeForm[]
}

/**
 * @param faces wrong-way-up slots of each load zone: the loop knows them only by guess or by camera
 * @param withMends whether the twin also looks for steps to insert before a refused one, which takes time
 */
export type Foresee = (doc: TreeDoc, faces: ReadonlyMap<ZoneId, Mask>, withInsertions: boolean) => Outlook
