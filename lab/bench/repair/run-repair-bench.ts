import { writeOut } from '#adapters/files/write-out.js'
import { type Diagnostic, didYouMean } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { fieldToJson } from '#app/run-folder/field-manifest.js'
import { readLibrary, robotSubtrees } from '#app/policy.js'
import { farm } from '../farm.js'
import type { Progress } from '../progress.js'
import { ATTAINABLE, configurations, type BlockInfoChoice } from '../vrl/settings/configuration.js'
import { modelStamps } from '../vrl/settings/model-stamps.js'
import { repairFigures, type RepairFigures, type RepairRun } from './figures.js'
import { repairCsv, repairPage } from './page.js'
import type { Repair, RepairKey, RepairSetup } from './play-repair.js'
import type { Fault } from './trees/forms.js'
import { faults } from './trees/faults.js'
import { rightPlan } from './trees/right-plan.js'

export interface RepairBench extends Pick<RepairSetup, 'episodes' | 'faults'> {
  readonly fields: readonly FieldSetup[]
  readonly seeds: readonly number[]
  /** rows of `graft bench vrl` */
  readonly minds: readonly string[]
  readonly blockInfo: Exclude<BlockInfoChoice, 'both'>
  /** names of mistakes; undefined = all */
  readonly only?: readonly string[]
  readonly jobs: number
  /** where to write a line an episode */
  readonly csv?: string
  readonly progress: (all: number) => Progress
  readonly signal: AbortSignal
}

export interface RepairAnswer {
  readonly page: string
  readonly json: unknown
  readonly figures: RepairFigures
}

/**
 * `graft bench repair`: every kind of faulty tree on every field with every seed, put to each pair of critic and actor
 * for some episodes. What a field has no place for is left out there.
 */
export async function runRepairBench(
  bench: RepairBench,
): Promise<Result<RepairAnswer, readonly Diagnostic[]>> {
  const rows = configurations({ critics: bench.minds, blockInfo: bench.blockInfo })
  if (!rows.ok) return err([rows.error])
  const minds = rows.value.filter(({ name, actor }) => name !== ATTAINABLE.name && actor !== 'fixed')
  const kinds = chosen(bench.only)
  if (!kinds.ok) return err([kinds.error])
  const models = await modelStamps(minds)
  if (!models.ok) return models
  const keys = keysOf(
    bench,
    kinds.value,
    minds.map(({ name }) => name),
  )
  const progress = bench.progress(keys.length)
  const runs: RepairRun[] = []
  const { episodes } = bench
  const failures = await farm<RepairSetup, RepairKey, Repair>({
    program: ['./worker-program', import.meta.url],
    jobs: bench.jobs,
    setup: { fields: bench.fields.map(fieldToJson), minds, episodes, faults: bench.faults },
    runs: keys,
    onRun: (key, repair) => {
      runs.push({ ...key, ...repair })
      progress.step(textOf(key))
    },
    signal: bench.signal,
  })
  progress.done()
  if (bench.signal.aborted) return err([STOPPED])
  if (failures.length > 0) return err(failures.map(({ run, why }) => failed(run, why)))
  const order = new Map(keys.map((key, i) => [textOf(key), i]))
  const at = (run: RepairRun): number => order.get(textOf(run)) ?? 0
  const sorted = runs.toSorted((a, b) => at(a) - at(b))
  const unwritten = bench.csv === undefined ? undefined : writeOut(bench.csv, repairCsv(sorted))
  if (unwritten !== undefined) return err([unwritten])
  const names = { minds: minds.map(({ name }) => name), mistakes: kinds.value.map(({ name }) => name) }
  return ok(answerOf(bench, names, sorted, models.value))
}

function answerOf(
  { fields: setups, seeds, episodes, faults }: RepairBench,
  { minds, mistakes }: { readonly minds: readonly string[]; readonly mistakes: readonly string[] },
  runs: readonly RepairRun[],
  models: unknown,
): RepairAnswer {
  const figures = repairFigures(minds, mistakes, runs)
  const fields = setups.map(({ map }) => map.id)
  const title =
    `graft bench repair: ${mistakes.length} mistakes × ${fields.length} fields × ${seeds.length} seeds × ` +
    `${episodes} episodes, faults ${faults}`
  const json = { type: 'bench-repair', fields, seeds, episodes, faults, models, ...figures }
  return { page: repairPage(title, figures), json, figures }
}

function chosen(only: readonly string[] | undefined): Result<readonly Fault[], Diagnostic> {
  const all = faults()
  const names = all.map(({ name }) => name)
  const unknown = only?.find((name) => !names.includes(name))
  if (unknown === undefined)
    return ok(only === undefined ? all : all.filter(({ name }) => only.includes(name)))
  const near = didYouMean(unknown, names)
  return err({
    code: 'bench.mistake',
    severity: 'error',
    message: `--only names ${JSON.stringify(unknown)}, which is no mistake that this bench makes`,
    expected: names.join(', '),
    got: unknown,
    ...(near !== undefined && { hint: `did you mean ${near}?` }),
  })
}

function keysOf(bench: RepairBench, kinds: readonly Fault[], minds: readonly string[]): readonly RepairKey[] {
  const subtrees = robotSubtrees(readLibrary())
  const plans = bench.fields.map((setup) => rightPlan(setup, subtrees))
  return kinds.flatMap((kind) =>
    plans
      .filter((plan) => kind.make(plan) !== null)
      .flatMap(({ map }) =>
        bench.seeds.flatMap((seed) => minds.map((mind) => ({ mind, fault: kind.name, field: map.id, seed }))),
      ),
  )
}

const textOf = ({ mind, fault, field, seed }: RepairKey): string => `${mind} ${fault} ${field} ${seed}`

const failed = (key: RepairKey, why: string): Diagnostic => ({
  code: 'bench.run-failed',
  severity: 'error',
  message: `the run ${textOf(key)} failed in two worker processes, one after the other`,
  got: why,
  hint: 'leave it out with --only, or tell us with what it said',
})

const STOPPED: Diagnostic = {
  code: 'bench.stopped',
  severity: 'error',
  message: 'stopped; nothing was written',
}
