import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { taskNames, worldFolder } from '#app/world/files/find-world.js'
import { loadWorld, type LoadedWorld } from '#app/world/load-world.js'
import { markdownTable } from '../answer.js'
import type { Progress } from '../progress.js'
import { learnOnce, type LearnedOnce, type WorldLesson } from './learn-once.js'

export interface WorldBench extends Omit<WorldLesson, 'seed'> {
  readonly world: string
  /** by default all that the world has */
  readonly tasks?: readonly string[]
  readonly seeds: readonly number[]
  /** runs at a time: searching has a process of its own */
  readonly jobs: number
  readonly progress: (all: number) => Progress
  readonly signal: AbortSignal
}

/** One task, over all seeds; means of scores in points. */
interface TaskFigures {
  readonly task: string
  readonly runs: number
  readonly first: number
  readonly last: number
  /** the best episode of each run */
  readonly best: number
  /** the best plan that search finds */
  readonly plan: number
  /** mean of best / plan, and of last / plan */
  readonly attained: number
  readonly lastAttained: number
  /** share of the runs whose best episode attains 90 % of the plan */
  readonly runsAbove90: number
}

/** `graft bench world`: every task of a world with every seed, from its first tree, for some episodes. */
export async function runWorldBench(
  bench: WorldBench,
): Promise<Result<{ readonly page: string; readonly json: unknown }, readonly Diagnostic[]>> {
  const worlds: LoadedWorld[] = []
  const folder = await worldFolder(bench.world)
  if (!folder.ok) return folder
  const names = bench.tasks ?? taskNames(folder.value)
  for (const task of names) {
    const loaded = await loadWorld({ world: bench.world, task })
    if (!loaded.ok) return loaded
    if (loaded.value.robot.driver.kind !== 'simulated') return err([NOT_SIMULATED])
    worlds.push(loaded.value)
  }
  const queue = worlds.flatMap((world) => bench.seeds.map((seed) => ({ world, seed })))
  const progress = bench.progress(queue.length)
  const learned = new Map<string, LearnedOnce[]>(worlds.map(({ task }) => [task.name, []]))
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined && !bench.signal.aborted; next = queue.shift()) {
      const { world, seed } = next
      learned.get(world.task.name)?.push(await learnOnce(world, { ...bench, seed }, bench.signal))
      progress.step(`${world.task.name}, seed ${seed}`)
    }
  }
  await Promise.all(Array.from({ length: bench.jobs }, worker))
  progress.done()
  const tasks = [...learned].flatMap(([task, runs]) => (runs.length === 0 ? [] : [figuresOf(task, runs)]))
  return ok({ page: pageOf(bench, tasks), json: { world: bench.world, tasks, all: overTasks(tasks) } })
}

function figuresOf(task: string, runs: readonly LearnedOnce[]): TaskFigures {
  const of = (value: (run: LearnedOnce) => number): number => mean(runs.map(value))
  const best = ({ scores }: LearnedOnce): number => Math.max(...scores)
  const last = ({ scores }: LearnedOnce): number => scores.at(-1) ?? NaN
  return {
    task,
    runs: runs.length,
    first: of(({ scores }) => scores[0] ?? NaN),
    last: of(last),
    best: of(best),
    plan: of(({ plan }) => plan),
    attained: of((run) => best(run) / run.plan),
    lastAttained: of((run) => last(run) / run.plan),
    runsAbove90: of((run) => (best(run) >= 0.9 * run.plan ? 1 : 0)),
  }
}

/** Means over all tasks, each counting alike. */
function overTasks(tasks: readonly TaskFigures[]): Readonly<Record<string, number>> {
  const of = (value: (figures: TaskFigures) => number): number => mean(tasks.map(value))
  return {
    runs: tasks.reduce((sum, { runs }) => sum + runs, 0),
    attained: of(({ attained }) => attained),
    lastAttained: of(({ lastAttained }) => lastAttained),
    runsAbove90: of(({ runsAbove90 }) => runsAbove90),
  }
}

function pageOf({ world, seeds, episodes, faults }: WorldBench, tasks: readonly TaskFigures[]): string {
  const head = ['task', 'first', 'last', 'best', 'plan', 'best of plan', 'last of plan', 'runs above 90 %']
  const rows = tasks.map((each) => [
    each.task,
    ...[each.first, each.last, each.best, each.plan].map((points) => points.toFixed(1)),
    ...[each.attained, each.lastAttained, each.runsAbove90].map((share) => `${(100 * share).toFixed(1)} %`),
  ])
  const what = `World ${world}, ${seeds.length} seeds, ${episodes} episodes, faults ${faults}; points are means.`
  return `${what}\n\n${markdownTable(head, rows)}`
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const NOT_SIMULATED: Diagnostic = {
  code: 'bench.no-simulation',
  severity: 'error',
  message: 'this world has no simulation that comes with graft',
  expected: 'driver: { simulated: … } in robot.yaml',
}
