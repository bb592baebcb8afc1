import { wrapped } from '#localisation/scan/frames.js'
import type { Radians } from '#base/units.js'
import { hullSpeed, type Twist } from './clearance.js'

/** Directions in which the scanner sees a part of the robot: from `from` counter-clockwise to `to`, body's frame. */
export interface BlindSector {
  readonly from: Radians
  readonly to: Radians
}

/** Whether a direction lies in one of them. */
export const isBlind = (sectors: readonly BlindSector[], direction: number): boolean =>
  sectors.some((sector) => turned(sector.from, direction) <= widthOf(sector))

/**
 * Whether a sector that is so wide that somebody's leg fits into it hides what the robot drives towards: one of the
 * directions within 60° of where some part of the hull goes. A turn goes everywhere.
 */
export function hidesTheWay(sectors: readonly BlindSector[], twist: Twist): boolean {
  if (!(hullSpeed(twist) > 0)) return false
  const wide = sectors.filter((sector) => widthOf(sector) > WIDEST)
  if (wide.length === 0) return false
  const straight = Math.hypot(twist.vx, twist.vy)
  if (hullSpeed(twist) - straight > straight) return true
  const ahead = Math.atan2(twist.vy, twist.vx)
  return wide.some((sector) => {
    const beyond = turned(sector.from, ahead) - widthOf(sector)
    const before = turned(ahead, sector.from)
    return Math.min(Math.max(beyond, 0), before) < AHEAD
  })
}

/** 8°, and 60° to either side. */
const WIDEST = (8 * Math.PI) / 180
const AHEAD = Math.PI / 3

/** counter-clockwise from one direction to another, 0…2π */
function turned(from: number, to: number): number {
  const angle = wrapped(to - from)
  return angle < 0 ? angle + 2 * Math.PI : angle
}

const widthOf = ({ from, to }: BlindSector): number => turned(from, to)
