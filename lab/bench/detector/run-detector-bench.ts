import { writeFileSync } from 'node:fs'
import { loadMujoco } from '#adapters/mujoco/load-mujoco.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { readBounds } from '#lab/training/sight/exam/read-bounds.js'
import { enrolAll } from '#lab/training/sight/exam/sets.js'
import { openSight } from '#lab/training/sight/network/open-sight.js'
import { Cell } from '#lab/training/sight/shots/cell.js'
import type { Progress } from '../progress.js'
import { askScene, CANDIDATES, type DetectorRow } from './ask-scene.js'
import { fitConfidences, readConfidences, type Confidences } from './confidence.js'
import { detectorPage, summaryOf } from './page.js'
import { readScene } from './read-scenes.js'
import type { SceneRecord } from './scene-record.js'
import { SceneFile } from './scene-file.js'

export interface DetectorBench {
  readonly split: 'test' | 'validation'
  readonly from: number
  readonly scenes: number
  /** about each scene */
  readonly formulas: number
  readonly models: string
  /** where what readers said of scenes is kept */
  readonly facts?: string
  readonly confidences: string
  /** write the confidences, fitted on these scenes, in place of reading them */
  readonly fit: boolean
  readonly progress: (all: number) => Progress
  readonly signal: AbortSignal
}

interface Examined {
  readonly page: string
  readonly json: unknown
  readonly rows: readonly DetectorRow[]
}

/** `graft bench detector`: formulas about scenes that nobody was trained on, answered from what readers see of them. */
export async function runDetectorBench(
  bench: DetectorBench,
): Promise<Result<Examined, readonly Diagnostic[]>> {
  const read = bench.fit ? ok(undefined) : readConfidences(bench.confidences)
  if (!read.ok) return read
  const scenes = await scenesOf(bench)
  if (!scenes.ok) return scenes
  const confidences = read.value ?? fitted(scenes.value, bench.confidences)
  const rows = scenes.value.flatMap((scene) => askScene(scene, confidences, bench.formulas))
  const summary = summaryOf(rows)
  return ok({ page: detectorPage(summary, rows), json: summary, rows })
}

function fitted(scenes: readonly SceneRecord[], path: string): Confidences {
  const confidences = fitConfidences(scenes, [...new Set(CANDIDATES.map(({ reader }) => reader))])
  writeFileSync(path, `${JSON.stringify(confidences, undefined, 2)}\n`)
  return confidences
}

async function scenesOf(
  bench: DetectorBench,
): Promise<Result<readonly SceneRecord[], readonly Diagnostic[]>> {
  const kept = new SceneFile(bench.facts)
  const wanted = Array.from({ length: bench.scenes }, (_, at) => bench.from + at)
  if (wanted.every((index) => kept.has(index))) return ok(wanted.map((index) => kept.scene(index, never)))
  const bounds = readBounds(bench.models)
  if (!bounds.ok) return missing(bounds.error)
  const mujoco = await loadMujoco()
  if (!mujoco.ok) return missing(String(mujoco.error))
  const network = openSight(`${bench.models}/sight.onnx`)
  if (!network.ok) return missing(network.error)
  const cell = new Cell(mujoco.value)
  const { infer } = network.value
  const sets = enrolAll(cell, bench.split, infer)
  const sights = { cell, split: bench.split, sets, bounds: bounds.value, infer }
  const progress = bench.progress(bench.scenes)
  const found: SceneRecord[] = []
  for (const index of wanted) {
    if (bench.signal.aborted) break
    found.push(kept.scene(index, (number) => readScene(sights, number)))
    progress.step(`scene ${index} of ${bench.split}`)
    // an interruption is heard only between two turns of the loop
    await new Promise((resolve) => setImmediate(resolve))
  }
  progress.done()
  network.value.close()
  cell.close()
  return ok(found)
}

const never = (index: number): never => {
  throw new Error(`scene ${index} was kept, and is gone`)
}

const missing = (why: string): Result<never, readonly Diagnostic[]> =>
  err([
    {
      code: 'model.sight',
      severity: 'error',
      message: `the readers of pictures cannot begin: ${why}`,
      expected: 'the shipped models and MuJoCo',
      hint: 'run it in a checkout of graft, after npm ci',
    },
  ])
