import { fork, type ChildProcess } from 'node:child_process'
import { err, ok, type Result } from '#base/result.js'
import { programOf } from './launch.js'
import type { SideAnswer, SideJob } from './serve-side.js'

export interface SideOptions {
  /**
   * file next to the caller that calls `serveSide`, without its extension; `caller` is the caller's `import.meta.url`
   */
  readonly program: string
  readonly caller: string
  /** time limit of a job, ms; a job that exceeds it is killed together with the process */
  readonly limitMs: number
  /** maximum queued jobs of each rank, in addition to the one in progress */
  readonly maxQueued: number
  /** heap limit of the process, MiB */
  readonly heapMiB: number
  readonly report: (text: string) => void
}

/** Why there is no answer. */
export type SideProblem = 'busy' | 'too-slow' | 'ended'

/**
 * A separate process for work whose cost depends on untrusted input: it has a time limit, a memory limit and a bounded
 * queue, and whatever happens in it, the runtime's thread continues. It is started by `warm` or by the first job; if a
 * job kills it, the next job restarts it.
 */
export class SideProcess<Job, Answer> {
  readonly #options: SideOptions
  readonly #queue: Waiting<Job, Answer>[] = []
  #child: ChildProcess | undefined
  #now: (Waiting<Job, Answer> & { readonly timer: NodeJS.Timeout }) | undefined
  #count = 0
  #closed = false

  constructor(options: SideOptions) {
    this.#options = options
  }

  /** Starts the process now, so that the first job need not wait for it. */
  warm(): void {
    if (!this.#closed) this.#child ??= this.#start()
  }

  /** @param rank jobs of higher rank go first; the queue limit applies to each rank separately */
  ask(job: Job, rank: 0 | 1): Promise<Result<Answer, SideProblem>> {
    if (this.#closed) return Promise.resolve(err('ended'))
    const same = this.#queue.filter((waiting) => waiting.rank === rank).length
    if (same >= this.#options.maxQueued) return Promise.resolve(err('busy'))
    return new Promise((settle) => {
      const before = this.#queue.findIndex((waiting) => waiting.rank < rank)
      this.#queue.splice(before === -1 ? this.#queue.length : before, 0, { job, rank, settle })
      this.#next()
    })
  }

  close(): void {
    this.#closed = true
    for (const { settle } of this.#queue.splice(0)) settle(err('ended'))
    this.#end('ended')
  }

  #next(): void {
    if (this.#now !== undefined) return
    const next = this.#queue.shift()
    if (next === undefined) return
    this.#child ??= this.#start()
    const { limitMs } = this.#options
    const timer = setTimeout(() => {
      this.#options.report(`a job took more than ${limitMs} ms and was killed`)
      this.#end('too-slow')
    }, limitMs)
    timer.unref()
    this.#now = { ...next, timer }
    // its exit is awaited as its answer is: the channel alone closes before the exit is known
    this.#child.ref()
    this.#child.channel?.ref()
    this.#child.send({ id: ++this.#count, job: next.job } satisfies SideJob<Job>, () => undefined)
  }

  #start(): ChildProcess {
    const child = start(this.#options)
    child.on('message', ({ id, answer }: SideAnswer<Answer>) => {
      if (id === this.#count && child === this.#child) this.#settle(ok(answer))
    })
    child.on('error', () => undefined)
    child.on('exit', (code, signal) => {
      if (child !== this.#child) return
      this.#options.report(`the process exited (${signal ?? `exit code ${code}`})`)
      this.#end('ended')
    })
    child.unref()
    child.channel?.unref()
    return child
  }

  /** Kills the process and fails the job in progress. */
  #end(why: SideProblem): void {
    const child = this.#child
    this.#child = undefined
    child?.kill('SIGKILL')
    this.#settle(err(why))
  }

  #settle(result: Result<Answer, SideProblem>): void {
    const now = this.#now
    this.#now = undefined
    this.#child?.unref()
    this.#child?.channel?.unref()
    if (now !== undefined) {
      clearTimeout(now.timer)
      now.settle(result)
    }
    if (!this.#closed) this.#next()
  }
}

interface Waiting<Job, Answer> {
  readonly job: Job
  readonly rank: 0 | 1
  readonly settle: (result: Result<Answer, SideProblem>) => void
}

function start({ program, caller, heapMiB }: SideOptions): ChildProcess {
  const { file, loader } = programOf(program, caller)
  return fork(file, [], {
    execArgv: [`--max-old-space-size=${heapMiB}`, ...loader],
    serialization: 'advanced',
    // when memory runs out it would print a page of addresses; its exit is reported instead
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}
