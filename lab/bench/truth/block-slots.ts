import { bitsMask, maskBits, SLOTS, slotsMask, type Mask, type Slot, type Zone } from '#base/field-map.js'
import { slotCentre } from '#simulation/dimensions.js'
import { onFloor, type Block } from '#simulation/world/blocks.js'
import { blockFootprint, overlap, zoneRectangle } from '#simulation/world/geometry.js'

/** Blocks on the floor that share an area with the zone (AMB-15). */
export const blocksIn = (zone: Zone, blocks: readonly Readonly<Block>[]): Readonly<Block>[] =>
  blocks.filter((block) => onFloor(block) && overlap(blockFootprint(block), zoneRectangle(zone)))

/** The slots that these blocks take: each the nearest. */
export const slotsOf = (zone: Zone, blocks: readonly Readonly<Block>[]): Mask =>
  slotsMask(blocks.map(({ at }) => nearestSlot(zone, at.x)))

export const slotsWithout = (mask: Mask): Mask => bitsMask(0b1111 & ~maskBits(mask))

function nearestSlot(zone: Zone, x: number): Slot {
  const far = (slot: Slot): number => Math.abs(slotCentre(zone, slot).x - x)
  return SLOTS.reduce<Slot>((best, slot) => (far(slot) < far(best) ? slot : best), 0)
}
