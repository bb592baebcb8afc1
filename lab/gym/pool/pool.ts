import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { actionsFault, countFault, fault } from '../environment/faults.js'
import { ACTION, sizeOf } from '../environment/observation.js'
import { pictureFault, type PictureRequest, type Shots } from '../environment/pictures.js'
import { seedFault, seedFor, TRAINING_SEEDS, type Purpose } from '../environment/seeds.js'
import { taskNamed } from '../tasks/table.js'
import { joined } from './batch.js'
import type { Answer, Batch } from './messages.js'
import { Thread } from './thread.js'

export interface PoolOptions {
  readonly task: string
  /** environments in all, 1 to 1024 */
  readonly envs: number
  /** threads, 1 to 64; never more than there are environments */
  readonly workers: number
}

/**
 * Environments with one task in worker threads, stepped together. What they answer does not depend on how many workers
 * there are. Calls must not overlap: one waits for the one before.
 */
export class Pool {
  readonly envs: number
  readonly #threads: readonly Thread[]
  readonly #counts: readonly number[]
  #started = false

  private constructor(threads: readonly Thread[], counts: readonly number[]) {
    this.#threads = threads
    this.#counts = counts
    this.envs = counts.reduce((a, b) => a + b, 0)
  }

  /** @returns or `gym.task`, `gym.count`, `gym.mujoco`, `gym.worker` */
  static async open({ task, envs, workers }: PoolOptions): Promise<Result<Pool, Diagnostic>> {
    const found = taskNamed(task)
    if (!found.ok) return found
    const wrong = countFault('envs', envs, 1024) ?? countFault('workers', workers, 64)
    if (wrong !== undefined) return err(wrong)
    const used = Math.min(workers, envs)
    const counts = Array.from({ length: used }, (_, i) => Math.floor((envs + used - 1 - i) / used))
    const pool = new Pool(
      counts.map(() => new Thread()),
      counts,
    )
    const opened = await pool.#all((thread, first, count) =>
      thread.ask({ op: 'open', task, first, count, total: envs }),
    )
    if (opened.ok) return ok(pool)
    await pool.close()
    return opened
  }

  /**
   * Begins an episode everywhere.
   * @param seed a whole number, 0 to 2^32 − 1, else `gym.seed`
   * @param purpose the same seed is another episode in training than in evaluation
   */
  async reset(seed: number, purpose: Purpose = 'training'): Promise<Result<Batch, Diagnostic>> {
    const wrong = seedFault(seed, TRAINING_SEEDS - 1)
    if (wrong !== undefined) return err(wrong)
    const from = seedFor(purpose, seed)
    const batch = batchOf(await this.#all((thread) => thread.ask({ op: 'reset', seed: from })))
    this.#started ||= batch.ok
    return batch
  }

  /**
   * One action in every environment.
   * @param actions a list of four numbers, −1 to 1, for each
   * @returns or `gym.action` or `gym.not-reset`, and nothing has moved anywhere
   */
  async step(actions: readonly (readonly number[])[]): Promise<Result<Batch, Diagnostic>> {
    const wrong = actionsFault(actions, this.envs)
    if (wrong !== undefined) return err(wrong)
    if (!this.#started) return err(fault('gym.not-reset', 'there was no reset before this step'))
    const all = Float32Array.from(actions.flat())
    return batchOf(
      await this.#all((thread, first, count) =>
        thread.ask({ op: 'step', actions: all.slice(first * WIDTH, (first + count) * WIDTH) }),
      ),
    )
  }

  /** What the cameras of each environment show. @returns or `gym.pictures`, `gym.not-reset` */
  async pictures(request: PictureRequest): Promise<Result<readonly Shots[], Diagnostic>> {
    const wrong = pictureFault({ ...request })
    if (wrong !== undefined) return err(wrong)
    const answers = await this.#all((thread) => thread.ask({ op: 'pictures', request }))
    if (!answers.ok) return answers
    return ok(answers.value.flatMap((answer) => (answer.kind === 'pictures' ? answer.shots : [])))
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()))
  }

  /** Asks every worker at once. */
  async #all(
    ask: (thread: Thread, first: number, count: number) => Promise<Answer>,
  ): Promise<Result<readonly Answer[], Diagnostic>> {
    let first = 0
    const asked = this.#threads.map((thread, index) => {
      const count = this.#counts[index] ?? 0
      first += count
      return ask(thread, first - count, count)
    })
    const answers = await Promise.all(asked)
    const failed = answers.find((answer) => answer.kind === 'error')
    return failed === undefined ? ok(answers) : err(failed.error)
  }
}

const WIDTH = sizeOf(ACTION)

function batchOf(answers: Result<readonly Answer[], Diagnostic>): Result<Batch, Diagnostic> {
  if (!answers.ok) return answers
  return ok(joined(answers.value.flatMap((answer) => (answer.kind === 'batch' ? [answer.batch] : []))))
}
