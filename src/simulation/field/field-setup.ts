import { m, rad } from '#base/units.js'
import { SLOTS, type FieldMap, type Mask, type Pose, type ZoneId } from '#base/field-map.js'
import { slotCentre } from './dimensions.js'
import type { BlockFace, Scene, SceneBlock } from './scene.js'

/** A field as set up before an episode: the public map and, hidden from the robot, which way up the blocks lie. */
export interface FieldSetup {
  readonly map: FieldMap
  /** orange-up bits per load zone, slot 0 first: '1' = the block in that slot lies the wrong way up */
  readonly orange: ReadonlyMap<ZoneId, Mask>
  readonly start: Pose
}

/** Returns the blocks at the start: one in every slot of every load zone. */
export function initialBlocks(
  setup: FieldSetup,
): (SceneBlock & { readonly zone: ZoneId; readonly slot: number })[] {
  return setup.map.zones
    .filter((zone) => zone.kind === 'load')
    .flatMap((zone) =>
      SLOTS.map((slot) => {
        const face: BlockFace = setup.orange.get(zone.id)?.[slot] === '1' ? 'orange' : 'blue'
        return { zone: zone.id, slot, at: slotCentre(zone, slot), z: m(0), yaw: rad(0), face }
      }),
    )
}

/** The scene before anything has moved. */
export function initialScene(setup: FieldSetup): Scene {
  return {
    map: setup.map,
    robot: { pose: setup.start, lift: 0, turn: 0, rotateMask: '0000', held: [null, null, null, null] },
    blocks: initialBlocks(setup),
    shelf: setup.map.shelf.at,
  }
}
