import {
  maskSlots,
  SLOTS,
  slotsMask,
  type FieldMap,
  type Mask,
  type Slot,
  type ZoneId,
} from '#base/field-map.js'
import { ms, rad } from '#base/units.js'
import type { Cups, Face, Held, SlotBelief, WorldState, ZoneBelief } from './world.js'

/**
 * Returns the belief before the first sensor reading: robot at home, load zones full with faces unknown, shelf
 * not moved.
 */
export function initialBelief(map: FieldMap): WorldState {
  return {
    rev: 0,
    clock: ms(0),
    robot: {
      place: { kind: 'home' },
      pose: { ...map.home.at, theta: rad(0) },
      moving: false,
      estop: false,
      linkUp: true,
    },
    gripper: { cups: [null, null, null, null], lift: 'up', rotator: { end: 0, turning: false } },
    zones: new Map(map.zones.map((zone) => [zone.id, zone.kind === 'load' ? full() : empty()])),
    shelf: 'init',
  }
}

/** Returns the state with some parts replaced and the next revision number. */
export function next(state: WorldState, change: Partial<Omit<WorldState, 'rev'>>): WorldState {
  return { ...state, ...change, rev: state.rev + 1 }
}

export function withSlots(
  state: WorldState,
  zone: ZoneId,
  put: (slot: Slot, was: SlotBelief) => SlotBelief,
): WorldState['zones'] {
  const slots = SLOTS.map((slot) => put(slot, slotAt(state, zone, slot)))
  return new Map(state.zones).set(zone, { slots: slots as unknown as ZoneBelief['slots'] })
}

export function withCups(state: WorldState, put: (cup: Slot, was: Held) => Held): Cups {
  return SLOTS.map((cup) => put(cup, state.gripper.cups[cup])) as unknown as Cups
}

export const slotAt = (state: WorldState, zone: ZoneId, slot: Slot): SlotBelief =>
  state.zones.get(zone)?.slots[slot] ?? null

/** The slots of a zone that are believed to hold a block. */
export const filledSlots = (state: WorldState, zone: ZoneId): Mask =>
  slotsMask(SLOTS.filter((slot) => slotAt(state, zone, slot) !== null))

/** The cups that hold a block. */
export const heldCups = (state: WorldState): Mask =>
  slotsMask(SLOTS.filter((cup) => state.gripper.cups[cup] !== null))

/** The cups of the mask that hold a block. */
export const heldAmong = (state: WorldState, mask: Mask): Mask =>
  slotsMask(maskSlots(mask).filter((cup) => state.gripper.cups[cup] !== null))

/** Applies a camera reading of a load zone: '1' = the block in that slot shows orange. Empty slots stay empty. */
export function withFaces(state: WorldState, zone: ZoneId, orange: Mask): WorldState {
  const zones = withSlots(state, zone, (slot, was) =>
    was === null ? null : { face: orange[slot] === '1' ? 'orange' : 'blue' },
  )
  return next(state, { zones })
}

/** Turns a face upside down: blue becomes orange and vice versa; unknown stays unknown. */
export const flipped = (face: Face): Face => (face === 'unknown' ? face : face === 'blue' ? 'orange' : 'blue')

const full = (): ZoneBelief => {
  const block = { face: 'unknown' } as const
  return { slots: [block, block, block, block] }
}
const empty = (): ZoneBelief => ({ slots: [null, null, null, null] })
