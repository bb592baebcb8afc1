import type { FieldMap } from '#base/field-map.js'
import { ok, type Result } from '#base/result.js'
import { ms, type Ms } from '#base/units.js'
import type { NodePath } from '#bt/document.js'
import type { Prediction } from '#twin/field/judge.js'
import type { Command, MotionCommand, VelocityCommand, WorldState } from '#twin/field/world.js'
import { OutcomeCheck, type Actuation, type CommandLink } from './actuation.js'
import type { Progress } from '../skills/host.js'
import type { Drive } from './drive.js'
import type { Gate, GateRefusal } from '../gate.js'
import { timeLimit } from './wire.js'

/** Longest wait for the robot to come to rest after a stop, ms. */
const STOP_TIMEOUT_MS = 4000
/** Longest delay until telemetry shows the motion that a command has started, ms. */
const TELEMETRY_LAG_MS = 200
/** Longest wait for a degraded link, ms: by then it has recovered, or is lost or half dead. */
const LINK_RECOVERY_MS = 1500

/** What a command has at least left, ms, when it is held no longer. */
const LEFT_AFTER_HOLD_MS = 10_000

const STOPPED = 'the robot was stopped'

/** Runs one actuation at a time, from the gate to its verdict. */
export class CommandExecutor {
  readonly #gate: Gate<WorldState, Command, Prediction>
  readonly #drive: Drive
  readonly #link: CommandLink
  readonly #map: FieldMap
  #current: { actuation: Actuation; readonly check: OutcomeCheck } | undefined
  #stopped: { readonly command: Command | undefined; readonly at: number; readonly why: string } = {
    command: undefined,
    at: -Infinity,
    why: STOPPED,
  }
  #degradedAt: Ms | undefined

  constructor(gate: Gate<WorldState, Command, Prediction>, drive: Drive, link: CommandLink, map: FieldMap) {
    this.#gate = gate
    this.#drive = drive
    this.#link = link
    this.#map = map
  }

  /** The command that explains the current sensor readings: in progress, or stopped and not yet at rest. */
  running(state: WorldState, now: Ms): Command | undefined {
    if (this.#current !== undefined) return this.#current.actuation.command
    return this.busy(state, now) ? this.#stopped.command : undefined
  }

  /**
   * Only the base needs time to stop; lift and rotator brake at once and may stay halfway for long. After a failure
   * caused by missing heartbeats nothing is retried until the controller receives them again.
   */
  busy({ robot }: WorldState, now: Ms): boolean {
    if (this.#current !== undefined) return true
    const since = now - this.#stopped.at
    return (
      since < TELEMETRY_LAG_MS || (since < STOP_TIMEOUT_MS && robot.moving) || this.#isLinkRecovering(now)
    )
  }

  begin(command: MotionCommand, state: WorldState, now: Ms, path: NodePath): Result<null, GateRefusal> {
    const passed = this.#gate.pass(command, { state, now, nodePath: path }, (permit) =>
      this.#drive.execute(command, permit, state, now),
    )
    if (!passed.ok) return passed
    const { sent: id, prediction } = passed.value
    const deadline = ms(now + timeLimit(command, state.robot.pose))
    this.#current = {
      actuation: { id, expected: prediction.expected, command, deadline },
      check: new OutcomeCheck(this.#link, this.#map),
    }
    return ok(null)
  }

  /**
   * Sends one teleoperation setpoint; it explains any motion until the next setpoint or command. Ignored while an
   * actuation is in progress.
   * @returns false when it was not sent: an actuation is in progress, the link is down, or a STOP is pending
   */
  streamVelocity(
    velocity: VelocityCommand,
    state: WorldState,
    now: Ms,
    path: NodePath,
  ): Result<boolean, GateRefusal> {
    if (this.#current !== undefined) return ok(false)
    const passed = this.#gate.pass(velocity, { state, now, nodePath: path }, (permit) =>
      this.#drive.stream(velocity, permit, state, now),
    )
    if (!passed.ok) return passed
    if (passed.value.sent) this.#stopped = { command: velocity, at: now, why: STOPPED }
    return ok(passed.value.sent)
  }

  /** Progress of the latest actuation; one that times out is stopped. */
  progress(state: WorldState, now: Ms): Progress {
    if (this.#current === undefined) return { kind: 'exec_fail', text: this.#stopped.why }
    const { actuation, check } = this.#current
    const progress = check.of(actuation, state, now)
    if (progress.kind === 'running') return progress
    if (now >= actuation.deadline && progress.kind === 'exec_fail') this.abort(state, now)
    else if (progress.kind === 'exec_fail')
      this.#stopped = { command: actuation.command, at: now, why: STOPPED }
    this.#current = undefined
    return progress
  }

  /** The command in progress is held: it takes longer than it may, and nobody has failed to do it. */
  wait(now: Ms): void {
    if (this.#current === undefined) return
    const { actuation } = this.#current
    this.#current.actuation = {
      ...actuation,
      deadline: ms(Math.max(actuation.deadline, now + LEFT_AFTER_HOLD_MS)),
    }
  }

  #isLinkRecovering(now: Ms): boolean {
    if (this.#link.status !== 'degraded') {
      this.#degradedAt = undefined
      return false
    }
    this.#degradedAt ??= now
    return now - this.#degradedAt < LINK_RECOVERY_MS
  }

  abort(state: WorldState, now: Ms, why = STOPPED): void {
    // a tree that is halted after a STOP stops once more: what was in progress explains the motion until it is at rest
    this.#stopped = { command: this.running(state, now), at: now, why }
    this.#current = undefined
    this.#drive.stop()
  }
}
