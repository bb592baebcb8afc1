import { floorOf, GRIPPER } from './fact.js'
import type { HomeScene, Flat } from './scene.js'
import { furnitureOf, restHeight, roomAt, slotsOf } from './space/places.js'
import { distance } from './space/boxes.js'
import type { HomeState, ItemState } from './state.js'

/** What the gripper holds. */
export const heldItem = (state: HomeState): string | undefined =>
  Object.keys(state.items).find((item) => itemOf(state, item).place === GRIPPER)

export function itemOf(state: HomeState, item: string): ItemState {
  const found = state.items[item]
  if (found === undefined) throw new RangeError(`there is no item ${item}`)
  return found
}

/** A slot of the place that nothing takes; `undefined` when it is full. */
export function freeSlot(scene: HomeScene, state: HomeState, place: string): number | undefined {
  const furniture = furnitureOf(scene, place)
  if (furniture === undefined) return undefined
  const taken = new Set(
    Object.values(state.items)
      .filter((item) => item.place === place)
      .map(({ slot }) => slot),
  )
  const slot = slotsOf(furniture).findIndex((_, i) => !taken.has(i))
  return slot < 0 ? undefined : slot
}

/** Puts an item into a slot of a surface or container; `scatter` turns and shifts it a little, 0…1 each. */
export function putInSlot(
  scene: HomeScene,
  item: ItemState,
  at: { readonly place: string; readonly slot: number },
  scatter: readonly [number, number, number],
): void {
  const furniture = furnitureOf(scene, at.place)
  const slot = furniture === undefined ? undefined : slotsOf(furniture)[at.slot]
  if (furniture === undefined || slot === undefined) throw new RangeError(`no slot ${at.slot} at ${at.place}`)
  item.place = at.place
  item.slot = at.slot
  item.x = slot.x + (scatter[0] - 0.5) * 0.04
  item.y = slot.y + (scatter[1] - 0.5) * 0.04
  item.z = restHeight(furniture)
  item.yaw = (scatter[2] - 0.5) * 0.8
}

/** Lets an item fall, or lays it, on the floor of the room that the point lies in. */
export function layOnFloor(scene: HomeScene, item: ItemState, at: Flat, yaw = 0): void {
  const margin = 0.15
  const x = Math.min(scene.size.x - margin, Math.max(margin, at.x))
  const y = Math.min(scene.size.y - margin, Math.max(margin, at.y))
  item.place = floorOf(roomAt(scene, { x, y }) ?? 'hall')
  item.slot = -1
  item.x = x
  item.y = y
  item.z = 0
  item.yaw = yaw
}

/** The thing on this floor that lies nearest to a point. */
export function nearestOn(state: HomeState, floor: string, to: Flat): ItemState | undefined {
  return Object.values(state.items)
    .filter((item) => item.place === floor)
    .toSorted((a, b) => distance(a, to) - distance(b, to))[0]
}
