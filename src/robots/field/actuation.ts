import { maskSlots, slotsMask, type FieldMap } from '#base/field-map.js'
import type { Ms } from '#base/units.js'
import type { LinkSession } from '#link/link-session.js'
import { type Telemetry, EstopCause } from '#link/messages.gen.js'
import type { Progress } from '../skills/host.js'
import type { CommandId, CommandState } from '#link/wire-command.js'
import { heldCups } from '#twin/field/belief.js'
import { describeCommand } from '#twin/field/judge.js'
import { formatCups, describePredicate, unmet, type Predicate } from '#twin/field/predicates.js'
import type { MotionCommand, WorldState } from '#twin/field/world.js'

/** Telemetry may lag the controller's report that a command is done by this much, ms. */
const SENSOR_LAG = 200

/** A command in flight: sent with a permit, judged by the controller's reports and the sensors. */
export interface Actuation {
  readonly id: CommandId
  readonly command: MotionCommand
  readonly expected: readonly Predicate[]
  /** the actuation times out at this moment */
  readonly deadline: Ms
}

/** The part of the link that reports on commands. */
export type CommandLink = Pick<LinkSession, 'status' | 'commandState' | 'refusal' | 'telemetry'>

/** Judges one actuation at every tick until it ends: executed, and with the expected outcome (law 3, AMB-10). */
export class OutcomeCheck {
  readonly #link: CommandLink
  readonly #map: FieldMap
  #doneAt: Ms | undefined

  constructor(link: CommandLink, map: FieldMap) {
    this.#link = link
    this.#map = map
  }

  of({ id, command, expected, deadline }: Actuation, state: WorldState, now: Ms): Progress {
    const what = describeCommand(command)
    const reply = this.#link.commandState(id)
    if (reply === 'refused') {
      return failed(`the controller refused to ${what}: ${this.#link.refusal(id) ?? 'no reason given'}`)
    }
    if (typeof reply !== 'object') {
      if (this.#link.status === 'lost') return failed(`the link was lost while the robot was to ${what}`)
      if (now < deadline) return { kind: 'running' }
      return failed(`to ${what} took too long: the controller has not said that it is done`)
    }
    if (reply.done !== 'ok')
      return failed(
        `the controller could not ${what}: ${evidence(command, reply, state, this.#link.telemetry)}`,
      )
    this.#doneAt ??= now
    const missing = unmet(expected, state)
    if (missing.length === 0) return { kind: 'done' }
    if (now - this.#doneAt < SENSOR_LAG) return { kind: 'running' }
    const not = missing.map((predicate) => describePredicate(predicate, this.#map)).join('; ')
    return { kind: 'eo_fail', text: `to ${what} was carried out, but the sensors do not show that ${not}` }
  }
}

const failed = (text: string): Progress => ({ kind: 'exec_fail', text })

/** The controller reports distances up to this value, mm. */
const FARTHEST = 255

/** The measurements that explain the failure (AMB-11). */
function evidence(
  command: MotionCommand,
  { done, detail }: Exclude<CommandState, string>,
  state: WorldState,
  telemetry: Telemetry | undefined,
): string {
  const why = done === 'estop' ? describeLatch(telemetry) : (REASONS[done] ?? done)
  if (command.kind === 'move' || command.kind === 'push') {
    return `${why}, ${detail >= FARTHEST ? 'more than 25 cm' : `${detail} mm`} from the target`
  }
  const held = heldCups(state)
  const under = (bit: '0' | '1') => slotsMask(maskSlots(command.mask).filter((cup) => held[cup] === bit))
  const wrong = under(command.kind === 'release' ? '1' : '0')
  if (wrong === '0000') return why
  const what = command.kind === 'release' ? 'a block still hangs under' : 'there is no vacuum under'
  return done === 'incomplete' ? `${what} ${formatCups(wrong)}` : `${why}, ${what} ${formatCups(wrong)}`
}

const REASONS: Readonly<Partial<Record<string, string>>> = {
  incomplete: 'not all cups did as they were told',
  slip: 'the bumper does not feel the shelf',
  stalled: 'no progress',
  contact: 'the bumper was pressed',
  obstructed: 'something was in the way',
  offTarget: 'it stands off the target',
  timeout: 'lift or rotator did not arrive',
  stopped: 'it was stopped',
  commLoss: 'the heartbeat was lost',
  sessionChanged: 'a new session began',
}

/** Describes what latched the emergency stop, and which part to inspect. */
export function describeLatch(telemetry: Pick<Telemetry, 'estopCause' | 'estopWheel'> | undefined): string {
  switch (telemetry?.estopCause) {
    case EstopCause.encoderFault:
      return (
        `the motors were cut: the encoder of wheel ${telemetry.estopWheel} does not show what its ` +
        `motor does (its plug, its supply, or the motor's bridge)`
      )
    case EstopCause.wheelJammed:
      return `the motors were cut: wheel ${telemetry.estopWheel} is jammed`
    case EstopCause.host:
      return 'the emergency stop was asked for'
    case undefined:
    default:
      return 'the emergency stop was pressed'
  }
}
