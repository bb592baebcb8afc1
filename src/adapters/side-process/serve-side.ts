import { readdirSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

export interface SideJob<Job> {
  readonly id: number
  readonly job: Job
}

export interface SideAnswer<Answer> {
  readonly id: number
  readonly answer: Answer
}

/**
 * The body of a side process: one job after the other, below the runtime in priority. Ends when the runtime
 * is gone.
 */
export function serveSide<Job, Answer>(action: (job: Job) => Answer): void {
  giveWay()
  // Ctrl-C in the terminal reaches this process too; the runtime ends it when it no longer needs it
  process.on('SIGINT', () => undefined)
  process.on('message', ({ id, job }: SideJob<Job>) => {
    process.send?.({ id, answer: action(job) } satisfies SideAnswer<Answer>)
  })
  process.on('disconnect', () => process.exit())
}

/** Ten steps of nice: a thread of the runtime that wakes up gets about ten times the share of one that thinks. */
const NICE = 10

/** Whom the kernel ends first when memory is short: a model, never the loop (which has 0, or less by its unit). */
const EXPENDABLE = 500

/**
 * Lets every other process go first, with all threads of this one and those that they will make. On Linux nice belongs
 * to a thread, and the engine's own threads are there before any program runs.
 */
export function giveWay(): void {
  try {
    for (const thread of threads()) setPriority(thread, NICE)
    if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', String(EXPENDABLE))
  } catch {
    // a sandbox that forbids it: slower to react under load, and no less right
  }
}

const threads = (): number[] =>
  process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
