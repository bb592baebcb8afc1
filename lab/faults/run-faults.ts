import { farm } from '#lab/bench/farm.js'
import type { End, EndState, FaultClass, Outcome } from './fault-class.js'
import type { Violation } from './safety-checker/violation.js'

/** One run of one class. */
export interface FaultRun extends Timed {
  readonly fault: FaultClass
  readonly seed: number
}

/** Is the end one of those that the class declares, with nothing unsafe? */
export const isRight = ({ fault, outcome }: FaultRun): boolean =>
  fault.declared.includes(outcome.end as EndState) && outcome.violations.length === 0

/** A run before it is made; it crosses to a worker process. */
export interface FaultKey {
  readonly id: string
  readonly seed: number
}

export interface Timed {
  readonly outcome: Outcome
  /** ms of the wall clock */
  readonly took: number
}

/**
 * Runs each class with seeds 1…`seeds`.
 * @param jobs 1: in this process, in order; more: in that many worker processes, whose runs end in any order
 * @param onRun called once for each run, as soon as it has ended
 */
export async function runFaults(
  classes: readonly FaultClass[],
  { seeds, jobs }: { readonly seeds: number; readonly jobs: number },
  onRun: (run: FaultRun) => void,
): Promise<void> {
  const runs = classes.flatMap((fault) => Array.from({ length: seeds }, (_, i) => ({ fault, seed: i + 1 })))
  if (jobs === 1) {
    for (const { fault, seed } of runs)
      onRun({ fault, seed, ...(await runTimed(fault, seed, () => performance.now())) })
    return
  }
  const faults = new Map(classes.map((fault) => [fault.id, fault]))
  const ended = ({ id, seed }: FaultKey, timed: Timed): void => {
    const fault = faults.get(id)
    if (fault !== undefined) onRun({ fault, seed, ...timed })
  }
  const failures = await farm<null, FaultKey, Timed>({
    program: ['./worker-program', import.meta.url],
    jobs,
    setup: null,
    runs: runs.map(({ fault, seed }) => ({ id: fault.id, seed })),
    onRun: ended,
    signal: new AbortController().signal,
  })
  for (const { run, why } of failures) ended(run, { outcome: broken(why), took: 0 })
}

/** The end states of some runs with how often each came, the most frequent first. */
export function endsOf(runs: readonly FaultRun[]): readonly (readonly [End, number])[] {
  const counts = new Map<End, number>()
  for (const { outcome } of runs) counts.set(outcome.end, (counts.get(outcome.end) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)
}

export const violationsOf = (runs: readonly FaultRun[]): readonly Violation[] =>
  runs.flatMap(({ outcome }) => outcome.violations)

/** One run, timed by `now` in ms. */
export async function runTimed(fault: FaultClass, seed: number, now: () => number): Promise<Timed> {
  const start = now()
  const outcome = await runOnce(fault, seed)
  return { outcome, took: now() - start }
}

/** One run. One that throws, or whose fault did not take place, ends `broken`, because it proves nothing. */
export async function runOnce(fault: FaultClass, seed: number): Promise<Outcome> {
  try {
    const outcome = await fault.run(seed)
    if (outcome.injected > 0) return outcome
    return { ...outcome, end: 'broken', detail: `the fault did not take place; ${outcome.detail}` }
  } catch (error) {
    return broken(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
}

const broken = (detail: string): Outcome => ({ end: 'broken', injected: 0, violations: [], detail })
