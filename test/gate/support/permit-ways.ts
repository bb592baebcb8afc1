import type { Rng } from '#base/random.js'
import { m } from '#base/units.js'
import type { FieldPermits } from '#twin/field/judge.js'
import { commandHash, PERMIT_TTL, type Permit, type PermitError } from '#twin/permit.js'
import type { Command, WorldState } from '#twin/field/world.js'
import { anyCommand } from './random-world.js'
import type { FieldMap } from '#base/field-map.js'

/** A permit that the office has just given, with what it was given for. */
export interface Granted {
  readonly permit: Permit
  readonly command: Command
  readonly state: WorldState
}

interface Situation {
  readonly rng: Rng
  readonly map: FieldMap
  readonly fresh: Granted
  /** one that has brought its command to the wire before */
  readonly used: Granted | undefined
  readonly office: FieldPermits
  /** another session's */
  readonly foreign: FieldPermits
  readonly now: number
}

/** What comes to the drive. */
interface Presented {
  readonly permit: unknown
  readonly command: Command
  readonly state: WorldState
  /** milliseconds after the permit was given */
  readonly after?: number
}

export interface Way {
  /** what must become of it */
  readonly ends: 'passes' | 'passes as granted, or mismatched' | PermitError['kind']
  present(situation: Situation): Presented
}

const forged = (make: (permit: Permit, situation: Situation) => unknown): Way => ({
  ends: 'forged',
  present: (situation) => ({ ...situation.fresh, permit: make(situation.fresh.permit, situation) }),
})

/** Ways to come to the drive: honestly, and in every other manner that we could think of. */
export const WAYS: Readonly<Record<string, Way>> = {
  honest: { ends: 'passes', present: ({ fresh }) => fresh },
  'at the last moment': { ends: 'passes', present: ({ fresh }) => ({ ...fresh, after: PERMIT_TTL - 1 }) },
  'one moment too late': { ends: 'expired', present: ({ fresh }) => ({ ...fresh, after: PERMIT_TTL }) },
  'much too late': {
    ends: 'expired',
    present: ({ fresh, rng }) => ({ ...fresh, after: PERMIT_TTL + rng.int(200) }),
  },
  replayed: { ends: 'replayed', present: ({ used, fresh }) => used ?? { ...fresh, permit: undefined } },
  'used one for the present command': {
    ends: 'replayed',
    present: ({ used, fresh }) => ({ ...fresh, permit: used?.permit }),
  },
  'another command': {
    ends: 'mismatched',
    present: ({ fresh, rng, map }) => ({ ...fresh, command: anotherCommand(rng, map, fresh.command) }),
  },
  'nearly the same command': {
    ends: 'mismatched',
    present: ({ fresh }) => ({ ...fresh, command: nearlySame(fresh.command) }),
  },
  'a command that changes while it is read': {
    ends: 'passes as granted, or mismatched',
    present: ({ fresh, rng }) => ({ ...fresh, command: shifty(fresh.command, rng.int(6)) }),
  },
  'a newer world': {
    ends: 'stale',
    present: ({ fresh: { state, ...rest } }) => ({ ...rest, state: { ...state, rev: state.rev + 1 } }),
  },
  'an older world': {
    ends: 'stale',
    present: ({ fresh: { state, ...rest } }) => ({ ...rest, state: { ...state, rev: state.rev - 1 } }),
  },
  'of another office': forged((permit, { foreign, fresh, now }) => {
    const other = foreign.request(fresh.state, fresh.command, now as never)
    return other.ok && other.value.permit !== permit ? other.value.permit : undefined
  }),
  'a plain value': forged((_, { rng }) =>
    rng.pick<unknown>([{}, null, undefined, 1, 'permit', Symbol('permit'), [], () => 1]),
  ),
  'a literal with all fields': forged((_, situation) => terms(situation)),
  'a spread': forged((permit) => ({ ...permit })),
  'a structural clone': forged((permit) => structuredClone(permit)),
  'by JSON': forged((permit) => JSON.parse(JSON.stringify(permit)) as unknown),
  'a proxy': forged((permit) => new Proxy(permit, {})),
  'a proxy that says yes to everything': forged(
    (permit) => new Proxy(permit, { get: () => permit, has: () => true, getPrototypeOf: () => permit }),
  ),
  'an heir': forged((permit) => Object.create(permit) as unknown),
  'with the prototype alone': forged(
    (permit) => Object.create(Object.getPrototypeOf(permit) as object) as unknown,
  ),
  'with prototype and descriptors': forged((permit) =>
    Object.create(Object.getPrototypeOf(permit) as object, Object.getOwnPropertyDescriptors(permit)),
  ),
  'by its own constructor': forged((permit, situation) =>
    made(() => new (classOf(permit))(terms(situation))),
  ),
  'by its own constructor, with any seal': forged((permit, situation) =>
    made(() => new (classOf(permit))(Symbol('seal'), terms(situation))),
  ),
  'by a subclass': forged((permit, situation) =>
    made(() => new (class extends classOf(permit) {})(undefined, terms(situation))),
  ),
  'by Reflect': forged((permit, situation) =>
    made(() => Reflect.construct<unknown[], object>(classOf(permit), [Symbol(), terms(situation)], Object)),
  ),
}

type Constructor = new (...args: unknown[]) => object

/** At run time every object leads to its class. */
const classOf = (permit: Permit): Constructor => (permit as object).constructor as Constructor

/** What a forger would write into it who knows everything: the office, the hash, the revision. */
const terms = ({ fresh, office, now }: Situation): object => ({
  office,
  id: 7,
  hash: commandHash(fresh.command),
  rev: fresh.state.rev,
  expires: now + 1e9,
  used: false,
})

function made(make: () => object): unknown {
  try {
    return make()
  } catch {
    return undefined
  }
}

function anotherCommand(rng: Rng, map: FieldMap, command: Command): Command {
  for (;;) {
    const other = anyCommand(rng, map)
    if (JSON.stringify(other) !== JSON.stringify(command)) return other
  }
}

/** A millimetre further, one cup more. */
function nearlySame(command: Command): Command {
  switch (command.kind) {
    case 'move':
      return { ...command, pose: { ...command.pose, x: m(command.pose.x + 0.001) } }
    case 'push':
      return { ...command, to: { ...command.to, y: m(command.to.y + 0.001) } }
    case 'grip':
    case 'release':
    case 'rotate':
      return { ...command, mask: command.mask === '1111' ? '0111' : '1111' }
    case 'jog':
      return { ...command, vx: command.vx + 0.001 }
  }
}

/** The command as it was granted for the first readings, then one that nobody has judged. */
function shifty(command: Command, readings: number): Command {
  const other = nearlySame(command)
  let left = readings
  const shift = (granted: object, changed: object): object =>
    Object.defineProperties(
      {},
      Object.fromEntries(
        Object.entries(granted).map(([key, value]: [string, unknown]) => {
          const then = (changed as Record<string, unknown>)[key]
          const nested = typeof value === 'object' && value !== null
          const get = (): unknown =>
            nested ? shift(value, then as object) : left-- > 0 || key === 'kind' ? value : then
          return [key, { get, enumerable: true }]
        }),
      ),
    )
  return shift(command, other) as Command
}
