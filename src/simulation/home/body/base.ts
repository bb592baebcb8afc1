import type { Flat, RobotBody } from '../scene.js'
import { towards, turnTo } from '../space/boxes.js'
import { pathLength, pointAlong } from '../space/path.js'
import type { BaseState, Drive } from '../state.js'

/** How the base may move in this step. */
export interface BaseOrder {
  /** brake as hard as it can: STOP, or something is in the way */
  readonly brake: boolean
}

/**
 * Advances the holonomic base along its path: it speeds up and arrives with the declared acceleration, takes corners
 * slowly, turns towards where it goes and at the end to the way it should face.
 * @param dt s
 */
export function stepBase(base: BaseState, body: RobotBody, dt: number, { brake }: BaseOrder): void {
  const { drive } = base
  const wanted = brake || drive === null ? 0 : allowedSpeed(base, drive, body)
  const rate =
    brake || drive === null ? body.braking : body.acceleration * (wanted < base.speed ? ARRIVING : 1)
  base.speed = towards(base.speed, wanted, rate * dt)
  if (drive !== null && base.speed > 0) {
    drive.done = Math.min(pathLength(drive.points), drive.done + base.speed * dt)
    const { point } = pointAlong(drive.points, drive.done)
    base.x = point.x
    base.y = point.y
  }
  stepTurn(base, body, dt, brake)
  if (drive !== null && arrived(drive)) base.speed = 0
}

/** Whether it stands where the drive leads, and faces the right way. */
export const isThere = (base: BaseState, drive: Drive): boolean =>
  arrived(drive) && Math.abs(turnTo(base.heading, drive.goal.facing)) < 0.03 && Math.abs(base.turn) < 0.06

export const isBaseMoving = (base: BaseState): boolean => base.speed > 0 || base.turn !== 0

/** slows down a little harder than it speeds up, so that the discrete steps never overrun the end */
const ARRIVING = 1.3
/** rad/s² */
const TURN_RATE = 6
/** slowest speed on the way, m/s: the last millimetres take no minute */
const CREEP = 0.03

const arrived = (drive: Drive): boolean => drive.done >= pathLength(drive.points) - 1e-6

function allowedSpeed(base: BaseState, drive: Drive, body: RobotBody): number {
  const { points } = drive
  let allowed = body.speed
  let at = 0
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1] as Flat, points[i] as Flat]
    at += Math.hypot(b.x - a.x, b.y - a.y)
    const ahead = at - drive.done
    if (ahead < -1e-9) continue
    const next = points[i + 1]
    const through = next === undefined ? 0 : body.speed * Math.max(0.25, bend(a, b, next))
    allowed = Math.min(allowed, Math.sqrt(through ** 2 + 2 * body.acceleration * Math.max(0, ahead)))
  }
  const off = Math.abs(turnTo(base.heading, pointAlong(points, drive.done).heading ?? base.heading))
  return Math.max(CREEP, allowed * Math.max(0.3, Math.cos(Math.min(off, Math.PI / 2))))
}

/** 1 straight on, 0 at a right angle. */
const bend = (a: Flat, b: Flat, c: Flat): number =>
  Math.cos(turnTo(Math.atan2(b.y - a.y, b.x - a.x), Math.atan2(c.y - b.y, c.x - b.x)))

function stepTurn(base: BaseState, body: RobotBody, dt: number, brake: boolean): void {
  const wanted = brake || base.drive === null ? 0 : turnSpeed(base, base.drive, body)
  base.turn = towards(base.turn, wanted, TURN_RATE * dt)
  base.heading = turnTo(0, base.heading + base.turn * dt)
}

function turnSpeed(base: BaseState, drive: Drive, body: RobotBody): number {
  const left = pathLength(drive.points) - drive.done
  const heading = left < 0.3 ? drive.goal.facing : pointAlong(drive.points, drive.done + 0.15).heading
  const off = turnTo(base.heading, heading ?? drive.goal.facing)
  if (Math.abs(off) < 0.015) return 0
  return (
    Math.sign(off) * Math.min(body.turning, Math.sqrt(TURN_RATE * Math.abs(off)), Math.abs(off) * 6 + 0.02)
  )
}
