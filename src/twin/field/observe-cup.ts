import type { FieldMap, Slot, ZoneId } from '#base/field-map.js'
import { slotAt, withCups, withSlots } from './belief.js'
import type { Drift, Observation, Observed } from './observation.js'
import { describePlace } from './places.js'
import type { Command, Held, SlotBelief, WorldState } from './world.js'

/** Updates the belief about the block held by, or lying under, one cup from that cup's vacuum. */
export function observeCup(
  state: WorldState,
  cup: Slot,
  seen: Observation,
  { map, running }: { readonly map: FieldMap; readonly running: Command | undefined },
): Observed {
  const held = state.gripper.cups[cup]
  const holds = seen.holding[cup] === '1'
  if (holds === (held !== null)) return { state, drifts: [] }
  const explained = explains(running, cup, holds)
  const zone = zoneUnder(state)
  if (holds) {
    const text = `cup ${cup} holds something that it was not told to grip: look at the gripper before going on`
    const face = (zone === undefined ? null : slotAt(state, zone, cup))?.face ?? 'unknown'
    return {
      state: setCup(state, cup, { held: { from: zone ?? 0, slot: cup, face }, zone, block: null }),
      drifts: explained ? [] : [{ kind: 'block-gained', t: seen.t, cup, text }],
    }
  }
  const block: SlotBelief = { face: held?.face ?? 'unknown' }
  // with the lift up a dropped block may roll anywhere; with the lift down it stays where the cup released it
  const landed = seen.lift === 'up' ? undefined : zone
  return {
    state: setCup(state, cup, { held: null, zone: landed, block }),
    drifts: explained ? [] : [blockLost(state, cup, seen, map)],
  }
}

function explains(running: Command | undefined, cup: Slot, holds: boolean): boolean {
  if (running?.kind === 'grip') return running.mask[cup] === '1'
  return running?.kind === 'release' && !holds && running.mask[cup] === '1'
}

function zoneUnder({ robot }: WorldState): ZoneId | undefined {
  return robot.place !== 'between' && robot.place.kind === 'zone' ? robot.place.zone : undefined
}

/** What a cup now holds, and what lies in the slot below if the cup is above a zone. */
interface CupChange {
  readonly held: Held
  readonly zone: ZoneId | undefined
  readonly block: SlotBelief
}

function setCup(state: WorldState, cup: Slot, { held, zone, block }: CupChange): WorldState {
  return {
    ...state,
    gripper: { ...state.gripper, cups: withCups(state, (at, was) => (at === cup ? held : was)) },
    zones:
      zone === undefined ? state.zones : withSlots(state, zone, (slot, was) => (slot === cup ? block : was)),
  }
}

function blockLost(state: WorldState, cup: Slot, seen: Observation, map: FieldMap): Drift {
  const held = state.gripper.cups[cup]
  const origin = held === null || held.from === 0 ? 'its block' : `the block of zone ${held.from}`
  const text = `cup ${cup} lost ${origin} ${describePlace(map, state.robot.place)}: it no longer counts as carried`
  return { kind: 'block-lost', t: seen.t, cup, held, text }
}
