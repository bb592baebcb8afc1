import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { CameraModel } from '#base/camera-model.js'
import type { VisionModel } from '#learning/ports.js'
import { examineEpisode, type Examined, type ShownEpisode } from '#lab/bench/critic/examine.js'
import type { Job } from '#lab/training/engine/play.js'
import type { SplitName } from '#lab/training/engine/splits.js'
import { EXAM_LOOKS, type ExamLook } from './looks.js'
import { keptShow, playAndShow } from './shown-episodes.js'
import { thresholdModel } from './threshold.js'

/** One examined episode, as it is kept. */
export interface Tested {
  readonly n: number
  readonly look: ExamLook
  readonly examined: readonly Examined[]
  /** the same moments shown to the colour threshold */
  readonly threshold?: readonly Examined[]
}

/**
 * Shows a critic real episodes of a split, played and rendered on the way (the same as `graft bench critic` on a set,
 * without writing the pictures). Looks take turns: episode n has the look n mod 13. What was examined is kept in
 * `file`, so that an examination that was cut off goes on. An episode under the look `occlusion` shows all of its
 * pictures, the others INITIAL, two boundaries and FINAL.
 */
export async function fieldTest(
  vision: VisionModel,
  split: SplitName,
  numbers: readonly number[],
  { file, faults = 'nominal', baseline = false, looks = EXAM_LOOKS }: FieldTestOptions,
): Promise<Tested[]> {
  const kept = existsSync(file) ? read(file) : []
  const done = new Set(kept.map(({ n }) => n))
  for (const n of numbers.filter((one) => !done.has(one))) {
    const look = looks[n % looks.length] as ExamLook
    const show = { split, n, look, faults }
    const episode = await (faults === 'nominal' ? keptShow : playAndShow)(show)
    const examined = await examineEpisode(episode, vision, 'facts', () => performance.now())
    const threshold = baseline ? await withThreshold(episode) : undefined
    const tested = { n, look, examined, ...(threshold && { threshold }) }
    appendFileSync(file, `${JSON.stringify(tested)}\n`)
    kept.push(tested)
  }
  return kept.sort((a, b) => a.n - b.n)
}

export interface FieldTestOptions {
  /** what was examined is kept here */
  readonly file: string
  readonly faults?: Job['faults']
  /** the colour threshold is shown the same pictures */
  readonly baseline?: boolean
  /** take turns; episode n has look n mod their number */
  readonly looks?: readonly ExamLook[]
}

/** Numbers 0 … count − 1, or of them the share that `1/2` names, for processes side by side. */
export function numbersOf(count: number, share = '0/1'): number[] {
  const [own = 0, of = 1] = share.split('/').map(Number)
  return Array.from({ length: count }, (_, n) => n).filter(
    (n) => Math.floor(n / EXAM_LOOKS.length) % of === own,
  )
}

export function withThreshold(episode: ShownEpisode): Promise<Examined[]> {
  const [first] = episode.moments
  // cameras differ between the pictures of one look only: the model looks up whose picture it is given
  const cameras = new Map(episode.moments.map(({ frame, camera }) => [frame.id, camera]))
  let shownNow = first?.camera
  const model = thresholdModel(episode.map, () => shownNow as CameraModel)
  const describe: typeof model.describe = (request) => {
    shownNow = cameras.get(request.frames.at(-1)?.id ?? '') ?? shownNow
    return model.describe(request)
  }
  return examineEpisode(episode, { ...model, describe }, 'facts', () => performance.now())
}

const read = (file: string): Tested[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Tested)
