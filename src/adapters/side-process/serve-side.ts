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
 * The body of a side process: runs jobs one at a time, at lower priority than the runtime. Exits when the runtime is
 * gone.
 */
export function serveSide<Job, Answer>(action: (job: Job) => Answer | Promise<Answer>): void {
  lowerPriority()
  leaveSignalsToRuntime()
  process.on('message', ({ id, job }: SideJob<Job>) => {
    void Promise.resolve(action(job)).then((answer) =>
      process.send?.({ id, answer } satisfies SideAnswer<Answer>),
    )
  })
  process.on('disconnect', () => process.exit())
}

/**
 * Ctrl-C in the terminal, its closing, and a SIGTERM for the whole group (`timeout`, systemd) reach this process too;
 * they are meant for the runtime, which still needs the last answer, and ends this process when it needs no more.
 */
export function leaveSignalsToRuntime(): void {
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(signal, () => undefined)
}

/** Nice value: a runtime thread that wakes up gets about ten times the CPU share of a model thread. */
const NICE = 10

/**
 * OOM score adjustment: when memory runs out, the kernel kills a model first, never the loop (which has 0, or less by
 * its unit).
 */
const EXPENDABLE = 500

/**
 * Lowers the priority of all threads of this process and those they will create. On Linux, nice is per thread, and the
 * engine's own threads exist before any program runs.
 */
export function lowerPriority(): void {
  try {
    for (const thread of threads()) setPriority(thread, NICE)
    if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', String(EXPENDABLE))
  } catch {
    // forbidden by a sandbox: the runtime reacts more slowly under load, but stays correct
  }
}

const threads = (): number[] =>
  process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
