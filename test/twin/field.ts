import type { FieldMap, Pose } from '#base/field-map.js'
import { BENCHMARK_ZONES } from '../support/benchmark-zones.js'
import { m, ms, rad } from '#base/units.js'
import { next } from '#twin/field/belief.js'
import { initialBelief } from '#twin/field/belief.js'
import { dockPose, pushEnd } from '#twin/field/places.js'
import type { Command, Cups, MotionCommand, Face, Place, WorldState, ZoneBelief } from '#twin/field/world.js'

/** The field of the papers' task, with the shelf's track along the near border. */
export const map: FieldMap = {
  id: 'test',
  size: { x: m(3), y: m(2) },
  zones: BENCHMARK_ZONES,
  home: { at: { x: m(0.3), y: m(1.75) }, radius: m(0.15) },
  shelf: {
    at: { x: m(0.7), y: m(0.2) },
    target: { x: m(1.3), y: m(0.2) },
    size: { x: m(0.4), y: m(0.1) },
  },
}

export const start = initialBelief(map)
export const zoneAt = (id: number): Place => ({ kind: 'zone', zone: id })
export const pose = (x: number, y: number): Pose => ({ x: m(x), y: m(y), theta: rad(0) })
export const dock = (place: Place): Pose => dockPose(map, place) as Pose

export const at = (place: Place, state: WorldState = start): WorldState =>
  next(state, { robot: { ...state.robot, place, pose: dock(place) } })

/** Cups of the mask hold blocks of a zone; that zone's slots are empty. */
export function carrying(
  mask: string,
  from: number,
  state: WorldState = start,
  face: Face = 'unknown',
): WorldState {
  const cups = [...mask].map((bit, slot) => (bit === '1' ? { from, slot, face } : null)) as unknown as Cups
  const slots = [...mask].map((bit) => (bit === '1' ? null : { face })) as unknown as ZoneBelief['slots']
  return next(state, {
    gripper: { ...state.gripper, cups },
    zones: new Map(state.zones).set(from, { slots }),
  })
}

/** Slots of the mask of a zone hold blocks, the others are empty. */
export function filled(id: number, mask: string, state: WorldState = start): WorldState {
  const slots = [...mask].map((bit) =>
    bit === '1' ? { face: 'blue' } : null,
  ) as unknown as ZoneBelief['slots']
  return next(state, { zones: new Map(state.zones).set(id, { slots }) })
}

export const move = (to: Place): Command => ({ kind: 'move', to, pose: dock(to) })
export const grip = (id: number, mask = '1111'): Command => ({ kind: 'grip', zone: id, mask })
export const release = (id: number, mask = '1111'): Command => ({ kind: 'release', zone: id, mask })
export const rotate = (mask: string): Command => ({ kind: 'rotate', mask })
export const jog = (vx: number, vy = 0, wz = 0, ttl = 200): Command => ({
  kind: 'jog',
  vx,
  vy,
  wz,
  ttl: ms(ttl),
})
export const push: MotionCommand = { kind: 'push', from: dock({ kind: 'shelf' }), to: pushEnd(map) }
