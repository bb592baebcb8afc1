import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { stream } from '../../../../src/base/random.js'
import type { VisionModel } from '../../../../src/mind/ports.js'
import {
  examineEpisode,
  type Examined,
  type ShownEpisode,
} from '../../../../src/main/bench/critic/examine.js'
import { drawEpisode } from '../../engine/draw.js'
import { shuffled } from '../../engine/fields.js'
import { pictureOf, VARIANTS, type Variant } from '../../engine/look.js'
import { playEpisode, type Job } from '../../engine/play.js'
import type { SplitName } from '../../engine/splits.js'
import { truthOf } from '../../engine/truth.js'

/** One examined episode, as it is kept. */
export interface Tested {
  readonly n: number
  readonly look: Variant
  readonly examined: readonly Examined[]
}

/**
 * Shows a critic real episodes of a split, played and rendered on the way (the same as `graft bench critic` on a set,
 * without writing the pictures). Looks take turns: episode n has the look n mod 4. What was examined is kept in `file`,
 * so that an examination that was cut off goes on. An episode under the look `occlusion` shows all of its pictures, the
 * others INITIAL, two boundaries and FINAL.
 */
export async function fieldTest(
  vision: VisionModel,
  split: SplitName,
  numbers: readonly number[],
  file: string,
  faults: Job['faults'] = 'nominal',
): Promise<Tested[]> {
  const kept = existsSync(file) ? read(file) : []
  const done = new Set(kept.map(({ n }) => n))
  for (const n of numbers.filter((one) => !done.has(one))) {
    const look = VARIANTS[n % VARIANTS.length] as Variant
    const shown = await playAndShow(split, n, look, faults)
    const examined = await examineEpisode(shown, vision, 'facts', () => performance.now())
    const tested = { n, look, examined }
    appendFileSync(file, `${JSON.stringify(tested)}\n`)
    kept.push(tested)
  }
  return kept.sort((a, b) => a.n - b.n)
}

export async function playAndShow(
  split: SplitName,
  n: number,
  look: Variant,
  faults: Job['faults'],
): Promise<ShownEpisode> {
  const played = await playEpisode(drawEpisode(split, n, faults))
  const rng = stream('critic-field-test', split, n)
  const moments = []
  const between = played.moments.filter(({ mode }) => mode === 'intermediate')
  // where nothing is hidden, earlier pictures change nothing but INITIAL's: two boundaries stand for all
  const skipped = new Set(look === 'occlusion' ? [] : shuffled(rng, between).slice(2))
  for (const [i, moment] of played.moments.entries()) {
    if (skipped.has(moment)) continue
    const { frame, camera } = await pictureOf(moment, look, rng)
    moments.push({
      mode: moment.mode,
      step: moment.step,
      trace: played.trace.slice(0, moment.traceLength),
      evidence: moment.evidence,
      frame: { ...frame, id: `m${i}` },
      camera,
      endReason: played.endReason,
      truth: truthOf(played, moment).map(({ key, nodePath }) => ({ key, nodePath })),
    })
  }
  return { map: played.setup.map, doc: played.doc, moments }
}

const read = (file: string): Tested[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Tested)
