import { readFileSync } from 'node:fs'
import type { Diagnostic } from '#base/diagnostic.js'
import { stream } from '#base/random.js'
import { ok, type Result } from '#base/result.js'
import { projectFile } from '#documents/read-text-file.js'
import { planHard } from '#instructions/repair/proof.js'
import { spokenWorld, type SpokenWorld } from '#instructions/spoken-world.js'
import { understand } from '#instructions/understand.js'
import type { DataDomain } from '#worlds/assemble.js'
import { taskFrom } from '#worlds/task/load-task.js'
import { withTask, type TaskDomain } from '#worlds/task/with-task.js'
import type { Progress } from '../progress.js'
import { serviceFigures, type ServiceRun } from './figures.js'
import { servicePage } from './page.js'
import { SimulatedWorld, type FailureReport } from './simulated-world.js'
import { serviceTasks, serviceWorlds, type ServiceFaults, type ServiceTask } from './tasks.js'
import { isAchieved, VARIANTS, type TrialCounts } from './variants.js'

export interface ServiceBench {
  readonly tasks: number
  readonly seeds: readonly number[]
  readonly faults: ServiceFaults
  readonly report: FailureReport
  readonly progress: (all: number) => Progress
  readonly signal: AbortSignal
}

/** `graft bench service`: random things to be carried, each said in three ways, by every variant of execution. */
export function runServiceBench(
  bench: ServiceBench,
): Result<
  { readonly page: string; readonly json: unknown; readonly runs: readonly ServiceRun[] },
  readonly Diagnostic[]
> {
  const text = readFileSync(projectFile('worlds/service/world.yaml'), 'utf8')
  const { real, known } = serviceWorlds(text, bench.faults)
  const spoken = spokenWorld(known)
  const progress = bench.progress(bench.seeds.length * bench.tasks)
  const runs: ServiceRun[] = []
  for (const seed of bench.seeds)
    for (const [number, task] of serviceTasks(known, bench.tasks, seed).entries()) {
      if (bench.signal.aborted) break
      runs.push(...runsOf({ task, number, seed }, { real, known, spoken, report: bench.report }))
      progress.step(`${task.item} to ${task.to}`)
    }
  progress.done()
  const figures = serviceFigures(Object.keys(VARIANTS), runs)
  return ok({ page: servicePage(bench, figures), json: figures, runs })
}

interface Worlds {
  readonly real: DataDomain
  readonly known: DataDomain
  readonly spoken: SpokenWorld
  readonly report: FailureReport
}

interface Numbered {
  readonly task: ServiceTask
  readonly number: number
  readonly seed: number
}

/** Every variant on one task in each of its wordings: the same failures at the same tries of a skill. */
function runsOf({ task, number, seed }: Numbered, { real, known, spoken, report }: Worlds): ServiceRun[] {
  const domain = taskDomain(task, known)
  const plan = domain === undefined ? undefined : planHard(domain, domain.initial)
  return task.orders.flatMap((order, wording) =>
    Object.entries(VARIANTS).map(([variant, run]): ServiceRun => {
      const key = { variant, seed, task: number, wording, isRead: isRead(order, task, spoken) }
      if (domain === undefined || plan === undefined) return { ...key, ...UNPLANNED }
      const drawsOf = (skill: string) => stream(seed, 'service', number, wording, skill)
      const world = new SimulatedWorld(real, { truth: task.start, report, drawsOf })
      const { steps } = plan
      const trial = { domain, steps, start: task.start, world, limit: 2 * steps.length }
      const counts = run(trial)
      return {
        ...key,
        ...counts,
        planned: steps.length,
        steps: world.tried,
        forbidden: world.forbidden,
        success: isAchieved(trial),
      }
    }),
  )
}

const NO_COUNTS: TrialCounts = { repairs: 0, replans: 0, refused: 0 }
const UNPLANNED = { ...NO_COUNTS, planned: 0, steps: 0, forbidden: 0, success: false }

function taskDomain({ item, to, orders, start }: ServiceTask, known: DataDomain): TaskDomain | undefined {
  const goals = [{ text: `the ${item} is at the ${to}`, holds: `location(${item}) = ${to}` }]
  const task = taskFrom({ task: 'order', text: orders[0] ?? '', goals }, () => undefined, known)
  return task.ok ? withTask(known, task.value, start) : undefined
}

/** Whether the likeliest reading of an order is what it means, and nothing else. */
function isRead(order: string, { item, to }: ServiceTask, spoken: SpokenWorld): boolean {
  const { readings, unclear } = understand(order, spoken)
  const [best] = readings
  const goals = best?.goals.map(({ formula }) => formula) ?? []
  return unclear === undefined && goals.length === 1 && goals[0] === `location(${item}) = ${to}`
}
