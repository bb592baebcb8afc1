import { describe, expect, it } from 'vitest'
import { SLOTS, slotsMask } from '../../src/base/field-map.js'
import { stream, type Rng } from '../../src/base/random.js'
import { m, rad } from '../../src/base/units.js'
import { next } from '../../src/twin/belief.js'
import type { PlannedStep } from '../../src/twin/domain/domain.js'
import { judge, RULES } from '../../src/twin/judge.js'
import { inLine } from './plan/line-oracle.js'
import type { Command, WorldState } from '../../src/twin/world.js'
import { at, carrying, filled, grip, map, move, pose, push, release, rotate, start, zoneAt } from './field.js'

type Ready = readonly [WorldState, Command]
const LOADS = [1, 3, 5, 7]
const UNLOADS = [2, 4, 6, 8]
const ROUNDS = 1000

const someMask = (rng: Rng): string => {
  const mask = slotsMask(SLOTS.filter(() => rng.chance(0.6)))
  return mask === '0000' ? '0100' : mask
}
const one = (mask: string, rng: Rng): string =>
  slotsMask([rng.pick(SLOTS.filter((slot) => mask[slot] === '1'))])

/** A command that the twin permits, of a kind, at a random place with a random load. */
const ready = (kind: Command['kind'], rng: Rng): Ready => {
  const mask = someMask(rng)
  const load = rng.pick(LOADS)
  switch (kind) {
    case 'move':
      return [
        at(zoneAt(rng.pick([...LOADS, ...UNLOADS]))),
        move(rng.chance(0.2) ? { kind: 'home' } : zoneAt(1 + rng.int(8))),
      ]
    case 'grip':
      return [at(zoneAt(load)), grip(load, mask)]
    case 'release': {
      const unload = rng.pick(UNLOADS)
      return [at(zoneAt(unload), next(carrying(mask, load), { shelf: 'target' })), release(unload, mask)]
    }
    case 'rotate':
      return [at(zoneAt(load), carrying(mask, load)), rotate(mask)]
    case 'push':
      return [at({ kind: 'shelf' }), push]
  }
}
const any = (rng: Rng): Ready => ready(rng.pick(['move', 'grip', 'release', 'rotate', 'push'] as const), rng)
const robot = ([state, command]: Ready, change: Partial<WorldState['robot']>): Ready => [
  next(state, { robot: { ...state.robot, ...change } }),
  command,
]
const lift = ([state, command]: Ready): Ready => [
  next(state, { gripper: { ...state.gripper, lift: 'between' } }),
  command,
]
const elsewhere = ([state, command]: Ready, rng: Rng): Ready => [
  at('zone' in command ? zoneAt((command.zone % 8) + 1) : zoneAt(1 + rng.int(8)), state),
  command,
]

/** What can be wrong before a command, and the check that must find it. */
const FAULTS: Readonly<Record<string, (rng: Rng) => Ready>> = {
  'link-up': (rng) => robot(any(rng), { linkUp: false }),
  'estop-clear': (rng) => robot(any(rng), { estop: true }),
  'not-moving': (rng) => robot(any(rng), { moving: true }),
  'lift-up': (rng) => lift(ready(rng.pick(['move', 'rotate', 'push'] as const), rng)),
  'position-known': (rng) => robot(ready('move', rng), { pose: { x: m(NaN), y: m(NaN), theta: rad(0) } }),
  'place-on-map': (rng) => [start, { kind: 'move', to: zoneAt(rng.pick([0, 9, 12])), pose: pose(1, 1) }],
  'pose-inside-field': (rng) => [
    start,
    { kind: 'move', to: { kind: 'home' }, pose: pose(3 + rng.next(), 1) },
  ],
  'shelf-left-alone': (rng) => [
    at({ kind: 'shelf' }, next(start, { shelf: rng.pick(['init', 'unknown']) })),
    move(zoneAt(8)),
  ],
  'at-load-zone': (rng) => elsewhere(ready('grip', rng), rng),
  'at-unload-zone': (rng) => elsewhere(ready('release', rng), rng),
  'at-shelf': (rng) => elsewhere(ready('push', rng), rng),
  'cups-free': (rng) => {
    const zone = rng.pick([3, 5, 7])
    const mask = someMask(rng)
    return [at(zoneAt(zone), carrying(one(mask, rng), 1)), grip(zone, mask)]
  },
  'slots-filled': (rng) => {
    const zone = rng.pick(LOADS)
    const mask = someMask(rng)
    const gone = one(mask, rng)
    const left = slotsMask(SLOTS.filter((slot) => gone[slot] === '0'))
    return [at(zoneAt(zone), filled(zone, left)), grip(zone, mask)]
  },
  'cups-holding': (rng) => {
    const [state, command] = ready('release', rng)
    return [next(state, { gripper: start.gripper }), command]
  },
  'slots-free': (rng) => {
    const [state, command] = ready('release', rng)
    return command.kind === 'release'
      ? [filled(command.zone, one(command.mask, rng), state), command]
      : [state, command]
  },
  'zone-open': (rng) => {
    const mask = someMask(rng)
    return [
      at(zoneAt(4), next(carrying(mask, 3), { shelf: rng.pick(['init', 'unknown']) })),
      release(4, mask),
    ]
  },
  'rotator-at-rest': (rng) => {
    const [state, command] = ready(rng.pick(['grip', 'release', 'rotate'] as const), rng)
    return [next(state, { gripper: { ...state.gripper, rotator: { end: 0, turning: true } } }), command]
  },
  'cups-holding-under-mask': (rng) => {
    const mask = someMask(rng)
    return [carrying(slotsMask(SLOTS.filter((cup) => mask[cup] === '0')), 1), rotate(mask)]
  },
  'mask-names-cups': (rng) => {
    const [state] = ready('rotate', rng)
    return [state, rotate(rng.pick(['0000', '', '111', '11111', '1x01']))]
  },
  'gripper-empty': (rng) => [at({ kind: 'shelf' }, carrying(someMask(rng), rng.pick(LOADS))), push],
  'corridor-clear': (rng) => [at({ kind: 'shelf' }, filled(8, someMask(rng))), push],
  'shelf-not-at-target': () => [at({ kind: 'shelf' }, next(start, { shelf: 'target' })), push],
  'push-on-map': (rng) => [
    at({ kind: 'shelf' }),
    { kind: 'push', from: pose(0.7, 0.2), to: pose(2 + rng.next(), 1) },
  ],
}

describe('injected faults (benchmarks §6.3)', () => {
  it('there is a fault for every check', () => {
    const ids = Object.values(RULES).flatMap(({ checks }) => checks.map(({ id }) => id))
    expect(Object.keys(FAULTS).sort()).toEqual([...new Set(ids)].sort())
  })

  it.each(Object.keys(FAULTS))(`%s: ${ROUNDS} of ${ROUNDS} are blocked, and by this check`, (checkId) => {
    const rng = stream(1, 'twin-fault', checkId)
    const missed = Array.from({ length: ROUNDS }, () => FAULTS[checkId]?.(rng) ?? any(rng)).filter(
      (fault) => {
        const verdict = judge(...fault, map)
        return verdict.ok || !verdict.error.failed.some((failed) => failed.checkId === checkId)
      },
    )
    expect(missed).toEqual([])
  })

  it('no false alarm: what is ready is permitted', () => {
    const rng = stream(1, 'twin-ready')
    for (let i = 0; i < 5 * ROUNDS; i++) {
      const verdict = judge(...any(rng), map)
      if (!verdict.ok) throw new Error(verdict.error.text)
    }
  })

  it('no false alarm: 1000 nominal plans, in any order of pairs, with rotations and delays', () => {
    const rng = stream(1, 'twin-plans')
    for (let i = 0; i < ROUNDS; i++) {
      const rehearsal = inLine(nominalPlan(rng), start, map)
      if (!rehearsal.ok) throw new Error(rehearsal.error.text)
    }
  })
})

function nominalPlan(rng: Rng): PlannedStep[] {
  const step = (skill: string, args: Record<string, string> = {}): PlannedStep => ({ skill, args, path: '/' })
  const unloads = shuffled(UNLOADS, rng)
  const pairs = shuffled(LOADS, rng).flatMap((load, index) => [
    step('MoveToZone', { zone: `${load}`, ...(rng.chance(0.3) ? { position: '2' } : {}) }),
    step('LoadBlocks'),
    ...(rng.chance(0.5) ? [step('RotateBlocks', { mask: someMask(rng) })] : []),
    ...(rng.chance(0.2) ? [step('CustomDelay', { duration: '1.5' })] : []),
    step('MoveToZone', { zone: `${unloads[index] ?? 2}` }),
    step('UnloadBlocks'),
  ])
  return [step('MoveCursor'), ...pairs, step('MoveToHome')]
}

function shuffled<T>(items: readonly T[], rng: Rng): T[] {
  const rest = [...items]
  return items.map(() => rest.splice(rng.int(rest.length), 1)[0] as T)
}
