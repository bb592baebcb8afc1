import type { Worker } from 'node:worker_threads'
import { startThread } from '#adapters/side-process/launch.js'
import { fault } from '../environment/faults.js'
import type { Answer, Question } from './messages.js'

/** The near end of a worker: one question at a time, each with an answer. */
export class Thread {
  readonly #worker: Worker
  #waiting: ((answer: Answer) => void) | undefined
  #failed: string | undefined

  constructor() {
    // standard output belongs to the protocol; what MuJoCo prints goes to standard error
    this.#worker = startThread(PROGRAM, { stdout: true })
    this.#worker.stdout.pipe(process.stderr, { end: false })
    this.#worker.on('message', (answer: Answer) => this.#settle(answer))
    this.#worker.on('error', (cause: Error) => this.#fail(cause.message))
    this.#worker.on('exit', (code) => this.#fail(`it has ended with code ${code}`))
  }

  /** @returns its answer; `gym.worker` when it has died */
  ask(question: Question): Promise<Answer> {
    if (this.#failed !== undefined) return Promise.resolve(died(this.#failed))
    return new Promise((resolve) => {
      this.#waiting = resolve
      this.#worker.postMessage(question)
    })
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.(answer)
  }

  #fail(why: string): void {
    this.#failed ??= why
    this.#settle(died(this.#failed))
  }
}

const PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? './worker-program.ts' : './worker-program.js',
  import.meta.url,
)

const died = (why: string): Answer => ({
  kind: 'error',
  error: fault('gym.worker', `a worker of the gym has failed: ${why}`),
})
