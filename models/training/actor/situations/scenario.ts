import type { Mask, ZoneId } from '../../../../src/base/field-map.js'
import type { NodePath, TreeDoc } from '../../../../src/bt/document.js'
import type { Score, TraceDigest } from '../../../../src/mind/actor/input.js'
import type { Impact } from '../../../../src/mind/critic/report.js'
import type { FieldSetup } from '../../../../src/sim/field-setup.js'

/** One episode as it really went: what every report about it is made from. */
export interface Scenario {
  readonly setup: FieldSetup
  readonly doc: TreeDoc
  readonly trace: TraceDigest
  readonly score: Score
  readonly truth: readonly Fault[]
  /** `real`: played by the runtime on the firmware; `symbolic`: read off the tree */
  readonly source: 'real' | 'symbolic'
}

/** Something that was really wrong at the end of it. */
export interface Fault {
  readonly impact: Impact
  readonly zone: ZoneId | null
  readonly mask: Mask | null
  readonly nodePath: NodePath | null
}
