import type { Point, Pose, Zone } from '#base/field-map.js'
import { m, rad, type Metres } from '#base/units.js'
import { BLOCK } from '../dimensions.js'

/** A rectangle on the floor, rotated about its centre. */
export interface Rectangle {
  readonly at: Point
  readonly size: Point
  /** radians, counter-clockwise */
  readonly yaw: number
}

/** Something round that reaches from the floor to above the plane of a laser scanner: a leg, a bin, a table's foot. */
export interface Disc {
  readonly at: Point
  readonly radius: Metres
}

export const blockFootprint = (block: { readonly at: Point; readonly yaw: number }): Rectangle => ({
  at: block.at,
  size: { x: BLOCK.x, y: BLOCK.y },
  yaw: block.yaw,
})

export const zoneRectangle = (zone: Zone): Rectangle => ({ at: zone.at, size: zone.size, yaw: 0 })

/**
 * Whether two rectangles overlap, by the separating-axis test. Any overlap puts a block into a zone (vrl.txt IV.C);
 * mere contact of edges does not (VRL-24).
 */
export function overlap(a: Rectangle, b: Rectangle): boolean {
  const axes = [a.yaw, a.yaw + Math.PI / 2, b.yaw, b.yaw + Math.PI / 2]
  return axes.every((angle) => {
    const x = Math.cos(angle)
    const y = Math.sin(angle)
    const distance = Math.abs((b.at.x - a.at.x) * x + (b.at.y - a.at.y) * y)
    return distance < halfExtent(a, x, y) + halfExtent(b, x, y) - TOUCH
  })
}

/** an overlap thinner than a micrometre is rounding error */
const TOUCH = 1e-6

function halfExtent({ size, yaw }: Rectangle, x: number, y: number): number {
  const along = Math.abs(Math.cos(yaw) * x + Math.sin(yaw) * y) * size.x
  const across = Math.abs(-Math.sin(yaw) * x + Math.cos(yaw) * y) * size.y
  return (along + across) / 2
}

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

/**
 * On the straight way from one pose to another, turning by the shorter side.
 * @param share 0: the first, 1: the second
 */
export function poseBetween(a: Pose, b: Pose, share: number): Pose {
  const turn = Math.atan2(Math.sin(b.theta - a.theta), Math.cos(b.theta - a.theta))
  return {
    x: m(a.x + share * (b.x - a.x)),
    y: m(a.y + share * (b.y - a.y)),
    theta: rad(a.theta + share * turn),
  }
}
