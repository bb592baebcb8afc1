import type { Rng } from '#base/random.js'

export type Data = Readonly<Record<string, unknown>>

/** Which skills a drawn world has. */
export interface Features {
  readonly doors: boolean
  readonly locks: boolean
  readonly closing: boolean
  readonly containers: boolean
  readonly capacity: boolean
  readonly vessels: boolean
  readonly switches: boolean
  readonly dirt: boolean
}

type Named = readonly [is: boolean, name: string, skill: Data]

/** 3 to 12 skills: going, carrying, and what the features of a world add. */
export function skillsOf(rng: Rng, has: Features): Data {
  const all = [
    ...carrying(1 + rng.int(3), has),
    ...opening(has),
    ...passing(has),
    ...handling(has, has.dirt && rng.chance(0.5)),
  ]
  return Object.fromEntries(all.flatMap(([is, name, skill]) => (is ? [[name, skill]] : [])))
}

const check = (id: string, holds: string): Data => ({ id, text: `it is so: ${id}`, holds })

const FREE = check('grip-empty', 'grip_free')
const WITHIN = check('within-reach', 'forall ?c in container (at = ?c implies open(?c))')

function carrying(most: number, has: Features): readonly Named[] {
  const room = check('has-room', `?place in surface or count ?i in item (location(?i) = ?place) < ${most}`)
  const inside = check('way-in', 'room_of(?spot) = inside or passable(room_of(?spot))')
  const outside = check('way-out', 'room_of(?spot) = inside or passable(inside)')
  const put = [check('held', 'location(?item) = grip_1'), check('at-place', 'at = ?place'), WITHIN]
  return [
    [
      true,
      'Go',
      skill({ spot: 'spot' }, 'at = ?spot', [inside, outside], ['at := ?spot', 'inside := room_of(?spot)']),
    ],
    [
      true,
      'Take',
      skill(
        { item: 'item' },
        'location(?item) = grip_1',
        [FREE, check('at-it', 'at = location(?item)'), WITHIN],
        ['location(?item) := grip_1'],
      ),
    ],
    [
      true,
      'Put',
      skill(
        { item: 'item', place: 'place' },
        'location(?item) = ?place',
        has.capacity ? [...put, room] : put,
        ['location(?item) := ?place'],
      ),
    ],
  ]
}

function opening(has: Features): readonly Named[] {
  const at = check('at-it', 'at = ?container')
  const ports = { container: 'container' }
  return [
    [has.containers, 'Open', skill(ports, 'open(?container)', [at, FREE], ['open(?container) := true'])],
    [
      has.containers && has.closing,
      'Close',
      skill(ports, 'not open(?container)', [at], ['open(?container) := false']),
    ],
  ]
}

function passing(has: Features): readonly Named[] {
  const ports = { room: 'room' }
  const unlocked = check('unlocked', 'not locked(?room)')
  const key = check('with-key', 'location(key_1) = grip_1')
  return [
    [has.doors, 'Unbar', skill(ports, 'passable(?room)', [FREE, unlocked], ['passable(?room) := true'])],
    [
      has.doors && has.closing,
      'Bar',
      skill(ports, 'not passable(?room)', [FREE], ['passable(?room) := false']),
    ],
    [has.doors && has.locks, 'Unlock', skill(ports, 'not locked(?room)', [key], ['locked(?room) := false'])],
  ]
}

function handling(has: Features, soils: boolean): readonly Named[] {
  const held = check('held', 'location(?thing) = grip_1')
  const cleaner = check('at-device', has.switches ? 'at = device_1 and running(device_1)' : 'at = device_1')
  const turn = 'if running(?device) then running(?device) := false else running(?device) := true'
  const pour = [
    check('held', 'location(?from) = grip_1'),
    check('full', 'filled(?from) and not filled(?to)'),
    check('at-it', 'at = location(?to)'),
  ]
  return [
    [
      has.vessels,
      'Pour',
      skill({ from: 'vessel', to: 'vessel' }, undefined, pour, [
        'filled(?from) := false',
        'filled(?to) := true',
      ]),
    ],
    [
      has.switches,
      'Switch',
      skill({ device: 'device' }, undefined, [check('at-it', 'at = ?device')], [turn]),
    ],
    [
      has.dirt,
      'Clean',
      skill({ thing: 'thing' }, 'clean(?thing)', [held, cleaner], ['clean(?thing) := true']),
    ],
    [soils, 'Soil', skill({ thing: 'thing' }, 'not clean(?thing)', [held], ['clean(?thing) := false'])],
  ]
}

function skill(
  ports: Readonly<Record<string, string>>,
  done: string | undefined,
  checks: readonly Data[],
  effect: readonly string[],
): Data {
  return {
    text: 'a skill drawn at random',
    ports: Object.fromEntries(Object.entries(ports).map(([name, is]) => [name, { is }])),
    ...(done !== undefined && { done }),
    checks,
    effect,
    ...(done !== undefined && { expected: [done] }),
  }
}
