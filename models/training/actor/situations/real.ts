import type { TreeDoc } from '#bt/document.js'
import type { FieldSetup } from '#simulation/field-setup.js'
import { playEpisode } from '../../engine/play.js'
import { truthOf } from '../../engine/truth.js'
import type { Scenario } from './scenario.js'

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
