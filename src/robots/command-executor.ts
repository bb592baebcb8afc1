import type { FieldMap } from '#base/field-map.js'
import { ok, type Result } from '#base/result.js'
import { ms, type Ms } from '#base/units.js'
import type { NodePath } from '#bt/document.js'
import type { LinkSession } from '#link/link-session.js'
import type { Command, MotionCommand, VelocityCommand, WorldState } from '#twin/world.js'
import { OutcomeCheck, type Actuation, type Progress } from './actuation.js'
import type { Drive } from './drive.js'
import type { Gate, GateRefusal } from './gate.js'
import { timeLimit } from './wire.js'

/** After a stop the robot is waited for at most this long, ms. */
const STOPPING = 4000
/** Telemetry shows what a command has set going at most this much later, ms. */
const UNSEEN = 200
/** A link that is degraded is waited for at most this long, ms: by then it has recovered, or is lost, or half dead. */
const MENDING = 1500

/** What the body is doing: one actuation at a time, from the gate to its verdict. */
export class CommandExecutor {
  readonly #gate: Gate
  readonly #drive: Drive
  readonly #link: Pick<LinkSession, 'status' | 'commandState' | 'refusal' | 'telemetry'>
  readonly #map: FieldMap
  #current: { readonly actuation: Actuation; readonly check: OutcomeCheck } | undefined
  #stopped: { readonly command: Command | undefined; readonly at: number } = {
    command: undefined,
    at: -Infinity,
  }
  #degradedAt: Ms | undefined

  constructor(
    gate: Gate,
    drive: Drive,
    link: Pick<LinkSession, 'status' | 'commandState' | 'refusal' | 'telemetry'>,
    map: FieldMap,
  ) {
    this.#gate = gate
    this.#drive = drive
    this.#link = link
    this.#map = map
  }

  /** The command that explains what the sensors see now: under way, or stopped and not yet at rest. */
  running(state: WorldState, now: Ms): Command | undefined {
    if (this.#current !== undefined) return this.#current.actuation.command
    return this.busy(state, now) ? this.#stopped.command : undefined
  }

  /**
   * Only the base has a way to stop; lift and rotator are braked at once, and may stand half way for long. What failed
   * because heartbeats were missing is not tried again before the controller hears them.
   */
  busy({ robot }: WorldState, now: Ms): boolean {
    if (this.#current !== undefined) return true
    const since = now - this.#stopped.at
    return since < UNSEEN || (since < STOPPING && robot.moving) || this.#mending(now)
  }

  begin(command: MotionCommand, state: WorldState, now: Ms, path: NodePath): Result<null, GateRefusal> {
    const sent = this.#gate.send(command, state, now, path)
    if (!sent.ok) return sent
    const deadline = ms(now + timeLimit(command, state.robot.pose))
    this.#current = {
      actuation: { ...sent.value, command, deadline },
      check: new OutcomeCheck(this.#link, this.#map),
    }
    return ok(null)
  }

  /**
   * One setpoint of somebody who drives by hand; it explains what moves until another does. A body at work
   * is not driven.
   * @returns false when it did not leave, because the link is down or a STOP is under way
   */
  streamVelocity(
    velocity: VelocityCommand,
    state: WorldState,
    now: Ms,
    path: NodePath,
  ): Result<boolean, GateRefusal> {
    const sent = this.#current === undefined ? this.#gate.stream(velocity, state, now, path) : ok(false)
    if (sent.ok && sent.value) this.#stopped = { command: velocity, at: now }
    return sent
  }

  /** Of the actuation that was begun last; when it has failed by taking too long, it is stopped. */
  progress(state: WorldState, now: Ms): Progress {
    if (this.#current === undefined) return { kind: 'exec_fail', text: 'the robot was stopped' }
    const { actuation, check } = this.#current
    const progress = check.of(actuation, state, now)
    if (progress.kind === 'running') return progress
    if (now >= actuation.deadline && progress.kind === 'exec_fail') this.abort(now)
    else if (progress.kind === 'exec_fail') this.#stopped = { command: actuation.command, at: now }
    this.#current = undefined
    return progress
  }

  #mending(now: Ms): boolean {
    if (this.#link.status !== 'degraded') {
      this.#degradedAt = undefined
      return false
    }
    this.#degradedAt ??= now
    return now - this.#degradedAt < MENDING
  }

  abort(now: Ms): void {
    this.#stopped = { command: this.#current?.actuation.command, at: now }
    this.#current = undefined
    this.#drive.stop()
  }
}
