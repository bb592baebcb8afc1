import type { Rng } from '#base/random.js'
import { aboutZ, type Vector } from '#tabletop/arm/pose.js'
import { middleOf } from '#tabletop/planning/where.js'
import { placeNamed } from '#tabletop/scene/places.js'
import { reach } from './solids.js'
import { turnOf, type Thing, type Turn } from './thing.js'

/** A thing where it stands or lies. */
export interface Placed {
  readonly thing: Thing
  /** of its middle, metres */
  readonly position: Vector
  readonly turn: Turn
  /** the name of the thing that carries it */
  readonly on?: string
  /** the place, where it is one that can be shut */
  readonly inside?: string
}

/** A scene while it is being arranged: what has been placed, and what is free. */
export class Room {
  readonly placed: Placed[] = []
  readonly rng: Rng
  readonly slides: Map<string, number>
  /** Where the gripper is to be, if an arrangement wants the arm somewhere. */
  over: Vector | undefined

  constructor(rng: Rng, slides: Map<string, number>) {
    this.rng = rng
    this.slides = slides
  }

  between(from: number, to: number): number {
    return from + (to - from) * this.rng.next()
  }

  /** Turned as it happens to be; one in three lies on its side. */
  turn(thing: Thing, lies = this.rng.chance(0.33)): Turn {
    return turnOf(thing, lies, this.between(-Math.PI, Math.PI), this.rng.int(4))
  }

  /** Puts a thing on a surface if nothing is in the way. @returns where it is, or nothing */
  put(
    thing: Thing,
    [x, y]: readonly [number, number],
    more: Partial<Placed> & { floor?: number } = {},
  ): Placed | undefined {
    const turn = more.turn ?? this.turn(thing)
    const { floor = this.#floorUnder(thing, turn, [x, y]), inside } = more
    if (floor === undefined) return undefined
    const position: Vector = [x, y, floor + reach(thing.parts, turn.rotation, [0, 0, -1])]
    if (more.on === undefined && this.#isTaken(thing, turn, position)) return undefined
    const placed: Placed = {
      thing,
      position,
      turn,
      ...(more.on !== undefined && { on: more.on }),
      ...(inside !== undefined && { inside }),
    }
    this.placed.push(placed)
    return placed
  }

  /** Puts a thing on another that stands. @param off how far from its middle, metres */
  pile(thing: Thing, below: Placed, off: number): Placed | undefined {
    const top = below.position[2] + reach(below.thing.parts, below.turn.rotation, [0, 0, 1])
    const [x, y] = [below.position[0] + this.between(-off, off), below.position[1] + this.between(-off, off)]
    return this.put(thing, [x, y], { floor: top, on: below.thing.name, turn: this.turn(thing, false) })
  }

  /** Puts a thing against another, in a direction. @param angle radians */
  beside(thing: Thing, next: Placed, angle: number, lies?: boolean): Placed | undefined {
    const turn = this.turn(thing, lies)
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const apart =
      reach(next.thing.parts, next.turn.rotation, [c, s, 0]) + reach(thing.parts, turn.rotation, [-c, -s, 0])
    const [x, y] = next.position
    const at = [x + c * (apart + 0.001), y + s * (apart + 0.001)] as const
    return this.put(thing, at, { turn })
  }

  /** Puts a thing into the drawer or the box, open or not. @param spot from the middle of the place, metres */
  inside(thing: Thing, name: string, spot: readonly [number, number]): Placed | undefined {
    const place = placeNamed(name)
    if (place === undefined) return undefined
    const [x, y, floor] = middleOf(place, this.slides)
    return this.put(thing, [x + spot[0], y + spot[1]], { floor, inside: name })
  }

  /** The height of what is under a thing: trays have floors. @returns nothing where it would stand on a rim */
  #floorUnder(thing: Thing, turn: Turn, [x, y]: readonly [number, number]): number | undefined {
    const corners = Array.from({ length: 8 }, (_, at): readonly [number, number] => {
      const [c, s] = [Math.cos((at * Math.PI) / 4), Math.sin((at * Math.PI) / 4)]
      const far = reach(thing.parts, turn.rotation, [c, s, 0])
      return [x + c * far, y + s * far]
    })
    for (const { middle, half } of RAISED) {
      const within = corners.map(
        ([cx, cy]) => Math.max(Math.abs(cx - middle[0]) - half[0], Math.abs(cy - middle[1]) - half[1]) + RIM,
      )
      if (within.every((over) => over < 0)) return middle[2]
      if (within.some((over) => over < RIM)) return undefined
    }
    return 0
  }

  #isTaken(thing: Thing, turn: Turn, [x, y]: Vector): boolean {
    return this.placed.some((other) => {
      const [dx, dy] = [other.position[0] - x, other.position[1] - y]
      const apart = Math.hypot(dx, dy)
      if (apart < 0.012) return true
      const [c, s] = [dx / apart, dy / apart]
      return (
        apart + 1e-4 <
        reach(other.thing.parts, other.turn.rotation, [-c, -s, 0]) +
          reach(thing.parts, turn.rotation, [c, s, 0])
      )
    })
  }
}

/** What is higher than the table and can carry things, and the width of its rims, metres. */
const RAISED = ['left_tray', 'right_tray', 'mat'].flatMap((name) => placeNamed(name) ?? [])
const RIM = 0.006

/** How far a thing reaches sideways at most as it stands, metres. */
export function wide(thing: Thing): number {
  const directions = Array.from({ length: 8 }, (_, at) => (at * Math.PI) / 4)
  return Math.max(
    ...directions.map((angle) => reach(thing.parts, aboutZ(0), [Math.cos(angle), Math.sin(angle), 0])),
  )
}

/** How tall it is as it stands, metres. */
export const tall = (thing: Thing): number => 2 * reach(thing.parts, aboutZ(0), [0, 0, 1])
