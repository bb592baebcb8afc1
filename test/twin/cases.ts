import { m, rad } from '#base/units.js'
import { next } from '#twin/field/belief.js'
import type { Command, WorldState } from '#twin/field/world.js'
import {
  at,
  carrying,
  dock,
  filled,
  grip,
  jog,
  map,
  move,
  pose,
  push,
  release,
  rotate,
  start,
  zoneAt,
} from './field.js'

/** One check of one command: a world in which it holds, and one in which it does not. */
export interface Case {
  readonly good: readonly [WorldState, Command]
  readonly bad: readonly [WorldState, Command]
  /** what a person must read */
  readonly says: RegExp
}

export const robot = (change: Partial<WorldState['robot']>, state: WorldState): WorldState =>
  next(state, { robot: { ...state.robot, ...change } })
const TOWARDS_TARGET = Math.sign(map.shelf.target.x - map.shelf.at.x)
const gripper = (change: Partial<WorldState['gripper']>, state: WorldState): WorldState =>
  next(state, { gripper: { ...state.gripper, ...change } })

const READY: Readonly<Record<Command['kind'], readonly [WorldState, Command]>> = {
  move: [start, move(zoneAt(1))],
  grip: [at(zoneAt(1)), grip(1)],
  release: [at(zoneAt(2), carrying('1111', 1)), release(2)],
  rotate: [carrying('1111', 1), rotate('0101')],
  push: [at({ kind: 'shelf' }), push],
  jog: [at(zoneAt(1)), jog(0.2)],
}
const broken = (kind: Command['kind'], change: Partial<WorldState['robot']>): Case['bad'] => [
  robot(change, READY[kind][0]),
  READY[kind][1],
]
const common = (kind: Command['kind']): Record<string, Case> => ({
  [`${kind} link-up`]: {
    good: READY[kind],
    bad: broken(kind, { linkUp: false }),
    says: /link .* is down: wait/,
  },
  [`${kind} estop-clear`]: {
    good: READY[kind],
    bad: broken(kind, { estop: true }),
    says: /emergency stop .* reset/,
  },
  [`${kind} not-moving`]: { good: READY[kind], bad: broken(kind, { moving: true }), says: /still moving/ },
})
/** a setpoint follows another while the robot moves */
function withoutStanding(kind: Command['kind']): Record<string, Case> {
  const { [`${kind} not-moving`]: _, ...rest } = common(kind)
  return rest
}
const lift = (kind: Command['kind']): Case => ({
  good: READY[kind],
  bad: [gripper({ lift: 'down' }, READY[kind][0]), READY[kind][1]],
  says: /lift is down: finish/,
})
const turning = (kind: Command['kind']): Case => ({
  good: READY[kind],
  bad: [gripper({ rotator: { end: 0, turning: true, mask: '1000' } }, READY[kind][0]), READY[kind][1]],
  says: /between its ends: run RotateBlocks mask="1000" to finish its turn/,
})
const mask = (kind: 'grip' | 'release' | 'rotate', bad: string): Case => ({
  good: READY[kind],
  bad: [READY[kind][0], { ...READY[kind][1], mask: bad } as Command],
  says: bad === '0000' ? /names no cup/ : /four digits/,
})

/** Every check of every command: `grip cups-free`. */
/** what touches blocks or shelf */
const unsure = (kind: Command['kind']): Case => ({
  good: [robot({ deviation: { place: m(0.005), heading: rad(0.02) } }, READY[kind][0]), READY[kind][1]],
  bad: broken(kind, { deviation: { place: m(0.0128), heading: rad(0.02) } }),
  says: /knows where it is only to 13 mm and 1\.1°: see whether the laser scanner runs/,
})

export const CASES: Readonly<Record<string, Case>> = {
  ...common('move'),
  'move lift-up': lift('move'),
  'move position-known': {
    good: READY.move,
    bad: broken('move', { pose: { ...pose(0, 0), x: m(NaN) } }),
    says: /does not know where it is: put it at home/,
  },
  'move place-on-map': {
    good: READY.move,
    bad: [start, { kind: 'move', to: zoneAt(9), pose: pose(0.4, 0.4) }],
    says: /zone 9 is not on the map: choose one of zones 1, 2, 3/,
  },
  'move pose-inside-field': {
    good: READY.move,
    bad: [start, { kind: 'move', to: { kind: 'home' }, pose: pose(0.3, 1.9) }],
    says: /out of the field of 3 by 2 m/,
  },
  'move shelf-left-alone': {
    good: READY.move,
    bad: [at({ kind: 'shelf' }), move(zoneAt(8))],
    says: /from there to be at unload zone 8 would push the shelf along: run CursorSequence before/,
  },
  ...common('grip'),
  'grip mask-names-cups': mask('grip', '0000'),
  'grip position-sure': unsure('grip'),
  'grip at-load-zone': {
    good: READY.grip,
    bad: [start, grip(1)],
    says: /the robot is at home: put MoveToZone zone="1" before LoadBlocks/,
  },
  'grip cups-free': {
    good: READY.grip,
    bad: [at(zoneAt(3), carrying('1100', 1)), grip(3)],
    says: /cups 0 and 1 already hold a block of zone 1: run UnloadBlocks/,
  },
  'grip slots-filled': {
    good: READY.grip,
    bad: [at(zoneAt(1), filled(1, '0111')), grip(1)],
    says: /no block lies in slot 0 of zone 1: load from zone 1 or 3 or 5 or 7/,
  },
  ...withoutStanding('jog'),
  'jog lift-up': lift('jog'),
  'jog rotator-at-rest': turning('jog'),
  'jog position-known': {
    good: READY.jog,
    bad: broken('jog', { pose: { ...pose(0, 0), x: m(NaN) } }),
    says: /does not know where it is: put it at home/,
  },
  'jog jog-speed': {
    good: READY.jog,
    bad: [at(zoneAt(1)), jog(0.25, 0.25)],
    says: /0\.35 m\/s and 0\.00 rad\/s are too fast .* at most 0\.3 m\/s/,
  },
  'jog jog-one-motion': {
    good: READY.jog,
    bad: [at(zoneAt(1)), jog(0.1, 0, 0.5)],
    says: /one after the other/,
  },
  'jog jog-short': {
    good: READY.jog,
    bad: [at(zoneAt(1)), jog(0.2, 0, 0, 500)],
    says: /500 ms .* 20 to 300 ms/,
  },
  'jog jog-inside-field': {
    good: READY.jog,
    bad: [robot({ pose: pose(0.2, 1), place: 'between' }, start), jog(-0.2)],
    says: /too near to the field's border: it is between places, drive another way/,
  },
  'jog shelf-left-alone': {
    good: READY.jog,
    bad: [at({ kind: 'shelf' }), jog(TOWARDS_TARGET * 0.2)],
    says: /would push the shelf along: drive around it/,
  },
  ...common('release'),
  'release mask-names-cups': mask('release', '11'),
  'release position-sure': unsure('release'),
  'release at-unload-zone': {
    good: READY.release,
    bad: [at(zoneAt(1), carrying('1111', 1)), release(1)],
    says: /unloaded in zones 2, 4, 6, 8 and the robot is at load zone 1/,
  },
  'release cups-holding': {
    good: READY.release,
    bad: [at(zoneAt(2)), release(2)],
    says: /gripper is empty: run LoadBlocks/,
  },
  'release slots-free': {
    good: READY.release,
    bad: [at(zoneAt(2), filled(2, '0010', carrying('1111', 1))), release(2)],
    says: /already lie in slot 2 of zone 2: unload in zone 4 or 6 or 8/,
  },
  'release zone-open': {
    good: [at(zoneAt(4), next(carrying('1111', 3), { shelf: 'target' })), release(4)],
    bad: [at(zoneAt(4), carrying('1111', 3)), release(4)],
    says: /zone 4 does not count until the shelf is at its target: run CursorSequence before UnloadBlocks/,
  },
  'grip rotator-at-rest': turning('grip'),
  'release rotator-at-rest': turning('release'),
  ...common('rotate'),
  'rotate lift-up': lift('rotate'),
  'rotate mask-names-cups': mask('rotate', 'x101'),
  'rotate rotator-at-rest': turning('rotate'),
  'rotate cups-holding-under-mask': {
    good: READY.rotate,
    bad: [carrying('1110', 1), rotate('0101')],
    says: /cup 3 holds no block to turn: run LoadBlocks/,
  },
  ...common('push'),
  'push lift-up': lift('push'),
  'push position-sure': unsure('push'),
  'push push-on-map': {
    good: READY.push,
    bad: [at({ kind: 'shelf' }), { kind: 'push', from: dock({ kind: 'shelf' }), to: pose(2.9, 0.2) }],
    says: /from its dock to its target: use MoveCursor/,
  },
  'push at-shelf': { good: READY.push, bad: [start, push], says: /at home, not at the shelf/ },
  'push gripper-empty': {
    good: READY.push,
    bad: [at({ kind: 'shelf' }, carrying('1000', 1)), push],
    says: /run UnloadBlocks before CursorSequence/,
  },
  'push corridor-clear': {
    good: READY.push,
    bad: [at({ kind: 'shelf' }, filled(8, '1000')), push],
    says: /blocks in zone 8 lie in the shelf's way/,
  },
  'push shelf-not-at-target': {
    good: READY.push,
    bad: [at({ kind: 'shelf' }, next(start, { shelf: 'target' })), push],
    says: /already at its target/,
  },
}
