import type { Diagnostic } from '#base/diagnostic.js'
import { err, must, ok, type Result } from '#base/result.js'
import { parseTree } from '#bt/xml/parse.js'
import { readLibrary } from '#app/policy.js'
import { chosenFields, type FieldOptions } from '../fields/field-options.js'
import type { Progress } from '../progress.js'
import { planOf, shippedPlans } from '../vrl/settings/best-plan.js'
import { POSE_ROWS, poseFigures, poseTable, type PoseFigures, type PoseRuns } from './figures.js'
import { playMission, type Mission } from './play-mission.js'

export interface PoseBench extends FieldOptions {
  readonly missions: number
  readonly seedFrom: number
  readonly faults: Mission['faults']
  readonly progress: (all: number) => Progress
  readonly signal: AbortSignal
}

export interface PoseBenchResult {
  readonly page: string
  readonly json: { readonly rows: readonly PoseFigures[] }
}

/**
 * The best plan of each field on ideal ground, and on the floor by the wheels alone and with a laser scanner, with
 * the same seeds: how far what the robot believes is from where it is, and how often the mission still succeeds.
 */
export async function runPoseBench(
  bench: PoseBench,
): Promise<Result<PoseBenchResult, readonly Diagnostic[]>> {
  const fields = await chosenFields(bench)
  if (!fields.ok) return err(fields.error)
  const library = readLibrary()
  const known = shippedPlans()
  const trees = fields.value.map((setup) =>
    must(parseTree(planOf(setup, library, known), { file: 'the best plan', library }), 'the best plan'),
  )
  const progress = bench.progress(bench.missions)
  const runs: PoseRuns[] = []
  for (let i = 0; i < bench.missions && !bench.signal.aborted; i++) {
    const at = i % fields.value.length
    const [setup, tree] = [fields.value[at], trees[at]]
    if (setup === undefined || tree === undefined) break
    const seed = bench.seedFrom + Math.floor(i / fields.value.length)
    const play = (ground: Mission['ground'], scanner: Mission['scanner']) =>
      playMission({ setup, tree, seed, ground, scanner, faults: bench.faults, library })
    runs.push({
      ideal: await play('ideal', 'none'),
      'floor, wheels': await play('floor', 'none'),
      'floor, LiDAR': await play('floor', 'ld19'),
    })
    progress.step(`${setup.map.id}, seed ${seed}`)
  }
  progress.done()
  const rows = POSE_ROWS.map((row) => poseFigures(runs, row))
  return ok({ page: pageOf(bench, runs.length, rows), json: { rows } })
}

function pageOf({ seedFrom, faults }: PoseBench, missions: number, rows: readonly PoseFigures[]): string {
  const what =
    `${missions} missions of the best plan, seeds from ${seedFrom}, execution faults: ${faults}. The pose is what ` +
    'the controller says, compared at 10 Hz while the robot moves with where it was at that moment; NEES is that ' +
    'of the estimate behind it, once in ten seconds. Completed: the referee counts what it counts on ideal ground.'
  return `${what}\n\n${poseTable(rows)}`
}
