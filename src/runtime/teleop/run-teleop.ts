import type { FieldMap, Pose } from '#base/field-map.js'
import { m, rad } from '#base/units.js'
import type { LinkSession } from '#link/link-session.js'
import type { Telemetry } from '#link/messages.gen.js'
import type { FieldRobot } from '#robots/field/field-robot.js'
import { runSession, type NotBegun, type Over, type SessionParts } from './run-session.js'
import { zeroSetpoint, type TeleopSession } from './teleop.js'

/** What teleoperation needs: the parts of an episode without tree, critic and camera. */
export interface TeleopParts extends SessionParts {
  readonly map: FieldMap
  readonly session: LinkSession
  readonly robot: FieldRobot
}

/** In setpoints sent, each with its own permit, and such that were refused. */
export type TeleopEnd = NotBegun | (Over & { readonly sent: number; readonly refused: number })

/** Runs a teleoperation session: in each turn of the loop the operator's newest setpoint requests its permit. */
export async function runTeleop(parts: TeleopParts, teleop: TeleopSession): Promise<TeleopEnd> {
  const { robot, map } = parts
  const count = { sent: 0, refused: 0 }
  const end = await runSession(parts, teleop, {
    robot: {
      condition: () => robot.condition(),
      arm: () => robot.arm((telemetry) => odometryPose(telemetry, map)),
      armState: () => robot.armState(),
    },
    turn: (reflex) => {
      stream(robot, teleop, count)
      return reflex.turn()
    },
  })
  return end.kind === 'over' ? { ...end, ...count } : end
}

function stream(robot: FieldRobot, teleop: TeleopSession, count: { sent: number; refused: number }): void {
  const due = teleop.due()
  if (due === undefined) return
  const requested = robot.streamVelocity(due)
  teleop.recordOutcome(requested.ok && requested.value, requested.ok ? undefined : requested.error.text)
  if (requested.ok && requested.value) count.sent++
  if (!requested.ok) {
    count.refused++
    halt(robot, count)
  }
}

/** Stops the motion permitted before. It would end by itself, but an operator who is refused expects it to end now. */
function halt(robot: FieldRobot, count: { sent: number }): void {
  if (!robot.condition().moving) return
  const braked = robot.streamVelocity(zeroSetpoint())
  if (braked.ok && braked.value) count.sent++
  else if (!braked.ok) robot.stop()
}

/**
 * Teleoperation is used when the robot is not where it should be, so the controller's odometry is the best available
 * estimate of its pose. That of a controller that has just been switched on begins at the field's corner, where no
 * robot can stand: it is where it is set up, at home.
 */
function odometryPose({ x, y, theta }: Telemetry, { size }: FieldMap): Pose | undefined {
  const known = x > 0 && x < size.x && y > 0 && y < size.y && Number.isFinite(theta)
  return known ? { x: m(x), y: m(y), theta: rad(theta) } : undefined
}
