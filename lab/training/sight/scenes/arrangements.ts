import type { Room } from './room.js'
import { tall, wide } from './room.js'
import type { Split } from './shapes.js'
import type { Thing } from './thing.js'

/** One way in which some things of a scene are put; things that find no room are left out. */
export interface Arrangement {
  readonly kind: string
  readonly split: Split
  readonly arrange: (room: Room, things: readonly Thing[]) => void
}

const TRAYS = [
  [0.47, 0.22],
  [0.47, -0.22],
] as const

/** Those of a split; what is there to fit on has those of training and of validation. */
export const arrangementsOf = (split: Split): readonly Arrangement[] =>
  ARRANGEMENTS.filter((each) => (split === 'fit' ? each.split !== 'test' : each.split === split))

export const ARRANGEMENTS: readonly Arrangement[] = [
  of('train', 'scattered', (room, things) => {
    for (const thing of things)
      tryTo(() => room.put(thing, [room.between(0.2, 0.56), room.between(-0.15, 0.15)]))
  }),
  of('train', 'in a tray', (room, things) => {
    const [x, y] = room.rng.pick(TRAYS)
    for (const thing of things)
      tryTo(() => room.put(thing, [x + room.between(-0.055, 0.055), y + room.between(-0.045, 0.045)]))
  }),
  of('train', 'two touch', (room, [first, second, ...rest]) => {
    const at = first && tryTo(() => room.put(first, anywhere(room)))
    if (at && second) tryTo(() => room.beside(second, at, room.between(0, 2 * Math.PI)))
    for (const thing of rest) tryTo(() => room.put(thing, anywhere(room)))
  }),
  of('train', 'piled two high', (room, things) => pile(room, things, 2)),
  of('train', 'in the open drawer', (room, things) => inDrawer(room, things, room.between(0.9, 1))),
  of('train', 'in the shut drawer', (room, things) => inDrawer(room, things, 0)),
  of('train', 'on the mat', (room, things) => {
    for (const thing of things)
      tryTo(() => room.put(thing, [room.between(0.57, 0.67), room.between(-0.05, 0.05)]))
  }),
  of('validation', 'in a line', (room, things) => {
    const [x, step] = [room.between(0.22, 0.56), room.between(0.065, 0.085)]
    things.forEach((thing, index) => tryTo(() => room.put(thing, [x, (index - things.length / 2) * step])))
  }),
  of('validation', 'three touch in a row', (room, things) => {
    const angle = room.between(0, 2 * Math.PI)
    let last = things[0] && tryTo(() => room.put(things[0] as Thing, anywhere(room)))
    for (const thing of things.slice(1)) last = last && tryTo(() => room.beside(thing, last as never, angle))
  }),
  of('validation', 'in the drawer ajar', (room, things) => inDrawer(room, things, room.between(0.35, 0.65))),
  of('validation', 'in the box ajar', (room, things) => inBox(room, things, room.between(0.25, 0.6))),
  of('validation', 'beside a pile', (room, things) => {
    const base = pile(room, things.slice(0, 2), 2)
    for (const thing of things.slice(2))
      if (base) tryTo(() => room.beside(thing, base, room.between(0, 2 * Math.PI)))
  }),
  of('validation', 'behind the arm at one side', (room, things) => {
    const y = room.between(-0.12, 0.12)
    room.over = [room.between(0.3, 0.4), y, room.between(0.2, 0.28)]
    for (const thing of things)
      tryTo(() => room.put(thing, [room.between(0.16, 0.42), y + room.between(-0.07, 0.07)]))
  }),
  of('test', 'in an arc', (room, things) => {
    const [radius, from] = [room.between(0.24, 0.5), room.between(-0.5, -0.3)]
    things.forEach((thing, index) => {
      const angle = from + (index * 0.075) / radius
      tryTo(() => room.put(thing, [radius * Math.cos(angle), radius * Math.sin(angle)]))
    })
  }),
  of('test', 'heaped together', (room, [first, ...rest]) => {
    const middle = first && tryTo(() => room.put(first, anywhere(room)))
    for (const thing of rest)
      if (middle) tryTo(() => room.beside(thing, middle, room.between(0, 2 * Math.PI)))
  }),
  of('test', 'piled three high', (room, things) => pile(room, things, 3)),
  of('test', 'in the open box', (room, things) => inBox(room, things, room.between(0.92, 1))),
  of('test', 'in the shut box', (room, things) => inBox(room, things, 0)),
  of('test', 'under the arm', (room, things) => {
    const [x, y] = [room.between(0.3, 0.48), room.between(-0.14, 0.14)]
    room.over = [x, y, room.between(0.19, 0.26)]
    for (const thing of things)
      tryTo(() => room.put(thing, [x + room.between(-0.09, 0.09), y + room.between(-0.07, 0.07)]))
  }),
  of('test', 'behind something tall', (room, things) => {
    const [first, ...rest] = [...things].sort((a, b) => tall(b) - tall(a))
    // far from the middle of the picture, the camera sees least of what is behind
    const side = room.rng.pick([-1, 1])
    const at =
      first && tryTo(() => room.put(first, [room.between(0.2, 0.56), side * room.between(0.06, 0.13)]))
    for (const thing of rest)
      if (at) tryTo(() => room.beside(thing, at, side * (Math.PI / 2) + room.between(-0.6, 0.6)))
  }),
]

/** Kinds that one scene cannot have together, as both decide how far a part is open. */
export const aboutOf = (kind: string): string => /drawer|box|arm/.exec(kind)?.[0] ?? kind

function of(split: Split, kind: string, arrange: Arrangement['arrange']): Arrangement {
  return { kind, split, arrange }
}

/** On the table or in a tray; what is near the arm keeps clear of the drawer. */
function anywhere(room: Room): [number, number] {
  const x = room.between(0.2, 0.56)
  const far = x < 0.34 ? 0.14 : 0.24
  return [x, room.between(-far, far)]
}

function tryTo<T>(put: () => T | undefined): T | undefined {
  for (let attempt = 0; attempt < 12; attempt++) {
    const done = put()
    if (done !== undefined) return done
  }
  return undefined
}

/** A tower of so many things, the flattest below; what is left over stands apart. @returns the lowest */
function pile(room: Room, things: readonly Thing[], height: number): ReturnType<Room['put']> {
  const sorted = [...things].sort(
    (a, b) => Number(b.family.flat) - Number(a.family.flat) || wide(b) - wide(a),
  )
  const [base, ...rest] = sorted
  if (base === undefined) return undefined
  const lowest = tryTo(() => room.put(base, anywhere(room), { turn: room.turn(base, false) }))
  let below = lowest
  for (const [index, thing] of rest.entries()) {
    if (below?.thing.family.flat && index + 1 < height) below = room.pile(thing, below, 0.008)
    else tryTo(() => room.put(thing, anywhere(room)))
  }
  return lowest
}

function inDrawer(room: Room, things: readonly Thing[], share: number): void {
  room.slides.set('drawer', 0.14 * share)
  const fit = things.filter((thing) => tall(thing) < 0.075 && wide(thing) < 0.05)
  fit.slice(0, 2).forEach((thing, index) => {
    tryTo(() => room.inside(thing, 'drawer_inside', [0.07 * (index - 0.5), room.between(-0.02, 0.02)]))
  })
}

function inBox(room: Room, things: readonly Thing[], share: number): void {
  room.slides.set('box_lid', 1.5 * share)
  const fit = things.filter((thing) => tall(thing) < 0.068 && wide(thing) < 0.045)
  fit.slice(0, 2).forEach((thing, index) => {
    tryTo(() => room.inside(thing, 'box_inside', [0.064 * (index - 0.5), room.between(-0.015, 0.02)]))
  })
}
