import type { FieldMap, Pose } from '#base/field-map.js'
import { m, rad } from '#base/units.js'
import type { LinkSession } from '#link/link-session.js'
import type { FieldRobot } from '#robots/field/field-robot.js'
import { SafetyMonitor } from '../ending/safety-monitor.js'
import type { ModeMachine } from '../modes.js'
import { Reflex, type ReflexParts } from '../reflex.js'
import { beginTeleop, endedBy, type NotBegun, type TeleopControl, type WhyOver } from './begin-teleop.js'
import { zeroSetpoint, type TeleopSession } from './teleop.js'

/** What teleoperation needs: the parts of an episode without tree, critic and camera. */
export interface TeleopParts extends ReflexParts {
  readonly map: FieldMap
  readonly session: LinkSession
  readonly robot: FieldRobot
  readonly modes: ModeMachine
  readonly control: TeleopControl
}

export type TeleopEnd =
  | NotBegun
  /** somebody drove, and the robot has been stopped */
  | {
      readonly kind: 'over'
      readonly why: WhyOver
      /** from the confirmation to the end, ms of the robot's time */
      readonly ms: number
      /** setpoints sent, each with its own permit */
      readonly sent: number
      readonly refused: number
    }

/**
 * Runs a teleoperation session, from SAFE to SAFE: the same bring-up, arming and confirmation as for an episode, then
 * turns of the reflex loop in which the operator's newest setpoint requests its permit, until somebody or something
 * ends it. It always ends with a STOP, and the robot is at rest when this returns.
 */
export async function runTeleop(parts: TeleopParts, teleop: TeleopSession): Promise<TeleopEnd> {
  const { body, line, session, robot, modes, control, map } = parts
  const reflex = new Reflex(parts)
  const safetyMonitor = new SafetyMonitor(parts, reflex)
  const whereItIs = {
    condition: () => robot.condition(),
    arm: () => robot.arm(odometryPose(session, map)),
    armState: () => robot.armState(),
  }
  const begun = await beginTeleop(
    { reflex, safetyMonitor },
    { line, robot: whereItIs, modes, armedBy: teleop.by, control },
  )
  if (!begun.ok) return begun.error

  const began = body.clock.now()
  const count = { sent: 0, refused: 0 }
  teleop.open()
  const why = await drive(parts, teleop, { reflex, safetyMonitor, count })
  const ms = body.clock.now() - began
  teleop.end('ended')
  if (modes.mode === 'RUNNING') modes.request('finish', why)
  if (safetyMonitor.interrupted === undefined) safetyMonitor.stop()
  await safetyMonitor.awaitStandstill()
  return { kind: 'over', why, ms, ...count }
}

async function drive(
  { robot, modes, control }: TeleopParts,
  teleop: TeleopSession,
  tools: {
    readonly reflex: Reflex
    readonly safetyMonitor: SafetyMonitor
    readonly count: { sent: number; refused: number }
  },
): Promise<WhyOver> {
  const { reflex, safetyMonitor, count } = tools
  for (;;) {
    const due = teleop.due()
    if (teleop.over !== undefined) return teleop.over
    if (due !== undefined) {
      const requested = robot.streamVelocity(due)
      teleop.recordOutcome(requested.ok && requested.value, requested.ok ? undefined : requested.error.text)
      if (requested.ok && requested.value) count.sent++
      if (!requested.ok) {
        count.refused++
        halt(robot, count)
      }
    }
    const turn = await reflex.turn()
    const why = endedBy(turn, { safetyMonitor, modes })
    if (why !== undefined) return why
    control.turn?.()
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
 * estimate of its pose. A controller that has just been switched on has no odometry, and the robot is where it is set
 * up: at home.
 */
function odometryPose({ telemetry }: LinkSession, { size }: FieldMap): Pose | undefined {
  if (telemetry === undefined) return undefined
  const { x, y, theta } = telemetry
  const known = x > 0 && x < size.x && y > 0 && y < size.y && Number.isFinite(theta)
  return known ? { x: m(x), y: m(y), theta: rad(theta) } : undefined
}
