import { GOAL, OBSERVATION, sizeOf } from '../environment/observation.js'
import type { Batch } from './messages.js'

/** Numbers in an observation, and in a goal. */
export const WIDTH = sizeOf(OBSERVATION)
export const GOAL_WIDTH = sizeOf(GOAL)

/** An empty batch for so many environments. */
export function emptyBatch(count: number): Batch {
  return {
    observations: new Float32Array(count * WIDTH),
    goals: new Float32Array(count * GOAL_WIDTH),
    rewards: new Float32Array(count),
    sparse: new Float32Array(count),
    terminated: new Uint8Array(count),
    truncated: new Uint8Array(count),
    success: new Uint8Array(count),
    finals: new Float32Array(count * WIDTH),
  }
}

/** Puts the batches of several workers behind one another. */
export function joined(batches: readonly Batch[]): Batch {
  const all = emptyBatch(batches.reduce((total, { rewards }) => total + rewards.length, 0))
  let before = 0
  for (const batch of batches) {
    for (const key of ['observations', 'finals'] as const) all[key].set(batch[key], before * WIDTH)
    for (const key of ['rewards', 'sparse', 'terminated', 'truncated', 'success'] as const)
      all[key].set(batch[key], before)
    all.goals.set(batch.goals, before * GOAL_WIDTH)
    before += batch.rewards.length
  }
  return all
}

/** The rows of an array, as lists. */
export function rows(values: Float32Array, width: number): number[][] {
  return Array.from({ length: values.length / width }, (_, row) => [
    ...values.subarray(row * width, (row + 1) * width),
  ])
}
