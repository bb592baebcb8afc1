import { m, type Metres } from '#base/units.js'
import type { Point, Slot, Zone } from '#base/field-map.js'

/** Sizes of physical objects, metres, in one place, so that renderer, world and referee measure the same bodies. */

/** Wooden block (VRL-25): 50 mm along x, 150 mm along y, 30 mm high when it lies in a slot. */
export const BLOCK = { x: m(0.05), y: m(0.15), z: m(0.03) } as const

/** Distance between neighbouring slot centres, and between neighbouring cups. */
export const SLOT_PITCH: Metres = m(0.065)

/** The robot. Its position is that of the gripper's centre; the body is behind it (+y at heading 0). */
export const ROBOT = {
  bodyBehindGripper: m(0.2),
  bodyRadius: m(0.16),
  wheelBase: m(0.15),
  wheelRadius: m(0.05),
  /** height of a held block's underside with the lift up */
  liftHeight: m(0.09),
  gripperHalfWidth: m(0.13),
  gripperHalfDepth: m(0.08),
} as const

/**
 * The floor extends this far beyond the field's far edge, so that a robot that docks close to the edge has room for
 * its body; blocks there count as outside any zone, as elsewhere.
 */
export const FAR_APRON: Metres = m(0.2)

export const SHELF_HEIGHT: Metres = m(0.1)

/** Offset of a slot (or cup) from the centre of its zone (or gripper) along x. */
export const slotOffset = (slot: Slot): Metres => m((slot - 1.5) * SLOT_PITCH)

/** Centre of a slot of a zone. */
export const slotCentre = (zone: Zone, slot: Slot): Point => ({
  x: m(zone.at.x + slotOffset(slot)),
  y: zone.at.y,
})
