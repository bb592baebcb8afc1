import type { Pose } from '#base/field-map.js'
import { ok, type Result } from '#base/result.js'
import type { Ms } from '#base/units.js'
import type { LinkSession } from '#link/link-session.js'
import type { CommandId } from '#link/wire-command.js'
import { ownCopy } from '#twin/judge.js'
import type { Permit, PermitError, PermitOffice } from '#twin/permit.js'
import type { MotionCommand, VelocityCommand, WorldState } from '#twin/world.js'
import { wireCommand, wireSetpoint } from './wire.js'

/**
 * The only code that gives the link a command (law 2). Motion and gripper need a permit for this very command and
 * state; stopping needs none; telling the controller where it stands, or that an e-stop is over, moves nothing.
 */
export class Drive {
  readonly #office: PermitOffice
  readonly #link: Pick<LinkSession, 'command' | 'stop' | 'setVelocity'>

  constructor(office: PermitOffice, link: Pick<LinkSession, 'command' | 'stop' | 'setVelocity'>) {
    this.#office = office
    this.#link = link
  }

  execute(asked: MotionCommand, permit: Permit, state: WorldState, now: Ms): Result<CommandId, PermitError> {
    const command = ownCopy(asked)
    const redeemed = this.#office.redeem(permit, command, state, now)
    return redeemed.ok ? ok(this.#link.command(wireCommand(command, redeemed.value))) : redeemed
  }

  /** One setpoint, one permit. @returns false when the link did not take it: it is down, or a STOP is under way */
  stream(asked: VelocityCommand, permit: Permit, state: WorldState, now: Ms): Result<boolean, PermitError> {
    const velocity = ownCopy(asked)
    const redeemed = this.#office.redeem(permit, velocity, state, now)
    return redeemed.ok ? ok(this.#link.setVelocity(wireSetpoint(velocity, redeemed.value))) : redeemed
  }

  stop(): CommandId {
    return this.#link.stop()
  }

  estop(): CommandId {
    return this.#link.command({ kind: 'estop' })
  }

  setPose({ x, y, theta }: Pose): CommandId {
    return this.#link.command({ kind: 'setPose', x, y, theta })
  }

  /** @param latchNonce of the newest telemetry */
  resetEstop(latchNonce: number): CommandId {
    return this.#link.command({ kind: 'estopReset', latchNonce })
  }
}
