import type { End, EndState, FaultClass, Outcome } from './fault-class.js'
import type { Violation } from './safety-checker/violation.js'

/** One run of one class. */
export interface FaultRun {
  readonly fault: FaultClass
  readonly seed: number
  readonly outcome: Outcome
  /** ms of the wall clock */
  readonly took: number
}

/** Is the end one of those that the class declares, with nothing unsafe? */
export const isRight = ({ fault, outcome }: FaultRun): boolean =>
  fault.declared.includes(outcome.end as EndState) && outcome.violations.length === 0

/** Runs each class with seeds 1…n, one run after the other. */
export async function* runFaults(
  classes: readonly FaultClass[],
  seeds: number,
  now: () => number,
): AsyncGenerator<FaultRun, void, void> {
  for (const fault of classes) {
    for (let seed = 1; seed <= seeds; seed++) {
      const start = now()
      const outcome = await runOnce(fault, seed)
      yield { fault, seed, outcome, took: now() - start }
    }
  }
}

/** The end states of some runs with how often each came, the most frequent first. */
export function endsOf(runs: readonly FaultRun[]): readonly (readonly [End, number])[] {
  const counts = new Map<End, number>()
  for (const { outcome } of runs) counts.set(outcome.end, (counts.get(outcome.end) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)
}

export const violationsOf = (runs: readonly FaultRun[]): readonly Violation[] =>
  runs.flatMap(({ outcome }) => outcome.violations)

/** One run; one that throws, and one whose fault did not take place, ends `broken`: neither proves anything. */
export async function runOnce(fault: FaultClass, seed: number): Promise<Outcome> {
  try {
    const outcome = await fault.run(seed)
    if (outcome.injected > 0) return outcome
    return { ...outcome, end: 'broken', detail: `the fault did not take place; ${outcome.detail}` }
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { end: 'broken', injected: 0, violations: [], detail }
  }
}
