import { readFileSync } from 'node:fs'
import type { Diagnostic } from '#base/diagnostic.js'
import { stream } from '#base/random.js'
import { ok, type Result } from '#base/result.js'
import { projectFile } from '#documents/read-text-file.js'
import { planHard } from '#instructions/repair/proof.js'
import type { DataDomain } from '#worlds/assemble.js'
import { taskFrom } from '#worlds/task/load-task.js'
import { withTask, type TaskDomain } from '#worlds/task/with-task.js'
import type { Progress } from '../progress.js'
import { trialFigures, type TrialRun } from '../service/figures.js'
import { percent, TRIAL_COLUMNS, trialRow, trialTables } from '../service/tables.js'
import { COMPARED, isAchieved, VARIANTS } from '../service/variants.js'
import { writtenOut, type WritingErrors } from '../service/writing.js'
import { boardWorld, type BoardFaults } from './board-world.js'
import { DrivenWorld } from './driven-world.js'
import { boardTasks, type BoardTask } from './tasks.js'

export interface TaskBoardBench {
  readonly tasks: number
  readonly seeds: readonly number[]
  readonly faults: BoardFaults
  readonly writing: WritingErrors
  readonly progress: (all: number) => Progress
  readonly signal: AbortSignal
}

/** A run, and what its transcript shows. */
export interface BoardRun extends TrialRun {
  /** facts that are to be so at the end */
  readonly goals: number
  /** laws of the driver contract that were broken */
  readonly breaches: number
}

/** `graft bench task-board`: tasks of the paper and generated ones, by every variant, behind the driver contract. */
export function runTaskBoardBench(
  bench: TaskBoardBench,
): Result<
  { readonly page: string; readonly json: unknown; readonly runs: readonly BoardRun[] },
  readonly Diagnostic[]
> {
  const text = readFileSync(projectFile('worlds/task-board/world.yaml'), 'utf8')
  const domain = boardWorld(text, bench.faults)
  const progress = bench.progress(bench.seeds.length * bench.tasks)
  const runs: BoardRun[] = []
  for (const seed of bench.seeds)
    for (const [number, task] of boardTasks(domain, bench.tasks, seed).entries()) {
      if (bench.signal.aborted) break
      runs.push(...runsOf({ task, number, seed }, domain, bench.writing))
      progress.step(task.goals.join(', '))
    }
  progress.done()
  const figures = trialFigures(Object.keys(VARIANTS), COMPARED, runs)
  return ok({ page: pageOf(bench, runs), json: figures, runs })
}

interface Numbered {
  readonly task: BoardTask
  readonly number: number
  readonly seed: number
}

/** Every variant on one task, with the same draws of failures. */
function runsOf({ task, number, seed }: Numbered, known: DataDomain, writing: WritingErrors): BoardRun[] {
  const key = { seed, task: number, wording: 0, goals: task.goals.length }
  const domain = taskDomain(task, known)
  const plan = domain && planHard(domain, domain.initial)
  return Object.entries(VARIANTS).map(([variant, run]): BoardRun => {
    if (domain === undefined || plan === undefined) return { ...key, variant, ...UNPLANNED }
    const { steps } = plan
    const written = writtenOut(steps, domain, writing, (at) => stream(seed, 'board writes', number, at))
    const world = new DrivenWorld(known, task.start, stream(seed, 'board', number))
    const trial = { domain, steps, written, start: task.start, world, limit: 2 * steps.length }
    const counts = run(trial)
    const { tried, forbidden, breaches } = world
    const success = isAchieved(trial)
    return { ...key, variant, ...counts, planned: steps.length, steps: tried, forbidden, breaches, success }
  })
}

const UNPLANNED = {
  ...{ calls: 0, repairs: 0, replans: 0, refused: 0 },
  ...{ planned: 0, steps: 0, forbidden: 0, breaches: 0, success: false },
}

function taskDomain({ goals, start }: BoardTask, known: DataDomain): TaskDomain | undefined {
  const shaped = goals.map((holds) => ({ text: holds, holds }))
  const task = taskFrom({ task: 'board', text: goals.join(', '), goals: shaped }, () => undefined, known)
  return task.ok ? withTask(known, task.value, start) : undefined
}

function pageOf({ faults, writing }: TaskBoardBench, runs: readonly BoardRun[]): string {
  const figures = trialFigures(Object.keys(VARIANTS), COMPARED, runs)
  const breaches = runs.reduce((sum, run) => sum + run.breaches, 0)
  return [
    `Presses fail in ${percent(faults.press)}, grasps in ${percent(faults.grasp)}, plugs in ${percent(faults.plug)} ` +
      `of the tries; failures are reported and known to be chance.\n` +
      `Of the steps that are written, ${percent(writing.omitted)} are left out and ${percent(writing.mistaken)} ` +
      `are mistaken.`,
    ...trialTables(figures),
    `Tasks for which no plan was found: ${figures.unplanned}; they count as failed. Steps, and those that are ` +
      `forbidden, are counted on the transcripts\nof ${runs.length} driver sessions; laws of the driver contract ` +
      `that were broken there: ${breaches}.`,
  ].join('\n\n')
}

/** One line a run. */
export function taskBoardCsv(runs: readonly BoardRun[]): string {
  const head = [...TRIAL_COLUMNS, 'goals', 'breaches']
  const rows = runs.map((run) => [...trialRow(run), run.goals, run.breaches])
  return `${[head, ...rows].map((row) => row.join(',')).join('\n')}\n`
}
