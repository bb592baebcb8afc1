/**
 * Selects the frames of an episode to show (LAGEA-06): first and last, then key frames in the given order, then frames
 * spread evenly over the rest, up to `budget`.
 *
 * @param length number of frames of the episode
 * @param keyFrames indices, most important first; those outside the episode are ignored
 * @param budget maximum number of frames for the model, at least 2
 * @returns strictly increasing indices; all of them when the episode is no longer than the budget
 */
export function selectFrames(length: number, keyFrames: readonly number[], budget: number): number[] {
  if (length <= 0) return []
  const limit = Math.max(2, Math.floor(budget))
  const chosen = new Set([0, length - 1])
  for (const index of keyFrames) {
    if (chosen.size >= limit) break
    if (Number.isInteger(index) && index >= 0 && index < length) chosen.add(index)
  }
  while (chosen.size < Math.min(limit, length)) chosen.add(middleOfWidestGap([...chosen]))
  return [...chosen].sort((a, b) => a - b)
}

function middleOfWidestGap(indices: number[]): number {
  indices.sort((a, b) => a - b)
  let [best, width] = [0, 0]
  for (let i = 1; i < indices.length; i++) {
    const [left, right] = [indices[i - 1] as number, indices[i] as number]
    if (right - left > width) [best, width] = [Math.floor((left + right) / 2), right - left]
  }
  return best
}
