import type { Mask, ZoneId } from '#base/field-map.js'
import type { NodePath, TreeDoc } from '#bt/document.js'
import type { Score, TraceDigest } from '#learning/actor/input.js'
import type { Impact } from '#learning/critic/report.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { playEpisode } from '#lab/training/engine/play.js'
import { truthOf } from '#lab/training/engine/stored.js'

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

/** An episode of the product's runtime and the firmware in the simulated world, judged by the engine's own oracle. */
export async function realScenario(setup: FieldSetup, doc: TreeDoc, seed: number): Promise<Scenario> {
  const played = await playEpisode({ setup, doc, seed, episode: 1, faults: 'nominal' })
  const final = played.moments.find(({ mode }) => mode === 'final')
  return {
    setup,
    doc,
    trace: played.digest,
    score: played.sheet,
    truth: final === undefined ? [] : truthOf(played, final),
    source: 'real',
  }
}
