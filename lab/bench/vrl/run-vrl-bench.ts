import { join } from 'node:path'
import { makeOutFolder, writeOut } from '#adapters/files/write-out.js'
import type { Diagnostic } from '#base/diagnostic.js'
import type { Json } from '#base/hash.js'
import { err, ok, type Result } from '#base/result.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { fieldToJson } from '#app/run-folder/field-manifest.js'
import { readLibrary } from '#app/policy.js'
import { farm, type FarmFailure } from '../farm.js'
import { type WorkerAnswer, keyText, type RunKey } from './workers/worker.js'
import { openRunsLog, type FinishedRun } from './workers/runs-log.js'
import { bars, type Bar } from './figures/bars.js'
import { benchFigures, ordered, type BenchFigures } from './figures/bench-figures.js'
import { benchJson } from './report/bench-json.js'
import { curveSvg } from './report/curve-svg.js'
import { episodesCsv } from './report/csv.js'
import type { Progress } from '../progress.js'
import { planOf, shippedPlans } from './settings/best-plan.js'
import { ATTAINABLE, configurations, type ConfigurationWishes } from './settings/configuration.js'
import { modelStamps } from './settings/model-stamps.js'
import { settle, type BenchSettings } from './settings/settings.js'

export interface VrlBench extends ConfigurationWishes {
  readonly fields: readonly FieldSetup[]
  readonly seeds: readonly number[]
  readonly episodes: number
  /** worker processes */
  readonly jobs: number
  /** the folder of this bench; undefined = `runs/bench-vrl-HASH` */
  readonly out?: string
  readonly resume: boolean
  readonly progress: (all: number, before: number) => Progress
  readonly signal: AbortSignal
}

interface VrlBenchResult {
  readonly folder: string
  readonly hash: string
  readonly settings: BenchSettings
  readonly figures: BenchFigures
  readonly bars: readonly Bar[]
  /** what `summary.json` holds */
  readonly summary: Json
  /** runs that were there before this call */
  readonly resumed: number
}

export type VrlBenchEnd =
  | ({ readonly kind: 'done' } & VrlBenchResult)
  /** stopped on request; the folder can be resumed */
  | { readonly kind: 'interrupted'; readonly folder: string }

/**
 * `graft bench vrl` (benchmarks §6.1): plays every configuration on every field with every seed and writes
 * `runs.jsonl`, `episodes.csv`, `summary.json` and `curve.svg`. Same settings, same bytes of the CSV,
 * however many workers there are.
 */
export async function runVrlBench(bench: VrlBench): Promise<Result<VrlBenchEnd, readonly Diagnostic[]>> {
  const rows = configurations(bench)
  if (!rows.ok) return err([rows.error])
  const models = await modelStamps(rows.value)
  if (!models.ok) return models
  const library = readLibrary()
  const known = shippedPlans()
  const best = bench.fields.map((setup) => [setup.map.id, planOf(setup, library, known)] as const)
  const { settings, hash } = settle({
    fields: bench.fields.map(fieldToJson),
    seeds: bench.seeds,
    episodes: bench.episodes,
    configurations: rows.value,
    models: models.value,
    best: Object.fromEntries(best),
  })
  const folder = bench.out ?? join('runs', `bench-vrl-${hash}`)
  const log = openRunsLog(folder, { hash, settings }, bench.resume)
  if (!log.ok) return err([log.error])
  try {
    const runs = [...log.value.finished]
    const there = new Set(runs.map(keyText))
    const all = everyRun(settings)
    const progress = bench.progress(all.length, there.size)
    const failures = await farm<BenchSettings, RunKey, WorkerAnswer>({
      program: ['./workers/worker-program', import.meta.url],
      jobs: bench.jobs,
      setup: settings,
      runs: all.filter((key) => !there.has(keyText(key))),
      onRun: (key, episodes) => {
        const run = { ...key, rows: episodes }
        log.value.add(run)
        runs.push(run)
        progress.step(keyText(key))
      },
      signal: bench.signal,
    })
    progress.done()
    if (bench.signal.aborted) return ok({ kind: 'interrupted', folder })
    if (failures.length > 0) return err(failures.map((failure) => failed(failure, folder)))
    const done = written(folder, hash, settings, runs)
    return done.ok ? ok({ kind: 'done', resumed: there.size, ...done.value }) : err([done.error])
  } finally {
    log.value.close()
  }
}

/** The longest runs first, so that no worker sits idle at the end; the order changes no figure. */
function everyRun({ configurations: rows, fields, seeds }: BenchSettings): readonly RunKey[] {
  const slow = rows.toSorted((a, b) => cost(b.critic.kind) - cost(a.critic.kind))
  return seeds.flatMap((seed) =>
    fields.flatMap(({ map }) => slow.map(({ name }) => ({ configuration: name, field: map.id, seed }))),
  )
}

const cost = (critic: string): number => (critic === 'none' || critic === 'scripted' ? 0 : 1)

function written(
  folder: string,
  hash: string,
  settings: BenchSettings,
  runs: readonly FinishedRun[],
): Result<Omit<VrlBenchResult, 'resumed'>, Diagnostic> {
  const figures = benchFigures(settings, runs)
  const passed = bars(figures)
  const best = new Map(
    runs
      .filter((run) => run.configuration === ATTAINABLE.name)
      .map((run) => [`${run.field} ${run.seed}`, run.rows]),
  )
  const attainable = ({ field, seed }: FinishedRun, episode: number): number =>
    best.get(`${field} ${seed}`)?.[episode - 1]?.score ?? NaN
  const sorted = settings.configurations.flatMap(({ name }) =>
    ordered(
      settings,
      runs.filter(({ configuration }) => configuration === name),
    ),
  )
  const { fields, seeds } = settings
  const title = `Verbal reinforcement learning: ${fields.length} fields × ${seeds.length} seeds`
  const summary = benchJson(settings, hash, figures, passed)
  const failed =
    makeOutFolder(folder) ??
    writeOut(join(folder, 'episodes.csv'), episodesCsv(sorted, attainable)) ??
    writeOut(join(folder, 'summary.json'), `${JSON.stringify(summary, null, 1)}\n`) ??
    writeOut(join(folder, 'curve.svg'), curveSvg(figures, title))
  return failed === undefined ? ok({ folder, hash, settings, figures, bars: passed, summary }) : err(failed)
}

const failed = ({ run, why }: FarmFailure<RunKey>, folder: string): Diagnostic => ({
  code: 'bench.run-failed',
  severity: 'error',
  message: `the run ${keyText(run)} failed in two worker processes, one after the other`,
  got: why,
  hint: `finished runs are kept in ${folder}: remove the cause and go on with --resume`,
})
