import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slotsMask, SLOTS, type Slot } from '#base/field-map.js'
import { ms } from '#base/units.js'
import { heldCups, filledSlots } from '#twin/field/belief.js'
import { judge, describeCommand } from '#twin/field/judge.js'
import { dockPose, placeAt, pushEnd } from '#twin/field/places.js'
import { isTrue, describePredicate, unmet, type Predicate } from '#twin/field/predicates.js'
import type { Command, Held, Place, SlotBelief, WorldState } from '#twin/field/world.js'
import { at, carrying, filled, grip, jog, map, move, push, release, rotate, start, zoneAt } from './field.js'

const face = fc.constantFrom('blue', 'orange', 'unknown')
const slot: fc.Arbitrary<SlotBelief> = fc.option(fc.record({ face }))
const held: fc.Arbitrary<Held> = fc.option(
  fc.record({ from: fc.constantFrom(1, 3, 5, 7), slot: fc.constantFrom<Slot>(...SLOTS), face }),
)
const place: fc.Arbitrary<Place> = fc.oneof(
  fc.constant<Place>({ kind: 'home' }),
  fc.constant<Place>({ kind: 'shelf' }),
  fc.integer({ min: 1, max: 8 }).map(zoneAt),
)
const mask = fc.subarray([...SLOTS]).map(slotsMask)

const anyState: fc.Arbitrary<WorldState> = fc.record({
  rev: fc.nat(),
  clock: fc.constant(ms(0)),
  robot: fc.record({
    place: fc.oneof(place, fc.constant<'between'>('between')),
    pose: place.map((p) => dockPose(map, p) ?? start.robot.pose),
    moving: fc.boolean(),
    estop: fc.boolean(),
    linkUp: fc.boolean(),
  }),
  gripper: fc.record({
    cups: fc.tuple(held, held, held, held),
    lift: fc.constantFrom('up', 'down', 'between'),
    rotator: fc.oneof(
      fc.record({ end: fc.constantFrom<0 | 1>(0, 1), turning: fc.boolean() }),
      fc.record({ end: fc.constantFrom<0 | 1>(0, 1), turning: fc.constant(true), mask }),
    ),
  }),
  zones: fc
    .array(fc.tuple(slot, slot, slot, slot), { minLength: 8, maxLength: 8 })
    .map((all) => new Map(all.map((slots, index) => [index + 1, { slots }]))),
  shelf: fc.constantFrom('init', 'target', 'unknown'),
})

const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  place.map(move),
  fc.record({ kind: fc.constant('grip'), zone: fc.integer({ min: 1, max: 8 }), mask }),
  fc.record({ kind: fc.constant('release'), zone: fc.integer({ min: 1, max: 8 }), mask }),
  mask.map(rotate),
  fc.constant(push),
  fc
    .record({ v: fc.double({ min: -0.3, max: 0.3, noNaN: true }), ttl: fc.constantFrom(100, 200) })
    .map(({ v, ttl }) => jog(v, 0, 0, ttl)),
)

function friendlyGripper({ gripper }: WorldState, command: Command): WorldState['gripper'] {
  const { end, mask } = gripper.rotator
  // half way with a mask: a turn that was cut off, to be finished; lift down: so is a release
  if (command.kind === 'rotate' && mask !== undefined) {
    return { ...gripper, lift: 'up', rotator: { end, turning: true, mask: command.mask } }
  }
  const lift = command.kind === 'release' ? gripper.lift : 'up'
  return { ...gripper, lift, rotator: { end, turning: false } }
}

/** A state that is likely to allow the command, so that the property is not true for want of cases. */
const friendly = (state: WorldState, command: Command): WorldState => {
  if (command.kind === 'push') return { ...at({ kind: 'shelf' }), rev: state.rev }
  const place = 'zone' in command ? zoneAt(command.zone) : state.robot.place
  return {
    ...state,
    robot: { ...state.robot, place, moving: false, estop: false, linkUp: true },
    gripper: friendlyGripper(state, command),
  }
}

describe('MOD-01: where all checks hold, the effect satisfies the expectation', () => {
  it('for every skill, on random states and commands', () => {
    const allowed: Record<string, number> = {}
    fc.assert(
      fc.property(anyState, anyCommand, (any, command) => {
        const state = friendly(any, command)
        const verdict = judge(state, command, map)
        if (!verdict.ok) return
        allowed[command.kind] = (allowed[command.kind] ?? 0) + 1
        expect(unmet(verdict.value.expected, verdict.value.after)).toEqual([])
        expect(verdict.value.expected.length).toBeGreaterThan(0)
        expect(verdict.value.after.rev).toBe(state.rev + 1)
      }),
      { numRuns: 6000, seed: 1 },
    )
    expect(Object.keys(allowed).sort()).toEqual(['grip', 'jog', 'move', 'push', 'release', 'rotate'])
  })

  it('a permitted command keeps the number of blocks', () => {
    let permitted = 0
    const count = (state: WorldState): number =>
      [...state.zones.values()]
        .flatMap(({ slots }) => slots)
        .concat()
        .filter((block) => block !== null).length + state.gripper.cups.filter((cup) => cup !== null).length
    fc.assert(
      fc.property(anyState, anyCommand, (any, command) => {
        const state = friendly(any, command)
        const verdict = judge(state, command, map)
        if (!verdict.ok) return
        permitted++
        expect(count(verdict.value.after)).toBe(count(state))
      }),
      { numRuns: 2000, seed: 2 },
    )
    expect(permitted).toBeGreaterThan(200)
  })
})

describe('effects', () => {
  const after = (state: WorldState, command: Command): WorldState => {
    const verdict = judge(state, command, map)
    if (!verdict.ok) throw new Error(verdict.error.text)
    return verdict.value.after
  }

  it('a grip takes the blocks with their faces, a turn flips the cups of the mask, a release lays them down', () => {
    const gripped = after(at(zoneAt(1), filled(1, '1101')), grip(1, '1101'))
    expect(heldCups(gripped)).toBe('1101')
    expect(filledSlots(gripped, 1)).toBe('0000')
    const turned = after(gripped, rotate('0101'))
    expect(turned.gripper.cups.map((cup) => cup?.face)).toEqual(['blue', 'orange', undefined, 'orange'])
    expect(turned.gripper.rotator.end).toBe(1)
    const laid = after(at(zoneAt(2), turned), release(2, '1101'))
    expect(laid.zones.get(2)?.slots.map((block) => block?.face)).toEqual([
      'blue',
      'orange',
      undefined,
      'orange',
    ])
    expect(heldCups(laid)).toBe('0000')
  })

  it('an unknown face stays unknown when it is turned', () => {
    expect(after(carrying('1000', 1), rotate('1000')).gripper.cups[0]?.face).toBe('unknown')
  })

  it('a push moves robot and shelf', () => {
    const pushed = after(at({ kind: 'shelf' }), push)
    expect(pushed).toMatchObject({ shelf: 'target', robot: { pose: pushEnd(map), place: 'between' } })
  })

  it('leaves the state that it was given untouched', () => {
    const before = JSON.stringify([...start.zones])
    after(at(zoneAt(1)), grip(1))
    expect(JSON.stringify([...start.zones])).toBe(before)
  })
})

describe('predicates', () => {
  const cases: readonly (readonly [Predicate, WorldState, WorldState, string])[] = [
    [{ kind: 'at', place: zoneAt(2) }, at(zoneAt(2)), start, 'the robot is at unload zone 2'],
    [
      { kind: 'standing' },
      start,
      { ...start, robot: { ...start.robot, moving: true } },
      'the robot stands still',
    ],
    [
      { kind: 'holding', mask: '0101' },
      carrying('0101', 1),
      carrying('0100', 1),
      'cups 1 and 3 hold a block',
    ],
    [{ kind: 'cupsEmpty', mask: '1000' }, start, carrying('1000', 1), 'cup 0 is empty'],
    [{ kind: 'gripperEmpty' }, start, carrying('0001', 1), 'the gripper is empty'],
    [
      { kind: 'slotsFilled', zone: 2, mask: '1110' },
      filled(2, '1110'),
      filled(2, '1010'),
      'slots 0, 1 and 2 of zone 2 hold a block',
    ],
    [{ kind: 'slotsEmpty', zone: 1, mask: '0010' }, filled(1, '1101'), start, 'slot 2 of zone 1 is empty'],
    [
      { kind: 'shelfAt', where: 'target' },
      { ...start, shelf: 'target' },
      start,
      'the shelf is at its target',
    ],
    [
      { kind: 'liftUp' },
      start,
      { ...start, gripper: { ...start.gripper, lift: 'between' } },
      'the lift is up',
    ],
    [
      { kind: 'rotatorAt', side: 1 },
      { ...start, gripper: { ...start.gripper, rotator: { end: 1, turning: false } } },
      start,
      'the rotator has reached side 1',
    ],
  ]

  it.each(cases)('MOD-05 %j', (predicate, yes, no, words) => {
    expect(isTrue(predicate, yes)).toBe(true)
    expect(isTrue(predicate, no)).toBe(false)
    expect(describePredicate(predicate, map)).toBe(words)
  })
})

describe('places', () => {
  it('knows every dock of the map again, at position 2 too', () => {
    for (const id of [1, 2, 3, 4, 5, 6, 7, 8]) {
      for (const position of [1, 2] as const) {
        const pose = dockPose(map, zoneAt(id), position)
        expect(pose && placeAt(map, pose)).toEqual(zoneAt(id))
      }
    }
    expect(placeAt(map, pushEnd(map))).toBe('between')
  })

  it('says commands in one line', () => {
    expect(
      [
        move(zoneAt(3)),
        move({ kind: 'home' }),
        grip(1, '1101'),
        release(2),
        rotate('0101'),
        push,
        jog(0.2),
        jog(0, -0.1, 0.5),
        jog(0),
      ].map(describeCommand),
    ).toEqual([
      'move to zone 3',
      'move to home',
      'grip 1101 from zone 1',
      'release 1111 into zone 2',
      'rotate 0101',
      'push the shelf to its target',
      'drive by hand: 0.20 m/s ahead',
      'drive by hand: 0.10 m/s right, 0.50 rad/s counter-clockwise',
      'drive by hand: stand',
    ])
  })
})
