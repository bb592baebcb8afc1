import type { Point, Pose } from '#base/field-map.js'
import { ms, type Ms } from '#base/units.js'
import { nearestOf } from '../footprint.js'
import type { Displacement } from '../ground/rolling.js'
import type { Obstacles, Present } from './obstacles.js'

/** One encounter of the robot with a person or a thing. */
export interface Contact {
  readonly with: 'walker' | 'object'
  /** in the plan's list */
  readonly index: number
  /** when it began, in the world's time */
  readonly since: Ms
  /** the largest speed of the point of the robot that was nearest to it while they touched, m/s */
  readonly speed: number
  /** the largest speed at which that point and what it touched came closer, m/s */
  readonly closing: number
}

/** What the base did in a millisecond. */
export interface BaseMotion {
  /** of the gripper, afterwards */
  readonly pose: Pose
  /** what the base moved by, or would have moved by without the object */
  readonly step: Displacement
  /** the object that it was stopped by */
  readonly into?: number | undefined
}

/** The truth about contacts, a millisecond at a time. */
export class Contacts {
  readonly #obstacles: Obstacles
  readonly #all: Contact[] = []
  /** those that are going on, by what they are with */
  readonly #open = new Map<string, Encounter>()

  constructor(obstacles: Obstacles) {
    this.#obstacles = obstacles
  }

  /** in the order in which they began */
  get all(): readonly Contact[] {
    return this.#all
  }

  look(t: number, motion: BaseMotion): void {
    if (this.#obstacles.none) return
    for (const thing of this.#obstacles.at(t)) this.#judge(thing, t, motion)
    for (const [key, { near }] of this.#open) if (t - near > APART_MS) this.#open.delete(key)
  }

  #judge(thing: Present, t: number, { pose, step, into }: BaseMotion): void {
    const nearest = nearestOf(pose, thing.at)
    const gap = nearest.distance - thing.radius
    const key = `${thing.of} ${thing.index}`
    const open = this.#open.get(key)
    if (open !== undefined && gap < APART) open.near = t
    // a standing object is never entered: it is touched where the base would enter it
    if (gap >= 0 && !(thing.of === 'object' && thing.index === into)) return
    const own = velocityAt(pose, step, nearest.at)
    const speed = Math.hypot(own.x, own.y)
    const closing = closingSpeed(own, this.#obstacles.velocityOf(thing, t), between(nearest.at, thing.at))
    if (open === undefined) {
      this.#open.set(key, { at: this.#all.length, near: t })
      this.#all.push({ with: thing.of, index: thing.index, since: ms(t), speed, closing })
      return
    }
    const contact = this.#all[open.at] as Contact
    if (speed <= contact.speed && closing <= contact.closing) return
    this.#all[open.at] = {
      ...contact,
      speed: Math.max(contact.speed, speed),
      closing: Math.max(contact.closing, closing),
    }
  }
}

interface Encounter {
  /** place in the list of all */
  readonly at: number
  /** when they were last close to each other, ms */
  near: number
}

/**
 * An encounter is over once the two have been this far apart for so long: a person who walks past touches with one
 * leg and then with the other, and a base that pushes lets go now and then.
 */
const APART = 0.05
const APART_MS = 1000

interface Vector {
  readonly x: number
  readonly y: number
}

/** Of a point that moves with the robot, m/s. */
const velocityAt = (pose: Pose, { dx, dy, turn }: Displacement, at: Point): Vector => ({
  x: 1000 * (dx - turn * (at.y - pose.y)),
  y: 1000 * (dy + turn * (at.x - pose.x)),
})

const between = (from: Point, to: Point): Vector => ({ x: to.x - from.x, y: to.y - from.y })

/** 0 where they draw apart. @param way from the robot's point to the middle of what it touches */
function closingSpeed(own: Vector, its: Vector, way: Vector): number {
  const length = Math.hypot(way.x, way.y)
  if (length === 0) return 0
  return Math.max(0, ((own.x - its.x) * way.x + (own.y - its.y) * way.y) / length)
}
