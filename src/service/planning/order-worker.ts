import { SideProcess, type SideProblem } from '#adapters/side-process/side-process.js'
import { err, ok, type Result } from '#base/result.js'
import type { Refusal } from '#console/host.js'
import { memoryRows, type LessonReader } from '#memory/lesson-book.js'
import { refusalOf } from '../refusal.js'
import type { OrderAnswer, OrderJob, OrderRequest } from './jobs.js'

/** A console tells its client after 10 s that a command is slow: this answers before, ms */
const LIMIT_MS = 9_000
/** orders of operators that may wait, and as many of viewers */
const MOST_WAITING = 4
const HEAP_MIB = 512

/** What is answered to a job that was not wrong. */
type AnswerTo<J extends OrderJob> = Extract<
  OrderAnswer,
  { kind: J['kind'] extends 'hear' ? 'heard' : 'done' | 'stuck' | 'plan' }
>

/**
 * Reads and plans orders in a process of its own: a search takes up to seconds, and meanwhile the reflex loop, STOP and
 * the console must go on. What operators ask goes first.
 */
export class OrderWorker {
  readonly #side: SideProcess<OrderRequest, OrderAnswer>
  readonly #world: { readonly folder: string; readonly name: string }
  readonly #reader: LessonReader
  readonly #tell: (text: string) => void

  constructor(
    world: { readonly folder: string; readonly name: string },
    reader: LessonReader,
    tell: (text: string) => void,
    limitMs = LIMIT_MS,
  ) {
    this.#world = world
    this.#reader = reader
    this.#tell = tell
    this.#side = new SideProcess({
      program: 'program',
      caller: import.meta.url,
      limitMs,
      maxQueued: MOST_WAITING,
      heapMiB: HEAP_MIB,
      report: tell,
    })
  }

  async ask<J extends OrderJob>(job: J, rank: 0 | 1): Promise<Result<AnswerTo<J>, Refusal>> {
    const { folder, name } = this.#world
    const memory = memoryRows(this.#reader, name)
    const answer = await this.#side.ask({ job, world: folder, memory }, rank)
    if (!answer.ok) return err(REFUSALS[answer.error])
    if (answer.value.kind === 'wrong') return err(refusalOf(answer.value.problems))
    for (const warning of answer.value.warnings) this.#tell(refusalOf([warning]).message)
    return ok(answer.value as AnswerTo<J>)
  }

  close(): void {
    this.#side.close()
  }
}

const REFUSALS: Readonly<Record<SideProblem, Refusal>> = {
  busy: { code: 'do.busy', message: 'too many orders are being planned', hint: 'try again in a few seconds' },
  'too-slow': {
    code: 'do.too-slow',
    message: `no plan was found in ${LIMIT_MS / 1000} s`,
    hint: 'say it in shorter parts',
  },
  ended: {
    code: 'do.ended',
    message: 'the process that plans orders has ended',
    hint: 'try again; the journal says how it ended',
  },
}
