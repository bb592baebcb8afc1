import { maskBits, type Pose } from '#base/field-map.js'
import { ms, type Ms } from '#base/units.js'
import type { LinkSession } from '#link/link-session.js'
import type { WireCommand } from '#link/wire-command.js'
import { distance } from '#twin/places.js'
import type { PermitId } from '#twin/permit.js'
import type { MotionCommand, VelocityCommand } from '#twin/world.js'

/** Driving: m/s, m/s², ms of standing before the move counts as done (benchmarks §6.1). */
const TRAVEL = { vMax: 0.6, aMax: 1, settleMs: 800 } as const
/** Pushing: slow, so that the shelf does not run away from the bumper; 5 s for the 0.32 m of its track. */
const PUSH = { vMax: 0.075, aMax: 1, settleMs: 800 } as const
/** rounds in which the controller tries cups without vacuum again, 1 s each */
const REGRIPS = 1

/**
 * A permitted command in the controller's words. Positions are the gripper centre's; the controller drives
 * just that.
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

/** A permitted setpoint in the controller's words. */
export const wireSetpoint = (
  { vx, vy, wz, ttl }: VelocityCommand,
  permitId: PermitId,
): Parameters<LinkSession['setVelocity']>[0] => ({ permitId, vx, vy, wz, ttlMs: ttl })

/** How long the command takes when all goes well, from a pose. */
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

/** Beyond this time the command is given up: the controller's own time-outs come first when it is alive. */
export const timeLimit = (command: MotionCommand, from: Pose): Ms =>
  ms(1.5 * nominalTime(command, from) + 3000)

function travelTime(way: number, { vMax, aMax, settleMs }: typeof TRAVEL | typeof PUSH): Ms {
  const ramps = vMax / aMax
  const seconds = way >= vMax * ramps ? way / vMax + ramps : 2 * Math.sqrt(way / aMax)
  return ms(settleMs + 1000 * seconds)
}
