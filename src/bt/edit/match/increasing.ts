/** Positions of a longest strictly increasing run within the list, which need not be adjacent. */
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
