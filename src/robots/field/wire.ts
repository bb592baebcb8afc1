import { maskBits, type Pose } from '#base/field-map.js'
import { ms, type Ms } from '#base/units.js'
import type { LinkSession } from '#link/link-session.js'
import type { WireCommand } from '#link/wire-command.js'
import { distance } from '#twin/field/places.js'
import type { PermitId } from '#twin/permit.js'
import type { MotionCommand, VelocityCommand } from '#twin/field/world.js'

/** Driving: m/s, m/s², and ms at rest before the move counts as done (benchmarks §6.1). */
export const TRAVEL = { vMax: 0.6, aMax: 1, settleMs: 800 } as const
/** Pushing: slow enough to keep the shelf at the bumper; 5 s for the 0.32 m of its track. */
export const PUSH = { vMax: 0.075, aMax: 1, settleMs: 800 } as const
/** how often the controller retries cups without vacuum, 1 s each */
const REGRIPS = 1

/**
 * Encodes a permitted command for the controller. Positions are those of the gripper centre, which is the point the
 * controller drives.
 */
export function wireCommand(command: MotionCommand, permitId: PermitId): WireCommand {
  switch (command.kind) {
    case 'move': {
      const { x, y, theta } = command.pose
      return { kind: 'moveTo', permitId, x, y, theta, ...TRAVEL }
    }
    case 'push': {
      const { x, y, theta } = command.to
      return { kind: 'push', permitId, x, y, theta, ...PUSH }
    }
    case 'grip':
      return { kind: 'grip', permitId, mask: maskBits(command.mask), regrips: REGRIPS }
    case 'release':
      return { kind: 'release', permitId, mask: maskBits(command.mask) }
    case 'rotate':
      return { kind: 'rotate', permitId, mask: maskBits(command.mask) }
  }
}

/** Encodes a permitted setpoint for the controller. */
export const wireSetpoint = (
  { vx, vy, wz, ttl }: VelocityCommand,
  permitId: PermitId,
): Parameters<LinkSession['setVelocity']>[0] => ({ permitId, vx, vy, wz, ttlMs: ttl })

/** Nominal duration of the command, starting from a pose. */
function nominalTime(command: MotionCommand, from: Pose): Ms {
  switch (command.kind) {
    case 'move':
      return travelTime(distance(from, command.pose), TRAVEL)
    case 'push':
      return travelTime(distance(command.from, command.to), PUSH)
    case 'grip':
      return ms(4000 + REGRIPS * 1000)
    case 'release':
    case 'rotate':
      return ms(3000)
  }
}

/** Timeout of the command; a live controller's own timeouts expire earlier. */
export const timeLimit = (command: MotionCommand, from: Pose): Ms =>
  ms(1.5 * nominalTime(command, from) + 3000)

function travelTime(metres: number, { vMax, aMax, settleMs }: typeof TRAVEL | typeof PUSH): Ms {
  const ramps = vMax / aMax
  const seconds = metres >= vMax * ramps ? metres / vMax + ramps : 2 * Math.sqrt(metres / aMax)
  return ms(settleMs + 1000 * seconds)
}
