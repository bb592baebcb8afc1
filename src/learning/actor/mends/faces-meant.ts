import { isMask, type Mask, type ZoneId } from '#base/field-map.js'
import type { AddressBook } from '../address.js'

/**
 * How the blocks lie if the tree turns the right ones: of each load zone the first mask that is turned after
 * its blocks were taken, wherever that is. With these faces no edit gains points because it turns other
 * blocks; that is the critic's affair.
 */
export function facesMeant({ all }: AddressBook): ReadonlyMap<ZoneId, Mask> {
  const leaves = all.filter(({ role }) => role !== 'group')
  const faces = new Map<ZoneId, Mask>()
  for (const [i, load] of leaves.entries()) {
    if (load.role !== 'load' || load.zone === null || faces.has(load.zone)) continue
    const after = leaves.slice(i + 1)
    const next = after.findIndex(({ role }) => role === 'load')
    const turn = (next < 0 ? after : after.slice(0, next)).find(({ role }) => role === 'rotate')
    const mask = turn?.node.attrs['mask'] ?? ''
    if (isMask(mask)) faces.set(load.zone, mask)
  }
  return faces
}
