import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { writeTexts } from '#app/orders/write-order.js'
import { loadWorld, type LoadedWorld } from '#app/world/load-world.js'
import { err, ok } from '#base/result.js'
import type { Refusal } from '#console/host.js'
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
      // whether it really moves was compared with the configuration for the robot of the start alone
      const isSame = world.ok && isDeepStrictEqual(world.value.robot, robot)
      if (isSame) return ok({ task: taskIn(world.value, confirmed), start: world.value.policy, discard })
      discard()
      return err(world.ok ? otherRobot(folder) : refusalOf(world.error))
    },
  }
}

const otherRobot = (folder: string): Refusal => ({
  code: 'world.changed-robot',
  message: `${join(folder, 'robot.yaml')} is not what it was when the service started`,
  hint: 'restore it, or restart the service: then the configuration has to name a robot that really moves, too',
})
