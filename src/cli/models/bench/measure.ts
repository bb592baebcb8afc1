export interface Timed<T> {
  readonly value: T
  readonly ms: number
}

export async function timed<T>(action: () => Promise<T>): Promise<Timed<T>> {
  const began = performance.now()
  const value = await action()
  return { value, ms: performance.now() - began }
}

/** NaN of nothing */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = NaN, high = NaN] = [sorted[middle - (1 - (sorted.length % 2))], sorted[middle]]
  return (low + high) / 2
}
