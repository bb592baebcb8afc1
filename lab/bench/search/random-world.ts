import type { Rng } from '#base/random.js'
import { must } from '#base/result.js'
import type { DataDomain } from '#worlds/assemble.js'
import { loadDomain } from '#worlds/load-domain.js'
import { skillsOf, type Data, type Features } from './random-skills.js'

/**
 * A world drawn at random: rooms with doors, some of them locked; surfaces, and containers that open and hold only so
 * much; things that are carried, filled, switched or cleaned. At most 40 objects and 3 to 12 skills.
 */
export function randomWorld(rng: Rng): DataDomain {
  const rooms = 2 + rng.int(4)
  const has: Features = {
    doors: rng.chance(0.7),
    locks: rng.chance(0.5),
    closing: rng.chance(0.5),
    containers: rng.chance(0.7),
    capacity: rng.chance(0.6),
    vessels: rng.chance(0.5),
    switches: rng.chance(0.5),
    dirt: rng.chance(0.5),
  }
  const objects: Objects = {
    room: names('room', rooms),
    surface: names('surface', 2 + rng.int(8)),
    container: names('container', has.containers ? 1 + rng.int(4) : 1),
    key: names('key', 1),
    thing: names('thing', 2 + rng.int(9)),
    vessel: names('vessel', has.vessels ? 2 + rng.int(3) : 1),
    device: names('device', 1 + rng.int(3)),
  }
  const data = {
    domain: 'drawn',
    text: 'A world drawn at random.',
    types: { ...objects, grip: ['grip_1'], ...UNIONS },
    constants: {
      'room_of(spot)': {
        is: 'room',
        values: each([...placesOf(objects), ...objects.device], () => rng.pick(objects.room)),
      },
    },
    state: stateOf(rng, objects, has),
    definitions: { grip_free: 'not exists ?i in item (location(?i) = grip_1)' },
    skills: skillsOf(rng, has),
  }
  return must(
    loadDomain(data, () => undefined),
    'a drawn world',
  )
}

type Objects = Readonly<
  Record<'room' | 'surface' | 'container' | 'key' | 'thing' | 'vessel' | 'device', readonly string[]>
>

const UNIONS = {
  item: 'key | thing | vessel',
  place: 'surface | container',
  spot: 'surface | container | device',
}

function stateOf(rng: Rng, objects: Objects, has: Features): Data {
  const { room, surface, container, key, thing, vessel, device } = objects
  const often = (share: number) => (): boolean => rng.chance(share)
  return {
    at: { is: 'spot', start: rng.pick(placesOf(objects)) },
    inside: { is: 'room', start: rng.pick(room) },
    'location(item)': {
      is: 'place | grip',
      start: each([...key, ...thing, ...vessel], () => rng.pick(surface)),
    },
    'open(container)': { is: 'bool', start: each(container, often(0.4)) },
    'passable(room)': { is: 'bool', start: each(room, () => !has.doors || rng.chance(0.5)) },
    'locked(room)': { is: 'bool', start: each(room, () => has.doors && has.locks && rng.chance(0.3)) },
    'filled(vessel)': { is: 'bool', start: each(vessel, often(0.5)) },
    'running(device)': { is: 'bool', start: each(device, often(0.3)) },
    'clean(thing)': { is: 'bool', start: each(thing, often(0.4)) },
  }
}

const placesOf = ({ surface, container }: Objects): readonly string[] => [...surface, ...container]

const each = (names: readonly string[], value: () => unknown): Data =>
  Object.fromEntries(names.map((name) => [name, value()]))

const names = (kind: string, many: number): string[] =>
  Array.from({ length: many }, (_, index) => `${kind}_${index + 1}`)
