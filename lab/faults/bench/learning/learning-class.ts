import { stream as random, type Rng } from '#base/random.js'
import type { FaultClass, Outcome } from '#lab/faults/fault-class.js'
import { outcomeOfLearning } from './judge-learning.js'
import { playLearning, type LearningOptions } from './learning.js'

/** A class whose runs are runs of the learning loop. @param fault what is broken; it calls `took` each time it is */
export function learningClass(
  head: Omit<FaultClass, 'run'>,
  fault: (rng: Rng, took: () => void) => LearningOptions,
): FaultClass {
  const run = async (seed: number): Promise<Outcome> => {
    let count = 0
    const options = fault(random(seed, head.id, 'size'), () => count++)
    const learning = await playLearning(seed, options)
    return outcomeOfLearning(learning, options, seed, count)
  }
  return { ...head, run }
}
