/**
 * Positions of a longest common subsequence of two lists (Myers, An O(ND) Difference Algorithm, 1986); empty when the
 * lists differ in more than `most` items.
 */
export function longestCommon(a: readonly number[], b: readonly number[], most: number): [number, number][] {
  const reached = new Map([[1, 0]])
  const history: Map<number, number>[] = []
  for (let d = 0; d <= most; d++) {
    history.push(new Map(reached))
    for (let k = -d; k <= d; k += 2) {
      let x = startOf(reached, k, d)
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1
      reached.set(k, x)
      if (x >= a.length && x - k >= b.length) return traceBack(history, a.length, b.length)
    }
  }
  return []
}

/** the furthest position that d differences reach on diagonal k, before equal items are followed */
function startOf(reached: ReadonlyMap<number, number>, k: number, d: number): number {
  const [left, right] = [reached.get(k - 1) ?? -1, reached.get(k + 1) ?? -1]
  return k === -d || (k !== d && left < right) ? right : left + 1
}

function traceBack(
  history: readonly ReadonlyMap<number, number>[],
  m: number,
  n: number,
): [number, number][] {
  const pairs: [number, number][] = []
  let [x, y] = [m, n]
  for (let d = history.length - 1; d >= 0; d--) {
    const reached = history[d] as ReadonlyMap<number, number>
    const k = x - y
    const start = startOf(reached, k, d)
    while (x > start && x > 0 && y > 0) pairs.push([--x, --y])
    const down = k === -d || (k !== d && (reached.get(k - 1) ?? -1) < (reached.get(k + 1) ?? -1))
    if (d > 0) [x, y] = down ? [x, y - 1] : [x - 1, y]
  }
  return pairs.reverse()
}

/** Positions of a longest strictly increasing subsequence of the list. */
export function increasing(list: readonly number[]): number[] {
  const ends: number[] = []
  const before: (number | undefined)[] = []
  for (const [at, value] of list.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((list[ends[middle] as number] as number) < value) low = middle + 1
      else high = middle
    }
    before.push(ends[low - 1])
    ends[low] = at
  }
  const run: number[] = []
  for (let at = ends.at(-1); at !== undefined; at = before[at]) run.push(at)
  return run.reverse()
}
