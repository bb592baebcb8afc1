import type { Point, Pose } from '#base/field-map.js'
import { m } from '#base/units.js'
import type { LinkSession } from '#link/link-session.js'
import { InputBit, StateBit, type Telemetry } from '#link/messages.gen.js'
import type { CommandId } from '#link/wire-command.js'
import { distance } from '#twin/field/places.js'
import type { ArmState } from '../robot.js'
import type { Drive } from './drive.js'

/** Where the robot stands, given what its controller says as it is about to be told. */
export type Standing = (telemetry: Telemetry) => Pose

/** Tolerance between the pose that was set and the pose in telemetry, metres. */
const SAME_SPOT = 0.005

/** Takes the robot from SAFE to ready: resets a released e-stop and gives the controller its position (law 7). */
export class Arming {
  readonly #drive: Pick<Drive, 'resetEstop' | 'setPose'>
  readonly #link: Pick<LinkSession, 'status' | 'commandState' | 'refusal'>
  #state: ArmState = { kind: 'unarmed' }
  #standing: Standing | undefined
  #at: Pose | undefined
  #sent: { readonly id: CommandId; readonly what: 'reset the e-stop' | 'set the pose' } | undefined

  constructor(
    drive: Pick<Drive, 'resetEstop' | 'setPose'>,
    link: Pick<LinkSession, 'status' | 'commandState' | 'refusal'>,
  ) {
    this.#drive = drive
    this.#link = link
  }

  get state(): ArmState {
    return this.#state
  }

  begin(standing: Standing): void {
    this.#state = { kind: 'arming' }
    this.#standing = standing
    this.#at = undefined
    this.#sent = undefined
  }

  /** @returns true only in the call in which the robot becomes armed */
  poll(telemetry: Telemetry): boolean {
    if (this.#state.kind !== 'arming' || this.#standing === undefined || this.#link.status !== 'up')
      return false
    if (this.#sent === undefined) return this.#send(telemetry, this.#standing)
    const reply = this.#link.commandState(this.#sent.id)
    if (reply === 'refused') return this.#fail(`${this.#link.refusal(this.#sent.id) ?? 'no reason given'}`)
    // an unknown state also waits: the command is retransmitted while the link lives, and the caller has its own
    // timeout
    if (typeof reply !== 'object') return false
    if (this.#sent.what === 'reset the e-stop') {
      if (isLatched(telemetry)) return false
      this.#sent = undefined
      return false
    }
    if (this.#at === undefined || distance(positionOf(telemetry), this.#at) > SAME_SPOT) return false
    this.#state = { kind: 'armed' }
    return true
  }

  #send(telemetry: Telemetry, standing: Standing): false {
    if ((telemetry.inputs & InputBit.estop) !== 0) {
      this.#state = {
        kind: 'failed',
        text: 'the emergency stop is pressed: release the button, then arm again',
      }
    } else if (isLatched(telemetry)) {
      this.#sent = { id: this.#drive.resetEstop(telemetry.latchNonce), what: 'reset the e-stop' }
    } else {
      this.#at = standing(telemetry)
      this.#sent = { id: this.#drive.setPose(this.#at), what: 'set the pose' }
    }
    return false
  }

  #fail(why: string): false {
    this.#state = { kind: 'failed', text: `the controller did not ${this.#sent?.what ?? 'arm'}: ${why}` }
    return false
  }
}

const positionOf = ({ x, y }: Telemetry): Point => ({ x: m(x), y: m(y) })

const isLatched = ({ state }: Telemetry): boolean => (state & StateBit.estop) !== 0
