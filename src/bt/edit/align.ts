/** What it costs to turn one list into another, item by item. */
export interface Costs<T> {
  readonly change: (from: T, to: T) => number
  readonly insert: (item: T) => number
  readonly remove: (item: T) => number
}

/** One step in the order of the lists. Without `from` an insertion, without `to` a removal. */
export interface AlignedPair<T> {
  readonly from: T | undefined
  readonly to: T | undefined
  /** where in the first list: of `from`, or before which item `to` is inserted */
  readonly index: number
}

/** The cheapest alignment of two lists (Needleman-Wunsch); order is kept. */
export function alignChildren<T>(
  a: readonly T[],
  b: readonly T[],
  costs: Costs<T>,
): { readonly cost: number; readonly pairs: readonly AlignedPair<T>[] } {
  const rows: Cell<T>[][] = []
  for (let i = 0; i <= a.length; i++) {
    const row: Cell<T>[] = []
    rows.push(row)
    for (let j = 0; j <= b.length; j++) row.push(cell(rows, i, j, a[i - 1], b[j - 1], costs))
  }
  const last = rows[a.length]?.[b.length]
  const pairs: AlignedPair<T>[] = []
  for (let at = last; at?.pair !== undefined; at = at.previous) pairs.push(at.pair)
  return { cost: last?.cost ?? 0, pairs: pairs.reverse() }
}

interface Cell<T> {
  readonly cost: number
  readonly pair?: AlignedPair<T>
  readonly previous?: Cell<T>
}

function cell<T>(
  rows: readonly Cell<T>[][],
  i: number,
  j: number,
  from: T | undefined,
  to: T | undefined,
  costs: Costs<T>,
): Cell<T> {
  const options: Cell<T>[] = []
  const extend = (previous: Cell<T> | undefined, cost: number, pair: AlignedPair<T>): void => {
    if (previous !== undefined) options.push({ cost: previous.cost + cost, pair, previous })
  }
  if (from !== undefined && to !== undefined) {
    extend(rows[i - 1]?.[j - 1], costs.change(from, to), { from, to, index: i - 1 })
  }
  if (from !== undefined) extend(rows[i - 1]?.[j], costs.remove(from), { from, to: undefined, index: i - 1 })
  if (to !== undefined) extend(rows[i]?.[j - 1], costs.insert(to), { from: undefined, to, index: i })
  return options.reduce(
    (least, option) => (option.cost < least.cost ? option : least),
    options[0] ?? { cost: 0 },
  )
}
