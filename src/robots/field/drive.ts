import type { Pose } from '#base/field-map.js'
import { ok, type Result } from '#base/result.js'
import type { Ms } from '#base/units.js'
import type { LinkSession } from '#link/link-session.js'
import type { CommandId } from '#link/wire-command.js'
import { ownCopy } from '#twin/field/judge.js'
import type { Permit, PermitError, Redeemer } from '#twin/permit.js'
import type { Command, MotionCommand, VelocityCommand, WorldState } from '#twin/field/world.js'
import { wireCommand, wireSetpoint } from './wire.js'

/**
 * The only code that sends commands to the link (law 2). Motion and gripper commands need a permit for exactly this
 * command and state; stopping needs none; setting the pose and resetting an e-stop move nothing.
 */
export class Drive {
  readonly #office: Redeemer<WorldState, Command>
  readonly #link: Pick<LinkSession, 'command' | 'stop' | 'setVelocity'>

  constructor(
    office: Redeemer<WorldState, Command>,
    link: Pick<LinkSession, 'command' | 'stop' | 'setVelocity'>,
  ) {
    this.#office = office
    this.#link = link
  }

  execute(asked: MotionCommand, permit: Permit, state: WorldState, now: Ms): Result<CommandId, PermitError> {
    const command = ownCopy(asked)
    const redeemed = this.#office.redeem(permit, command, state, now)
    return redeemed.ok ? ok(this.#link.command(wireCommand(command, redeemed.value))) : redeemed
  }

  /** One setpoint, one permit. @returns false when the link did not accept it: it is down, or a STOP is pending */
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

  /** @param latchNonce taken from the newest telemetry */
  resetEstop(latchNonce: number): CommandId {
    return this.#link.command({ kind: 'estopReset', latchNonce })
  }
}
