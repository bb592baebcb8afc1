import type { Ms } from '#base/units.js'
import type {
  DoneStatusName,
  Estop,
  EstopReset,
  Grip,
  MoveTo,
  Push,
  Release,
  ReplyName,
  Rotate,
  SetPose,
  Stop,
} from './messages.gen.js'

/**
 * A command as the caller gives it: session and command id are the link's business. Ranges:
 * firmware-protocol/SPEC.md.
 */
export type WireCommand = Body<MoveTo | Push | Grip | Release | Rotate | SetPose | Stop | Estop | EstopReset>
type Body<T> = T extends unknown ? Omit<T, 'session' | 'cmdId'> : never

declare const brand: unique symbol
/** Grows within a session, never used twice in one. */
export type CommandId = number & { readonly [brand]: 'CommandId' }

/**
 * `queued`: not yet sent. `sent`: on the wire, unanswered. `accepted`: the firmware runs it. `refused`: certainly never
 * executed; `LinkSession.refusal` tells why. `unknown`: sent, and nobody knows; resolved by telemetry while the link
 * lives, for good once it is lost. An instant command (stop, setPose, …) is done as soon as it is acknowledged.
 */
export type CommandState =
  | 'queued'
  | 'sent'
  | 'accepted'
  | 'refused'
  | 'unknown'
  | { readonly done: DoneStatusName; readonly detail: number }

export type RefusalReason =
  | Exclude<ReplyName, 'accepted'>
  /** a stop or e-stop came first */
  | 'cancelled'
  | 'queueFull'
  /** telemetry or heartbeats were missing when it should have left: it was judged on what is no longer known */
  | 'linkDegraded'
  /** the link was down before the first byte was sent */
  | 'linkLost'

/** `issued` is written before the first byte leaves; `settled` when nothing can change any more. */
export type JournalEntry =
  | {
      readonly kind: 'issued'
      readonly at: Ms
      readonly session: number
      readonly id: CommandId
      readonly command: WireCommand
    }
  | {
      readonly kind: 'settled'
      readonly at: Ms
      readonly session: number
      readonly id: CommandId
      readonly state: CommandState
    }
