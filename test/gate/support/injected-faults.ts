import { SLOTS, type FieldMap, type Slot, type Zone } from '#base/field-map.js'
import type { Rng } from '#base/random.js'
import { m, ms, rad } from '#base/units.js'
import type { Command, Cups, Held, Place, WorldState, ZoneBelief } from '#twin/field/world.js'

export interface Asked {
  readonly state: WorldState
  readonly command: Command
}

/** One thing that can be wrong before a command, by the check that has to find it. */
export interface InjectedFault {
  /** commands that it can befall */
  readonly befalls: readonly Command['kind'][]
  /** other checks that cannot but fail with it */
  readonly alongWith?: readonly string[]
  /** The permitted command with exactly this wrong. `undefined` where it cannot happen: on this field, in this state. */
  readonly inject: (rng: Rng, map: FieldMap, asked: Asked) => Asked | undefined
}

const ERRANDS = ['move', 'grip', 'release', 'rotate', 'push'] as const
const ALL = [...ERRANDS, 'jog'] as const
/** where it would go changes with how it goes */
const ELSEWHERE = ['jog-inside-field', 'shelf-left-alone']

export const INJECTED_FAULTS: Readonly<Record<string, InjectedFault>> = {
  'link-up': { befalls: ALL, inject: (_, __, asked) => robot(asked, { linkUp: false }) },
  'estop-clear': { befalls: ALL, inject: (_, __, asked) => robot(asked, { estop: true }) },
  'not-moving': { befalls: ERRANDS, inject: (_, __, asked) => robot(asked, { moving: true }) },
  'lift-up': {
    befalls: ['move', 'rotate', 'push', 'jog'],
    inject: (rng, _, asked) => gripper(asked, { lift: rng.pick(['down', 'between']) }),
  },
  'position-known': {
    befalls: ['move', 'jog'],
    alongWith: ELSEWHERE,
    inject: (rng, _, asked) => {
      const part = rng.pick(['x', 'y', 'theta'])
      const pose = { ...asked.state.robot.pose, [part]: rng.pick([NaN, Infinity, -Infinity]) }
      return robot(asked, { pose })
    },
  },
  'position-sure': {
    befalls: ['grip', 'release', 'push'],
    inject: (rng, _, asked) => {
      const deviation = { place: m(0.004 * rng.next()), heading: rad(0.02 * rng.next()) }
      const unsure = rng.pick([{ place: m(0.0061 + rng.next()) }, { heading: rad(0.0263 + rng.next()) }])
      return robot(asked, { deviation: { ...deviation, ...unsure } })
    },
  },
  'place-on-map': {
    befalls: ['move'],
    alongWith: ['pose-inside-field', 'shelf-left-alone'],
    inject: (rng, map, { state, command }) => {
      if (command.kind !== 'move') return undefined
      const { pose } = command
      const angle = 2 * Math.PI * rng.next()
      const off = 0.1 + rng.next()
      return rng.pick<() => Asked>([
        () => ({ state, command: { ...command, to: { kind: 'zone', zone: unknownZone(rng, map) } } }),
        () => ({ state, command: { ...command, pose: { ...pose, theta: rad(rng.pick([0.11, -0.11, 3, NaN])) } } }),
        () => ({
          state,
          command: { ...command, pose: { ...pose, x: m(pose.x + off * Math.cos(angle)), y: m(pose.y + off * Math.sin(angle)) } },
        }),
      ])()
    },
  },
  'pose-inside-field': {
    befalls: ['move'],
    // every dock of a map lies inside, so a pose outside is no dock either
    alongWith: ['place-on-map', 'shelf-left-alone'],
    inject: (rng, { size }, { state, command }) => {
      if (command.kind !== 'move') return undefined
      const past = 0.001 + rng.next()
      const outside = rng.pick([{ x: m(-past) }, { x: m(size.x + past) }, { y: m(-past) }, { y: m(size.y - 0.16 + past) }])
      return { state, command: { ...command, pose: { ...command.pose, ...outside } } }
    },
  },
  'shelf-left-alone': {
    befalls: ['move', 'jog'],
    // the shelf's track lies along the border
    alongWith: ['jog-inside-field'],
    inject: (rng, map, { state, command }) => {
      if (command.kind === 'jog') return shoving(rng, map, state)
      if (command.kind !== 'move' || command.to.kind === 'shelf') return undefined
      const { at, target } = map.shelf
      const way = { x: command.pose.x - at.x, y: command.pose.y - at.y }
      const heading = way.x * Math.sign(target.x - at.x)
      if (heading < 0.05 || Math.abs(way.y) > 0.4 * heading) return undefined
      // from behind the shelf, or from its very dock
      const behind = rng.pick([0, 0.1, 0.5]) * rng.next()
      const pose = { x: m(at.x - behind * way.x), y: m(at.y - behind * way.y), theta: rad(0) }
      return robot({ command, state: { ...state, shelf: rng.pick(['init', 'unknown']) } }, { pose })
    },
  },
  'at-load-zone': {
    befalls: ['grip'],
    alongWith: ['slots-filled', 'cups-free'],
    inject: (rng, map, asked) => elsewhere(rng, map, asked, 'unload'),
  },
  'at-unload-zone': {
    befalls: ['release'],
    alongWith: ['slots-free'],
    inject: (rng, map, asked) => elsewhere(rng, map, asked, 'load'),
  },
  'at-shelf': {
    befalls: ['push'],
    inject: (rng, map, asked) =>
      robot(asked, { place: rng.pick<Place | 'between'>(['between', { kind: 'home' }, zonePlace(rng.pick(map.zones))]) }),
  },
  'cups-free': {
    befalls: ['grip'],
    inject: (rng, map, asked) => {
      if (asked.command.kind !== 'grip') return undefined
      const { zone, mask } = asked.command
      const others = [0, ...map.zones.map(({ id }) => id)].filter((id) => id !== zone)
      return cup(asked, rng.pick(cupsOf(mask)), { from: rng.pick(others), slot: rng.pick(SLOTS), face: 'blue' })
    },
  },
  'slots-filled': {
    befalls: ['grip'],
    inject: (rng, _, asked) => {
      if (asked.command.kind !== 'grip') return undefined
      const { zone, mask } = asked.command
      const empty = cupsOf(mask).filter((each) => asked.state.gripper.cups[each] === null)
      return empty.length === 0 ? undefined : slot(asked, zone, rng.pick(empty), null)
    },
  },
  'cups-holding': {
    befalls: ['release'],
    inject: (rng, _, asked) =>
      asked.command.kind === 'release'
        ? gripper(cup(asked, rng.pick(cupsOf(asked.command.mask)), null), { lift: 'up' })
        : undefined,
  },
  'slots-free': {
    befalls: ['release'],
    inject: (rng, _, asked) => {
      if (asked.command.kind !== 'release') return undefined
      const held = cupsOf(asked.command.mask).filter((each) => asked.state.gripper.cups[each] !== null)
      return held.length === 0
        ? undefined
        : slot(asked, asked.command.zone, rng.pick(held), { face: rng.pick(['blue', 'orange', 'unknown']) })
    },
  },
  'zone-open': {
    befalls: ['release'],
    inject: (rng, map, { state, command }) => {
      const zone = command.kind === 'release' ? map.zones.find(({ id }) => id === command.zone) : undefined
      if (zone?.needsShelf !== true) return undefined
      return { command, state: { ...state, shelf: rng.pick(['init', 'unknown']) } }
    },
  },
  'rotator-at-rest': {
    befalls: ['grip', 'release', 'rotate', 'jog'],
    inject: (rng, _, asked) => {
      const { end } = asked.state.gripper.rotator
      const own = asked.command.kind === 'rotate' ? asked.command.mask : ''
      const begun = rng.pick(['1111', '0110', '1000', undefined].filter((mask) => mask !== own))
      return gripper(asked, { rotator: { end, turning: true, ...(begun !== undefined && { mask: begun }) } })
    },
  },
  'cups-holding-under-mask': {
    befalls: ['rotate'],
    inject: (rng, _, asked) =>
      asked.command.kind === 'rotate' && !asked.state.gripper.rotator.turning
        ? cup(asked, rng.pick(cupsOf(asked.command.mask)), null)
        : undefined,
  },
  'mask-names-cups': {
    befalls: ['grip', 'release', 'rotate'],
    inject: (rng, _, { state, command }) => {
      if (!('mask' in command) || state.gripper.rotator.turning) return undefined
      const { mask } = command
      return { state, command: { ...command, mask: rng.pick(['0000', '', mask.slice(0, 3), `${mask}0`, `${mask}\n`, 'abcd', Number(mask) as never]) } }
    },
  },
  'gripper-empty': {
    befalls: ['push'],
    inject: (rng, map, asked) =>
      cup(asked, rng.pick(SLOTS), { from: rng.pick(map.zones).id, slot: rng.pick(SLOTS), face: 'unknown' }),
  },
  'corridor-clear': {
    befalls: ['push'],
    inject: (rng, map, asked) => {
      const under = map.zones.filter((zone) => sweeps(map, zone))
      return under.length === 0 ? undefined : slot(asked, rng.pick(under).id, rng.pick(SLOTS), { face: 'blue' })
    },
  },
  'shelf-not-at-target': {
    befalls: ['push'],
    inject: (_, __, { state, command }) => ({ command, state: { ...state, shelf: 'target' } }),
  },
  'push-on-map': {
    befalls: ['push'],
    inject: (rng, _, { state, command }) => {
      if (command.kind !== 'push') return undefined
      const end = rng.pick(['from', 'to'] as const)
      const angle = 2 * Math.PI * rng.next()
      const off = 0.025 + rng.next()
      const { x, y } = command[end]
      const moved = rng.chance(0.8)
        ? { x: m(x + off * Math.cos(angle)), y: m(y + off * Math.sin(angle)), theta: rad(0) }
        : { ...command[end], theta: rad(rng.pick([0.06, -1, NaN])) }
      return { state, command: { ...command, [end]: moved } }
    },
  },
  'jog-speed': {
    befalls: ['jog'],
    alongWith: [...ELSEWHERE, 'jog-one-motion'],
    inject: (rng, _, { state, command }) =>
      command.kind === 'jog'
        ? { state, command: { ...command, ...rng.pick([{ vx: 0.301 }, { vx: 0.22, vy: -0.22 }, { wz: 1.01 }, { wz: -3 }, { vy: NaN }]) } }
        : undefined,
  },
  'jog-one-motion': {
    befalls: ['jog'],
    alongWith: ELSEWHERE,
    inject: (rng, _, { state, command }) =>
      command.kind === 'jog' ? { state, command: { ...command, vx: 0.1, vy: 0, wz: rng.pick([0.1, -1]) } } : undefined,
  },
  'jog-short': {
    befalls: ['jog'],
    alongWith: ELSEWHERE,
    inject: (rng, _, { state, command }) =>
      command.kind === 'jog' ? { state, command: { ...command, ttl: ms(rng.pick([0, 19, 301, 500, 100.5, NaN, -20])) } } : undefined,
  },
  'jog-inside-field': {
    befalls: ['jog'],
    alongWith: ['shelf-left-alone'],
    inject: (rng, { size }, { state, command }) => {
      if (command.kind !== 'jog') return undefined
      const off = 0.16 + 0.05 * rng.next()
      const [x, vx] = rng.pick([[off, -0.2], [size.x - off, 0.2]] as const)
      const pose = { x: m(x), y: m(size.y / 2), theta: rad(0) }
      return robot({ state, command: { ...command, vx, vy: 0, wz: 0 } }, { pose })
    },
  },
} // prettier-ignore

/** From behind the shelf, or its very dock, towards where it is to go. */
function shoving(rng: Rng, { shelf: { at, target } }: FieldMap, state: WorldState): Asked {
  const forward = Math.sign(target.x - at.x)
  const pose = { x: m(at.x - forward * 0.05 * rng.next()), y: at.y, theta: rad(0) }
  const command = {
    kind: 'jog',
    vx: 0.2 * forward,
    vy: 0.05 * (rng.next() - 0.5),
    wz: 0,
    ttl: ms(200),
  } as const
  return robot({ command, state: { ...state, shelf: rng.pick(['init', 'unknown']) } }, { pose })
}

const cupsOf = (mask: string): Slot[] => SLOTS.filter((each) => mask[each] === '1')
const zonePlace = ({ id }: Zone): Place => ({ kind: 'zone', zone: id })

const robot = ({ state, command }: Asked, change: Partial<WorldState['robot']>): Asked => ({
  command,
  state: { ...state, robot: { ...state.robot, ...change } },
})

const gripper = ({ state, command }: Asked, change: Partial<WorldState['gripper']>): Asked => ({
  command,
  state: { ...state, gripper: { ...state.gripper, ...change } },
})

const cup = (asked: Asked, at: Slot, held: Held): Asked =>
  gripper(asked, {
    cups: asked.state.gripper.cups.map((was, i) => (i === at ? held : was)) as unknown as Cups,
  })

function slot({ state, command }: Asked, zone: number, at: Slot, block: ZoneBelief['slots'][0]): Asked {
  const before = state.zones.get(zone)?.slots ?? [null, null, null, null]
  const slots = before.map((was, i) => (i === at ? block : was)) as unknown as ZoneBelief['slots']
  return { command, state: { ...state, zones: new Map(state.zones).set(zone, { slots }) } }
}

/** The robot is not there, or it is, and the zone is one of the other kind. */
function elsewhere(rng: Rng, map: FieldMap, asked: Asked, otherKind: Zone['kind']): Asked | undefined {
  if (!('zone' in asked.command)) return undefined
  const { zone } = asked.command
  if (rng.chance(0.3)) {
    const other = rng.pick(map.zones.filter(({ kind }) => kind === otherKind))
    return robot({ ...asked, command: { ...asked.command, zone: other.id } }, { place: zonePlace(other) })
  }
  const others = map.zones.filter(({ id }) => id !== zone).map(zonePlace)
  return robot(asked, {
    place: rng.pick<Place | 'between'>(['between', { kind: 'home' }, { kind: 'shelf' }, ...others]),
  })
}

function unknownZone(rng: Rng, map: FieldMap): number {
  const known = map.zones.map(({ id }) => id)
  return rng.pick([0, -1, 9, 1.5, NaN, ...[1, 2, 3, 4, 5, 6, 7, 8].filter((id) => !known.includes(id))])
}

/** Does the shelf, from where it stands to its target, pass over a part of the zone? */
function sweeps({ shelf }: FieldMap, { at, size }: Zone): boolean {
  const beside = (a: number, b: number, room: number): boolean => Math.abs(a - b) < room
  const low = Math.min(shelf.at.x, shelf.target.x)
  const high = Math.max(shelf.at.x, shelf.target.x)
  return beside(at.x, (low + high) / 2, (size.x + shelf.size.x + high - low) / 2) && beside(at.y, shelf.at.y, (size.y + shelf.size.y) / 2)
} // prettier-ignore
