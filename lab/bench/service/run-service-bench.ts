import { readFileSync } from 'node:fs'
import { readOrder } from '#app/world/hear-order.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { stream } from '#base/random.js'
import { ok, type Result } from '#base/result.js'
import { projectFile } from '#documents/read-text-file.js'
import { decide } from '#instructions/decide.js'
import { planHard } from '#instructions/repair/proof.js'
import type { DataDomain } from '#worlds/assemble.js'
import { taskFrom } from '#worlds/task/load-task.js'
import { withTask, type TaskDomain } from '#worlds/task/with-task.js'
import type { PlannedStep } from '#twin/domain/domain.js'
import type { Progress } from '../progress.js'
import { serviceFigures, type ServiceRun } from './figures.js'
import { servicePage } from './page.js'
import { SimulatedWorld, type FailureReport } from './simulated-world.js'
import { serviceTasks, serviceWorlds, type ServiceFaults, type ServiceTask } from './tasks.js'
import { COMPARED, isAchieved, VARIANTS, type TrialCounts } from './variants.js'
import { writtenOut, type WritingErrors } from './writing.js'

export interface ServiceBench {
  readonly tasks: number
  readonly seeds: readonly number[]
  readonly faults: ServiceFaults
  readonly writing: WritingErrors
  /** the goal is what the reader of orders makes of the wording; otherwise it is given */
  readonly read: boolean
  readonly report: FailureReport
  readonly progress: (all: number) => Progress
  readonly signal: AbortSignal
}

/** `graft bench service`: random things to be carried, each said in three ways, by every variant of execution. */
export async function runServiceBench(
  bench: ServiceBench,
): Promise<
  Result<
    { readonly page: string; readonly json: unknown; readonly runs: readonly ServiceRun[] },
    readonly Diagnostic[]
  >
> {
  const text = readFileSync(projectFile('worlds/service/world.yaml'), 'utf8')
  const { real, known } = serviceWorlds(text, bench.faults)
  const progress = bench.progress(bench.seeds.length * bench.tasks)
  const runs: ServiceRun[] = []
  for (const seed of bench.seeds)
    for (const [number, task] of serviceTasks(known, bench.tasks, seed).entries()) {
      if (bench.signal.aborted) break
      runs.push(...(await runsOf({ task, number, seed }, { ...bench, real, known })))
      progress.step(`${task.item} to ${task.to}`)
    }
  progress.done()
  const figures = serviceFigures(Object.keys(VARIANTS), COMPARED, runs)
  return ok({ page: servicePage(bench, figures), json: figures, runs })
}

interface Worlds extends Pick<ServiceBench, 'writing' | 'read' | 'report'> {
  readonly real: DataDomain
  readonly known: DataDomain
}

interface Numbered {
  readonly task: ServiceTask
  readonly number: number
  readonly seed: number
}

/** Every variant on one task in each of its wordings: the same failures at the same tries of a skill. */
async function runsOf(
  { task, number, seed }: Numbered,
  { real, known, ...how }: Worlds,
): Promise<ServiceRun[]> {
  const domain = taskDomain(task, known)
  const given = domain && planned(domain)
  const heard = await Promise.all(task.orders.map((order) => hear(order, task, known)))
  return task.orders.flatMap((_, wording) => {
    const found = how.read ? heard[wording]?.planned : given
    const { isRead = false, asks = false } = heard[wording] ?? {}
    const key = { seed, task: number, wording, isRead, asks }
    if (domain === undefined || found === undefined)
      return Object.keys(VARIANTS).map((variant): ServiceRun => ({ ...key, variant, ...UNPLANNED }))
    const { steps } = found
    const drawsOf = (skill: string) => stream(seed, 'service', number, wording, skill)
    const written = writtenOut(steps, found.domain, how.writing, (step) => drawsOf(`writes ${step}`))
    return Object.entries(VARIANTS).map(([variant, run]): ServiceRun => {
      const world = new SimulatedWorld(real, { truth: task.start, report: how.report, drawsOf })
      const trial = {
        domain: found.domain,
        steps,
        written,
        start: task.start,
        world,
        limit: 2 * steps.length,
      }
      const counts = run(trial)
      // what was meant counts, whatever was understood
      const success = isAchieved({ ...trial, domain })
      const { tried, forbidden } = world
      return { ...key, variant, ...counts, planned: steps.length, steps: tried, forbidden, success }
    })
  })
}

const NO_COUNTS: TrialCounts = { calls: 0, repairs: 0, replans: 0, refused: 0 }
const UNPLANNED = { ...NO_COUNTS, planned: 0, steps: 0, forbidden: 0, success: false }

interface Found {
  readonly domain: TaskDomain
  readonly steps: readonly PlannedStep[]
}

function planned(domain: TaskDomain): Found | undefined {
  const plan = planHard(domain, domain.initial)
  return plan && { domain, steps: plan.steps }
}

function taskDomain({ item, to, orders, start }: ServiceTask, known: DataDomain): TaskDomain | undefined {
  const goals = [{ text: `the ${item} is at the ${to}`, holds: goalOf(item, to) }]
  const task = taskFrom({ task: 'order', text: orders[0] ?? '', goals }, () => undefined, known)
  return task.ok ? withTask(known, task.value, start) : undefined
}

const goalOf = (item: string, to: string): string => `location(${item}) = ${to}`

/** What `graft do` makes of an order. */
async function hear(order: string, { item, to, start }: ServiceTask, domain: DataDomain) {
  const { understood } = await readOrder({ order, domain, state: start })
  const goals = understood.readings[0]?.goals.map(({ formula }) => formula) ?? []
  const isRead = understood.unclear === undefined && goals.length === 1 && goals[0] === goalOf(item, to)
  const decision = decide(understood, { order, domain, state: start })
  const asks = decision.kind === 'ask'
  if (decision.kind !== 'plan') return { isRead, asks, planned: undefined }
  const { domain: inside, plan } = decision.found
  return { isRead, asks, planned: { domain: inside, steps: plan.steps } }
}
