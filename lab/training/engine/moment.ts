import type { TreeDoc } from '#bt/document.js'
import type { TraceEvent } from '#bt/trace.js'
import type { EndReason, ScoreSheet } from '#learning/episode.js'
import type { FieldOutcome } from '#learning/field-score.js'
import type { TraceDigest } from '#learning/actor/input.js'
import type { Evidence } from '#learning/field/critic/evidence.js'
import type { CriticMode } from '#learning/critic/report.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import type { Scene } from '#simulation/field/scene.js'
import type { Block } from '#simulation/field/world/blocks.js'
import type { FaultEvent } from '#simulation/field/world/faults.js'

/** How the world stood when the critic was asked. */
export interface Moment {
  readonly mode: CriticMode
  /** number of the subtree boundary, from 1; otherwise 0 */
  readonly step: number
  readonly scene: Scene
  /** every block, also the carried ones, with where it came from; ground truth (AMB-40) */
  readonly blocks: readonly Readonly<Block>[]
  /** what the sensors knew: the critic is given this */
  readonly evidence: Evidence
  /** events of the trace that had happened */
  readonly traceLength: number
  /** faults that had happened */
  readonly faultCount: number
  /** FINAL only */
  readonly endReason?: EndReason
}

/** One real episode: the product's runtime and firmware in the simulated world. */
export interface Played {
  readonly setup: FieldSetup
  readonly doc: TreeDoc
  readonly seed: number
  readonly episode: number
  readonly endReason: EndReason
  /** virtual, from the first tick to the end */
  readonly seconds: number
  readonly trace: readonly TraceEvent[]
  readonly digest: TraceDigest
  readonly facts: FieldOutcome
  readonly sheet: ScoreSheet
  readonly faults: readonly FaultEvent[]
  /** INITIAL, each unit's end, FINAL, in order */
  readonly moments: readonly Moment[]
}
