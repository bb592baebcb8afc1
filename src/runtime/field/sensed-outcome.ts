import type { FieldMap } from '#base/field-map.js'
import type { FieldOutcome } from '#learning/field-score.js'
import type { SlotBelief, WorldState } from '#twin/field/world.js'

/**
 * The referee of a real robot: derives the outcome of the episode from the sensors, by way of the twin's belief.
 * Sensors cannot see a face, so a block counts as correct unless the camera has read it as orange; `source: 'sensors'`
 * says so in every record. A block that was in a load zone and whose place is now unknown counts as outside.
 */
export function sensedOutcome(
  map: FieldMap,
  world: WorldState,
  witnessed: { readonly operatingSeconds: number; readonly leftHome: boolean },
): FieldOutcome {
  const atTarget = world.shelf === 'target'
  const filled = map.zones.map((zone) => {
    const slots: readonly SlotBelief[] = world.zones.get(zone.id)?.slots ?? []
    return { zone, blocks: slots.filter((slot) => slot !== null) }
  })
  const unload = filled.filter(({ zone }) => zone.kind === 'unload')
  const counted = unload.filter(({ zone }) => atTarget || !zone.needsShelf)
  const right = counted.map(({ blocks }) => blocks.filter(({ face }) => face !== 'orange').length)
  const placed = count(unload)
  const known = count(filled) + world.gripper.cups.filter((cup) => cup !== null).length
  const total = map.zones.filter(({ kind }) => kind === 'load').length * SLOTS_PER_ZONE
  const correct = right.reduce((sum, each) => sum + each, 0)
  return {
    source: 'sensors',
    operatingSeconds: witnessed.operatingSeconds,
    correct,
    incorrect: placed - correct,
    outside: Math.max(0, total - known),
    fullBatches: right.filter((each) => each === SLOTS_PER_ZONE).length,
    robotHome: world.robot.place !== 'between' && world.robot.place.kind === 'home',
    leftHome: witnessed.leftHome,
    blocksUnloaded: placed,
    shelfAtTarget: atTarget,
  }
}

const SLOTS_PER_ZONE = 4

const count = (zones: readonly { readonly blocks: readonly unknown[] }[]): number =>
  zones.reduce((sum, { blocks }) => sum + blocks.length, 0)
