import type { Diagnostic } from '#base/diagnostic.js'
import { fault, shown } from './faults.js'

/** How many seeds there are to train with: 0 to 2^32 − 1. */
export const TRAINING_SEEDS = 2 ** 32

/** What an episode is played for: nobody may train on those by which policies are judged. */
export type Purpose = 'training' | 'evaluation'

/**
 * The seed of an environment for a seed that somebody has chosen. Those of evaluation lie in a range of their own, 2^32
 * to 2^33 − 1, which no session of training gets into.
 * @param seed a whole number, 0 to 2^32 − 1
 */
export const seedFor = (purpose: Purpose, seed: number): number =>
  purpose === 'training' ? seed : TRAINING_SEEDS + seed

/** The seed that comes so many later; after the last one of its range comes the first. */
export function nextSeed(seed: number, later: number): number {
  const base = seed < TRAINING_SEEDS ? 0 : TRAINING_SEEDS
  return base + ((seed - base + later) % TRAINING_SEEDS)
}

/** What is wrong with a seed (`gym.seed`), if anything. */
export function seedFault(seed: unknown, most = Number.MAX_SAFE_INTEGER): Diagnostic | undefined {
  if (Number.isSafeInteger(seed) && (seed as number) >= 0 && (seed as number) <= most) return undefined
  return fault('gym.seed', 'this is no seed', {
    expected: `a whole number, 0 to ${most}`,
    got: shown(seed),
  })
}
