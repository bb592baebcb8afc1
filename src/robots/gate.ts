import { err, ok, type Result } from '#base/result.js'
import type { Ms } from '#base/units.js'
import type { NodePath } from '#bt/document.js'
import type { FailedCheck } from '#twin/domain/domain.js'
import {
  describePermitError,
  type Permit,
  type PermitError,
  type PermitOffice,
  type Revised,
} from '#twin/permit.js'

/** A refused command, for the episode's record. */
export interface GateRefusal {
  readonly t: Ms
  readonly nodePath: NodePath
  /** human-readable */
  readonly command: string
  readonly checkId: string
  readonly text: string
}

/** When, where in the tree and on which belief a command is requested. */
export interface Occasion<S> {
  readonly state: S
  readonly now: Ms
  readonly nodePath: NodePath
}

/** What became of a command that was sent, and what the twin predicts of it. */
export interface Passed<T, P> {
  readonly sent: T
  readonly prediction: P
}

/** Twin → permit → robot: the only path from a skill to motion. A refusal is a value, and is reported. */
export class Gate<S extends Revised, C, P> {
  readonly #office: PermitOffice<S, C, P, FailedCheck>
  readonly #describe: (command: C) => string
  readonly #onRefusal: (refusal: GateRefusal, command: C) => void

  /** @param describe a command in one line */
  constructor(
    office: PermitOffice<S, C, P, FailedCheck>,
    describe: (command: C) => string,
    onRefusal: (refusal: GateRefusal, command: C) => void,
  ) {
    this.#office = office
    this.#describe = describe
    this.#onRefusal = onRefusal
  }

  /** @param send redeems the permit and sends the command; called only with a permit for exactly this command */
  pass<T>(
    command: C,
    { state, now, nodePath }: Occasion<S>,
    send: (permit: Permit) => Result<T, PermitError>,
  ): Result<Passed<T, P>, GateRefusal> {
    const refuse = (checkId: string, text: string): Result<never, GateRefusal> => {
      const refusal = { t: now, nodePath, command: this.#describe(command), checkId, text }
      this.#onRefusal(refusal, command)
      return err(refusal)
    }
    const granted = this.#office.request(state, command, now)
    if (!granted.ok) return refuse(granted.error.checkId, granted.error.text)
    const { permit, prediction } = granted.value
    const sent = send(permit)
    if (!sent.ok) return refuse(`permit-${sent.error.kind}`, describePermitError(sent.error))
    return ok({ sent: sent.value, prediction })
  }
}
