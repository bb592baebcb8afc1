import { err, type Result } from '#base/result.js'
import type { Refusal } from '#console/host.js'
import { Orders } from '../orders/orders.js'
import type { Parts } from '../parts.js'
import type { Operations } from './operations.js'

/**
 * Orders in words: what is meant is shown first, and carried out once it is confirmed. The field, whose runs are of its
 * own kind, takes none.
 */
export function orderOperations(parts: Parts): Operations<'do' | 'do.confirm'> {
  const { world, orderWorker } = parts
  if (world.orders === undefined || orderWorker === undefined)
    return { do: () => NO_WORLD, 'do.confirm': () => NO_WORLD }
  const orders = new Orders(parts, world.orders, orderWorker)
  return {
    do: (order, who) => orders.ask(order, who),
    'do.confirm': (confirmed, who) => orders.confirm(confirmed, who),
  }
}

const NO_WORLD: Result<never, Refusal> = err({
  code: 'do.no-world',
  message: 'this service works on the field, where no orders in words are taken',
  hint: 'graft serve --world home, or another world (docs/worlds.md)',
})
