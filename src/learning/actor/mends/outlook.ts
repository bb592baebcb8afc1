import type { Mask, ZoneId } from '#base/field-map.js'
import type { NodePath, TreeDoc } from '#bt/document.js'
import type { NodeForm } from '../language.js'

/**
 * What becomes of a tree on this field when nothing goes wrong, known before anything moves: the twin's plan
 * check over all branches (MOD-02), and the score of Table I that the forecast expects.
 */
export interface Outlook {
  /** steps that the twin refuses, in the order in which they are met */
  readonly refused: readonly RefusedStep[]
  /** leaves of the main tree that some branch comes to; paths may lead into a SubTree */
  readonly reached: readonly NodePath[]
  /** expected points of an episode without faults; null for a tree that the forecast cannot play */
  readonly points: number | null
}

interface RefusedStep {
  readonly path: NodePath
  /** the pair of steps, what is wrong, and what to do */
  readonly text: string
  /** steps that the twin would put before it; empty when it knows none */
  readonly before: readonly NodeForm[]
}

/**
 * @param faces slots that lie wrong way up in each load zone: the loop knows them by guess or by camera only
 * @param withMends shall the twin look for steps that it would put before a refused one? That takes its time.
 */
export type Foresee = (doc: TreeDoc, faces: ReadonlyMap<ZoneId, Mask>, withMends: boolean) => Outlook
