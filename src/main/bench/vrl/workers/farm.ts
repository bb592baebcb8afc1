import { startModelProcess, type ModelProcess } from '../../../../adapters/model-process/model-process.js'
import type { RunKey } from './run-key.js'
import type { WorkerAnswer, WorkerJob, WorkerSetup } from './worker-setup.js'

export interface FarmOptions {
  /** worker processes, from 1 */
  readonly jobs: number
  readonly setup: WorkerSetup
  readonly runs: readonly RunKey[]
  /** called in the order in which runs end */
  readonly onRun: (key: RunKey, rows: WorkerAnswer) => void
  /** no new run is begun once it is aborted, and those under way are dropped */
  readonly signal: AbortSignal
}

/** A run that failed in two processes, one after the other: the bench cannot have it. */
export interface FarmFailure {
  readonly run: RunKey
  readonly why: string
}

/** One run that cannot be had may be that run's; more of them are everybody's. */
const MOST_FAILURES = 3

/**
 * Plays the runs in so many processes, each of which loads its models once. A process that dies is replaced and its
 * run is tried once more; then the others go on without it, up to a few such runs.
 * @returns the runs that could not be had
 */
export async function farm(options: FarmOptions): Promise<readonly FarmFailure[]> {
  const queue = [...options.runs]
  const failures: FarmFailure[] = []
  const over = (): boolean => failures.length >= MOST_FAILURES || options.signal.aborted
  const lane = async (): Promise<void> => {
    let worker: Worker | undefined
    try {
      for (let run = queue.shift(); run !== undefined && !over(); run = queue.shift()) {
        const played = await playOrRetry(run, options, worker)
        worker = played.worker
        if (options.signal.aborted) return
        if (played.rows !== undefined) options.onRun(run, played.rows)
        else failures.push({ run, why: played.why })
      }
    } finally {
      await worker?.stop()
    }
  }
  await Promise.all(Array.from({ length: Math.min(options.jobs, queue.length) }, lane))
  return failures
}

type Worker = ModelProcess<WorkerJob, WorkerAnswer>

interface Played {
  readonly worker: Worker | undefined
  readonly rows?: WorkerAnswer
  readonly why: string
}

async function playOrRetry(run: RunKey, options: FarmOptions, first: Worker | undefined): Promise<Played> {
  let worker = first
  let why = ''
  for (let attempt = 1; attempt <= 2 && !options.signal.aborted; attempt++) {
    try {
      worker ??= await startModelProcess<WorkerSetup, WorkerJob, WorkerAnswer>(
        './worker-program',
        import.meta.url,
        options.setup,
      )
      return { worker, rows: await worker.ask(run, options.signal), why: '' }
    } catch (error) {
      why = error instanceof Error ? error.message : String(error)
      await worker?.stop()
      worker = undefined
    }
  }
  return { worker, why }
}
