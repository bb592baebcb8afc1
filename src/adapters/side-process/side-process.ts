import { fork, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { err, ok, type Result } from '#base/result.js'
import type { SideAnswer, SideJob } from './serve-side.js'

export interface SideOptions {
  /** file beside the caller that calls `serveSide`, without its ending; with the caller's `import.meta.url` */
  readonly program: string
  readonly caller: string
  /** a job that takes longer is ended together with the process, ms */
  readonly limitMs: number
  /** jobs that may wait, besides the one that is being done */
  readonly waiting: number
  /** memory of the process's own, MiB */
  readonly heapMiB: number
  readonly tell: (text: string) => void
}

/** Why there is no answer. */
export type SideProblem = 'busy' | 'too-slow' | 'ended'

/**
 * A process of its own for work that grows with what strangers send: it has a time limit, a memory limit and a bounded
 * queue, and whatever happens in it the runtime's thread goes on. It is started by `warm` or by the first
 * job; when a job kills it, the next job starts it again.
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

  /** Starts it now, so that the first job need not wait for that. */
  warm(): void {
    if (!this.#closed) this.#child ??= this.#start()
  }

  /** @param rank jobs of a higher rank go first, and each rank has a queue of its own bound */
  ask(job: Job, rank: 0 | 1): Promise<Result<Answer, SideProblem>> {
    if (this.#closed) return Promise.resolve(err('ended'))
    const same = this.#queue.filter((waiting) => waiting.rank === rank).length
    if (same >= this.#options.waiting) return Promise.resolve(err('busy'))
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
      this.#options.tell(`a job took more than ${limitMs} ms and was ended`)
      this.#end('too-slow')
    }, limitMs)
    timer.unref()
    this.#now = { ...next, timer }
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
      this.#options.tell(`the process has ended (${signal ?? `exit code ${code}`})`)
      this.#end('ended')
    })
    child.unref()
    child.channel?.unref()
    return child
  }

  /** Gives the process up, and with it the job that it is at. */
  #end(why: SideProblem): void {
    const child = this.#child
    this.#child = undefined
    child?.kill('SIGKILL')
    this.#settle(err(why))
  }

  #settle(result: Result<Answer, SideProblem>): void {
    const now = this.#now
    this.#now = undefined
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

/** Run from source (tests, tools) it needs a TypeScript loader; built, it is plain JavaScript. */
function start({ program, caller, heapMiB }: SideOptions): ChildProcess {
  const built = caller.endsWith('.js')
  const file = fileURLToPath(new URL(`${program}.${built ? 'js' : 'ts'}`, caller))
  const loader = (): string => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  return fork(file, [], {
    execArgv: [`--max-old-space-size=${heapMiB}`, ...(built ? [] : ['--import', loader()])],
    serialization: 'advanced',
    // what it says when its memory is spent is a page of addresses: the exit is told instead
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}
