import { describe, expect, it } from 'vitest'
import { m, ms, rad } from '#base/units.js'
import { withFaces } from '#twin/field/belief.js'
import type { Observation } from '#twin/field/observation.js'
import { observe } from '#twin/field/observe.js'
import { isTrue } from '#twin/field/predicates.js'
import { samePlace } from '#twin/field/places.js'
import type { WorldState } from '#twin/field/world.js'
import { at, carrying, filled, map, push, rotate, start, zoneAt } from './field.js'

const state: WorldState = {
  ...at(zoneAt(1), carrying('1000', 1)),
  gripper: { ...carrying('1000', 1).gripper, rotator: { end: 0, turning: true, mask: '1000' } },
}
const { pose } = state.robot
const seen: Observation = {
  t: ms(20),
  pose,
  moving: false,
  holding: '1000',
  lift: 'up',
  rotator: 'between',
  bumper: false,
  estop: false,
  linkUp: true,
}

/** One thing that sensors say otherwise, each on its own. */
const CHANGES: Readonly<Record<string, Partial<Observation>>> = {
  'a millimetre along x': { pose: { ...pose, x: m(pose.x + 0.001) } },
  'a millimetre along y': { pose: { ...pose, y: m(pose.y - 0.001) } },
  'a milliradian': { pose: { ...pose, theta: rad(0.001) } },
  'it moves': { moving: true },
  'the e-stop': { estop: true },
  'the link': { linkUp: false },
  'the lift': { lift: 'down' },
  'the rotator is back at its end': { rotator: 0 },
  'the rotator has reached its other end': { rotator: 1 },
  'a block is gone': { holding: '0000' },
  'a block has come': { holding: '1001' },
}

describe('law 2: a permit is for one revision of the world, so whatever changes raises it', () => {
  it('by one for each single thing that sensors say otherwise, and by none for the time', () => {
    const same = observe(state, seen, map)
    expect([same.state.rev, same.state.clock]).toEqual([state.rev, 20])
    for (const [what, change] of Object.entries(CHANGES))
      expect(observe(state, { ...seen, ...change }, map).state.rev, what).toBe(state.rev + 1)
  })

  it('also when only the meaning of a sight changes: whose turn it is, where the shelf is', () => {
    expect(observe(state, seen, map, rotate('0100')).state.rev).toBe(state.rev + 1)
    const end = { x: map.shelf.target.x, y: map.shelf.target.y, theta: rad(0) }
    const pushing = { ...state, robot: { ...state.robot, place: 'between' as const, pose: end } }
    const arrived = observe(pushing, { ...seen, pose: end, bumper: true }, map, push).state
    expect([arrived.shelf, arrived.rev]).toEqual(['target', state.rev + 1])
  })

  it('the shelf is anywhere once it was pushed off its dock, and unmoved by what only touches it there', () => {
    const { at: dock } = map.shelf
    const felt = (x: number, command: Parameters<typeof observe>[3] = push): string =>
      observe(start, { ...seen, pose: { x: m(x), y: dock.y, theta: rad(0) }, bumper: true }, map, command).state.shelf
    expect([felt(dock.x), felt(dock.x + 0.011), felt(dock.x + 0.013)]).toEqual(['init', 'init', 'unknown'])
    expect([felt(map.shelf.target.x - 0.011), felt(map.shelf.target.x - 0.013)]).toEqual(['target', 'unknown'])
    expect(felt(dock.x + 0.2, rotate('1000'))).toBe('init')
  }) // prettier-ignore

  it('a reading of faces changes the blocks that lie there, raises the revision, and invents none', () => {
    const read = withFaces(filled(1, '1101'), 1, '0110')
    expect(read.zones.get(1)?.slots).toEqual([{ face: 'blue' }, { face: 'orange' }, null, { face: 'blue' }])
    expect(read.rev).toBe(filled(1, '1101').rev + 1)
  })

  it('between places is no place, and slots are filled only when all are', () => {
    expect([samePlace('between', 'between'), samePlace('between', { kind: 'home' })]).toEqual([true, false])
    expect([samePlace({ kind: 'home' }, 'between'), samePlace(zoneAt(1), { kind: 'home' })]).toEqual([false, false])
    const half = filled(2, '1010')
    expect(isTrue({ kind: 'slotsFilled', zone: 2, mask: '1110' }, half)).toBe(false)
    expect(isTrue({ kind: 'slotsEmpty', zone: 2, mask: '1101' }, half)).toBe(false)
    expect(isTrue({ kind: 'slotsEmpty', zone: 2, mask: '0101' }, half)).toBe(true)
  }) // prettier-ignore
})
