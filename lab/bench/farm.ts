import { startModelProcess, type ModelProcess } from '#adapters/model-process/model-process.js'

export interface FarmOptions<Setup, Run, Played> {
  /** the workers' program: a file without its ending, and `import.meta.url` of whoever stands beside it */
  readonly program: readonly [file: string, beside: string]
  /** worker processes, from 1 */
  readonly jobs: number
  readonly setup: Setup
  readonly runs: readonly Run[]
  /** called in the order in which runs end */
  readonly onRun: (run: Run, played: Played) => void
  /** no new run is begun once it is aborted, and those under way are dropped */
  readonly signal: AbortSignal
}

/** A run that failed in two processes, one after the other: the bench cannot have it. */
export interface FarmFailure<Run> {
  readonly run: Run
  readonly why: string
}

/** One run that cannot be had may be that run's; more of them are everybody's. */
const MOST_FAILURES = 3

/**
 * Plays the runs in so many processes, each of which loads its models once. A process that dies is replaced and its
 * run is tried once more; then the others go on without it, up to a few such runs.
 * @returns the runs that could not be had
 */
export async function farm<Setup, Run, Played>(
  options: FarmOptions<Setup, Run, Played>,
): Promise<readonly FarmFailure<Run>[]> {
  const queue = [...options.runs]
  const failures: FarmFailure<Run>[] = []
  const over = (): boolean => failures.length >= MOST_FAILURES || options.signal.aborted
  const worker = async (): Promise<void> => {
    let worker: ModelProcess<Run, Played> | undefined
    try {
      for (let run = queue.shift(); run !== undefined && !over(); run = queue.shift()) {
        const tried = await playOrRetry(run, options, worker)
        worker = tried.worker
        if (options.signal.aborted) return
        if (tried.played !== undefined) options.onRun(run, tried.played)
        else failures.push({ run, why: tried.why })
      }
    } finally {
      await worker?.stop()
    }
  }
  await Promise.all(Array.from({ length: Math.min(options.jobs, queue.length) }, worker))
  return failures
}

interface Tried<Run, Played> {
  readonly worker: ModelProcess<Run, Played> | undefined
  readonly played?: Played
  readonly why: string
}

async function playOrRetry<Setup, Run, Played>(
  run: Run,
  options: FarmOptions<Setup, Run, Played>,
  first: ModelProcess<Run, Played> | undefined,
): Promise<Tried<Run, Played>> {
  let worker = first
  let why = ''
  for (let attempt = 1; attempt <= 2 && !options.signal.aborted; attempt++) {
    try {
      worker ??= await startModelProcess<Setup, Run, Played>(...options.program, options.setup)
      return { worker, played: await worker.ask(run, options.signal), why: '' }
    } catch (error) {
      why = error instanceof Error ? error.message : String(error)
      await worker?.stop()
      worker = undefined
    }
  }
  return { worker, why }
}
