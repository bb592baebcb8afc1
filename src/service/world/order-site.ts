import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeTexts } from '#app/orders/write-order.js'
import { loadWorld, type LoadedWorld } from '#app/world/load-world.js'
import { err, ok } from '#base/result.js'
import { refusalOf } from '../refusal.js'
import type { ConfirmedOrder, OrderSite, SiteTask } from './site-world.js'
import type { StandingBelief } from './standing-belief.js'

/**
 * The side of a world that takes orders. A plan becomes files, as `graft do` writes them, and is read back with every
 * check of a task and a tree that somebody has written.
 */
export function orderSite(
  { folder, domain, robot }: LoadedWorld,
  belief: StandingBelief,
  taskIn: (world: LoadedWorld, confirmed: ConfirmedOrder) => SiteTask,
): OrderSite {
  return {
    folder,
    name: domain.name,
    robot: robot.name,
    isReal: robot.driver.real,
    believed: () => belief.facts,
    restored: () => belief.restored(),
    task: async (texts, confirmed) => {
      const files = writeTexts(texts)
      const discard = (): void => rmSync(dirname(files.task), { recursive: true, force: true })
      const world = await loadWorld({ world: folder, ...files })
      if (world.ok) return ok({ task: taskIn(world.value, confirmed), start: world.value.policy, discard })
      discard()
      return err(refusalOf(world.error))
    },
  }
}
