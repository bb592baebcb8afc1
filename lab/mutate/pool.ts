import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { Ask, Baseline, MutantResult } from './protocol.js'

/** What became of one question to a worker. */
export type Answer =
  { readonly kind: 'verdict'; readonly verdict: MutantResult } | { readonly kind: 'timeout' | 'crash' }

/** One process that has loaded the tests. */
export class Worker {
  readonly #child: ChildProcess
  #onMessage: (message: unknown) => void = () => undefined
  #died: () => void = () => undefined

  private constructor(child: ChildProcess) {
    this.#child = child
    child.on('message', (message) => this.#onMessage(message))
    child.on('exit', () => this.#died())
  }

  /**
   * @param sandbox folder of the room's sandbox
   * @param total number of mutants
   * @param mutant chosen before anything is loaded; a broken loading answers at once
   */
  static async start(
    sandbox: string,
    tests: readonly string[],
    total: number,
    mutant?: number,
  ): Promise<{ readonly worker: Worker; readonly first: Answer }> {
    const child = fork(join(sandbox, 'worker.js'), {
      cwd: sandbox,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
      env: {
        ...process.env,
        TEST_FILES: JSON.stringify(tests),
        MUTANTS: String(total),
        // fuzzers take their number of documents from here
        GRAFT_FUZZ: '600',
        GRAFT_EPISODES: '1',
        ...(mutant === undefined ? {} : { ACTIVE_MUTANT: String(mutant) }),
      },
    })
    const worker = new Worker(child)
    return { worker, first: await worker.#next(LOAD_MS) }
  }

  async baseline(patience: number): Promise<Baseline> {
    const reply = this.#message(900_000)
    this.#child.send({ kind: 'baseline', patience } satisfies Ask)
    return (await reply) as Baseline
  }

  /** @param limit milliseconds of CPU time after which the process is given up */
  async judge(ask: Ask, limit: number): Promise<Answer> {
    const reply = this.#next(limit)
    this.#child.send(ask)
    return await reply
  }

  stop(): void {
    this.#died = () => undefined
    this.#child.kill('SIGKILL')
  }

  async #next(limit: number): Promise<Answer> {
    const message = await this.#message(limit)
    if (message === 'timeout' || message === 'crash') return { kind: message }
    return {
      kind: 'verdict',
      verdict: message === 'ready' ? { killedBy: undefined } : (message as MutantResult),
    }
  }

  #message(limit: number): Promise<unknown> {
    return new Promise((resolve) => {
      const begun = this.#cpuMs()
      const watch = setInterval(() => {
        if (this.#cpuMs() - begun > limit) end('timeout')
      }, 200)
      const end = (message: unknown): void => {
        clearInterval(watch)
        resolve(message)
      }
      this.#onMessage = end
      this.#died = () => end('crash')
    })
  }

  /** CPU time of the process: on a busy machine the clock would call slow what only waits. */
  #cpuMs(): number {
    try {
      const fields = readFileSync(`/proc/${this.#child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) * MS_PER_CLOCK_TICK
    } catch {
      return performance.now()
    }
  }
}

const MS_PER_CLOCK_TICK = 10
const LOAD_MS = 30_000

export const seconds = (): number => performance.now() / 1000
