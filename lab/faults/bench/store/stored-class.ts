import { stream as random, type Rng } from '#base/random.js'
import type { End, FaultClass, Outcome } from '#lab/faults/fault-class.js'
import { StoredRun } from './stored-run.js'

/** How a fault of the run folder ended, and how often it took place. */
export interface StoredEnd {
  readonly end: End
  readonly injected: number
  readonly detail: string
}

/** A class whose runs write and read a run folder. */
export function storedClass(
  head: Omit<FaultClass, 'run'>,
  fault: (run: StoredRun, rng: Rng, seed: number) => Promise<StoredEnd>,
): FaultClass {
  const run = async (seed: number): Promise<Outcome> => {
    const stored = new StoredRun(seed)
    try {
      const outcome = await fault(stored, random(seed, head.id), seed)
      const { violations, stands } = stored
      return stands
        ? { ...outcome, violations }
        : { ...outcome, violations, end: 'broken', detail: 'the robot still moves after the end' }
    } finally {
      stored.remove()
    }
  }
  return { ...head, run }
}

/** Resumes the run and tells whether it came to its end with all its episodes. */
export async function resumed(run: StoredRun, injected: number, right: End): Promise<StoredEnd> {
  const end = await run.resume()
  if (typeof end === 'string') return { end: 'broken', injected, detail: `it cannot be resumed: ${end}` }
  if (end.kind !== 'done') return { end: 'broken', injected, detail: `resumed, it ended ${end.kind}` }
  const episodes = end.records.length
  return { end: right, injected, detail: `resumed, it ended with ${episodes} episodes` }
}

/** What the refusal says, when it is the right one. */
export async function refused(run: StoredRun, injected: number, code: string): Promise<StoredEnd> {
  const robots = run.robots
  const end = await run.resume()
  if (typeof end !== 'string') return { end: 'broken', injected, detail: `it went on and ended ${end.kind}` }
  const right = end.startsWith(code) && run.robots === robots
  return { end: right ? 'refused' : 'broken', injected, detail: end }
}
