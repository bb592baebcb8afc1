import { err, ok, type Result } from '#base/result.js'
import type { Ms } from '#base/units.js'
import type { NodePath } from '#bt/document.js'
import type { CommandId } from '#link/wire-command.js'
import { describeCommand } from '#twin/judge.js'
import type { Grant, PermitError, PermitOffice } from '#twin/permit.js'
import type { Predicate } from '#twin/predicates.js'
import type { MotionCommand, VelocityCommand, WorldState } from '#twin/world.js'
import type { Drive } from './drive.js'

/** A refused command, for the episode's record. */
export interface GateRefusal {
  readonly t: Ms
  readonly nodePath: NodePath
  /** human-readable */
  readonly command: string
  readonly checkId: string
  readonly text: string
}

/** A command in flight, and its expected outcome. */
export interface Sent {
  readonly id: CommandId
  readonly expected: readonly Predicate[]
}

/** Twin → permit → drive: the only path from a skill to the wire. A refusal is a value, and is reported. */
export class Gate {
  readonly #office: PermitOffice
  readonly #drive: Drive
  readonly #onRefusal: (refusal: GateRefusal) => void

  constructor(office: PermitOffice, drive: Drive, onRefusal: (refusal: GateRefusal) => void) {
    this.#office = office
    this.#drive = drive
    this.#onRefusal = onRefusal
  }

  send(command: MotionCommand, state: WorldState, now: Ms, nodePath: NodePath): Result<Sent, GateRefusal> {
    const granted = this.#ask(command, state, now, nodePath)
    if (!granted.ok) return granted
    const { permit, prediction } = granted.value
    const sent = this.#drive.execute(command, permit, state, now)
    if (!sent.ok) return this.#refusePermit(command, now, nodePath, sent.error)
    return ok({ id: sent.value, expected: prediction.expected })
  }

  /** Sends one setpoint. @returns false when it was not sent: the link is down, or a STOP is pending */
  stream(
    velocity: VelocityCommand,
    state: WorldState,
    now: Ms,
    nodePath: NodePath,
  ): Result<boolean, GateRefusal> {
    const granted = this.#ask(velocity, state, now, nodePath)
    if (!granted.ok) return granted
    const sent = this.#drive.stream(velocity, granted.value.permit, state, now)
    return sent.ok ? sent : this.#refusePermit(velocity, now, nodePath, sent.error)
  }

  #ask(
    command: MotionCommand | VelocityCommand,
    state: WorldState,
    now: Ms,
    nodePath: NodePath,
  ): Result<Grant, GateRefusal> {
    const granted = this.#office.request(state, command, now)
    if (granted.ok) return granted
    const { checkId, text } = granted.error
    return this.#refuse({ t: now, nodePath, command: describeCommand(command), checkId, text })
  }

  #refusePermit(
    command: MotionCommand | VelocityCommand,
    t: Ms,
    nodePath: NodePath,
    error: PermitError,
  ): Result<never, GateRefusal> {
    const text = sayPermitError(error)
    return this.#refuse({
      t,
      nodePath,
      command: describeCommand(command),
      checkId: `permit-${error.kind}`,
      text,
    })
  }

  #refuse(refusal: GateRefusal): Result<never, GateRefusal> {
    this.#onRefusal(refusal)
    return err(refusal)
  }
}

function sayPermitError(error: PermitError): string {
  switch (error.kind) {
    case 'forged':
      return 'the permit was not made by this twin'
    case 'replayed':
      return `permit ${error.id} was used before`
    case 'expired':
      return `permit ${error.id} expired ${error.lateBy} ms ago`
    case 'mismatched':
      return `permit ${error.id} is for another command`
    case 'stale':
      return `permit ${error.id} was given for revision ${error.given} of the world, which is at ${error.now}`
  }
}
