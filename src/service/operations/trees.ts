import { err, ok, type Result } from '#base/result.js'
import type { Refusal } from '#console/host.js'
import type { StatusView } from '#runtime/status/status-publisher.js'
import type { SiteStore } from '#adapters/store/site/site-store.js'
import type { Policies } from '../policies.js'
import type { TreeWorker } from '../trees/tree-worker.js'
import { asRefusal } from '../refusal.js'
import type { Operations } from './operations.js'

type Commands = 'tree.get' | 'tree.diff' | 'tree.slots' | 'tree.stage' | 'tree.rollback'

/** Trees, and which one is active. */
export const treeOperations = (
  store: SiteStore,
  policies: Policies,
  trees: TreeWorker,
  statusPublisher: StatusView,
): Operations<Commands> => {
  const current = (): Result<string, Refusal> => {
    const hash = statusPublisher.status().tree?.hash
    return hash === undefined
      ? err({
          code: 'tree.none',
          message: 'no tree has run since the service started',
          hint: 'give the hash of one',
        })
      : ok(hash)
  }
  return {
    'tree.get': ({ hash }) => {
      const asked = hash === undefined ? current() : ok(hash)
      if (!asked.ok) return asked
      const found = asRefusal(store.tree(asked.value))
      return found.ok ? ok({ ...found.value }) : found
    },
    'tree.diff': async ({ from, to }) => {
      const [before, after] = [asRefusal(store.tree(from)), asRefusal(store.tree(to))]
      if (!before.ok) return before
      if (!after.ok) return after
      const compared = await trees.diff(before.value, after.value)
      if (!compared.ok) return compared
      const { text, lines } = compared.value
      return ok({ from, to, text, lines })
    },
    'tree.slots': ({ field }) => policies.slots(field),
    'tree.stage': ({ field, xml, cause }, { name }) => policies.stage(field, xml, name, cause),
    'tree.rollback': ({ field, to, cause }, { name }) => policies.rollback(field, name, to, cause),
  }
}
