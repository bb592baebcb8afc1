import type { Operation } from './operations.js'

/** The same run by a store that syncs nothing: the disk is never told to write. */
export const withoutSyncs = (operations: readonly Operation[]): Operation[] =>
  remapped(operations, ({ kind }) => kind !== 'sync' && kind !== 'sync-folder')

/** The same run by a store that says a thing is safe before it has synced it: each word comes two syncs earlier. */
export function hasty(operations: readonly Operation[]): Operation[] {
  const order = operations.map((operation, i) => ({ operation, i }))
  for (let i = 1; i < order.length; i++) {
    if (order[i]?.operation.kind !== 'ack') continue
    let to = i
    for (let syncs = 0; to > 0 && syncs < 2; to--) {
      const kind = order[to - 1]?.operation.kind
      if (kind === 'ack') break
      if (kind === 'sync' || kind === 'sync-folder') syncs++
    }
    order.splice(to, 0, ...order.splice(i, 1))
  }
  const place = new Map(order.map(({ i }, at) => [i, at]))
  return order.map(({ operation }) =>
    'since' in operation
      ? {
          ...operation,
          since: place.get(operation.since) ?? order.length,
          pending: operation.pending.map((i) => place.get(i) ?? i),
        }
      : operation,
  )
}

/** Some operations left out; what the syncs cover stays the same. */
function remapped(operations: readonly Operation[], keep: (operation: Operation) => boolean): Operation[] {
  let kept = 0
  const place = operations.map((operation) => (keep(operation) ? kept++ : kept))
  return operations.filter(keep).map((operation) =>
    'since' in operation
      ? {
          ...operation,
          since: place[operation.since] ?? kept,
          pending: operation.pending.map((i) => place[i] ?? i),
        }
      : operation,
  )
}
