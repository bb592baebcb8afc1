import type { FieldMap } from '#base/field-map.js'
import type { Evidence } from '../evidence.js'
import type { CriticReport } from '#learning/critic/report.js'

/** a held block counts in part: in transit, not yet placed */
const HELD_SHARE = 0.5
/** fraction of the whole task in addition to the blocks: the shelf at its target, the robot at home */
const SHELF_SHARE = 0.1
const HOME_SHARE = 0.1

/**
 * s_t without a picture of the goal (LAGEA-07): the fraction of the task that sensors believe done (blocks unloaded,
 * blocks under a cup, shelf, odometry at home) minus what the critic found wrong in that picture. In [−1, 1]; without
 * sensor data the fraction is 0.
 */
export function progressOf(map: FieldMap, evidence: Evidence | undefined, report: CriticReport): number {
  if (evidence === undefined) return -report.s
  const { world, held } = evidence
  const kindOf = (id: number): string | undefined => map.zones.find((zone) => zone.id === id)?.kind
  const count = (kind: string): number =>
    [...world.zones].reduce(
      (sum, [id, { slots }]) =>
        sum + (kindOf(id) === kind ? slots.filter((slot) => slot !== null).length : 0),
      0,
    )
  const [placed, waiting] = [count('unload'), count('load')]
  const carried = [...held].filter((bit) => bit === '1').length
  const all = Math.max(1, placed + waiting + carried)
  const blocks = (placed + HELD_SHARE * carried) / all
  const needed = map.zones.some(({ needsShelf }) => needsShelf)
  const shelf = needed && world.shelf !== 'target' ? 0 : 1
  const { pose } = world.robot
  const home = Math.hypot(pose.x - map.home.at.x, pose.y - map.home.at.y) <= map.home.radius ? 1 : 0
  const done = (1 - SHELF_SHARE - HOME_SHARE) * blocks + SHELF_SHARE * shelf + HOME_SHARE * home * blocks
  return done - report.s
}
