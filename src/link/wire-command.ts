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
 * A command as issued by the caller; the link adds the session and the command id. Ranges:
 * firmware-protocol/SPEC.md.
 */
export type WireCommand = Body<MoveTo | Push | Grip | Release | Rotate | SetPose | Stop | Estop | EstopReset>
type Body<T> = T extends unknown ? Omit<T, 'session' | 'cmdId'> : never

declare const brand: unique symbol
/** Increases within a session and is never reused in it. */
export type CommandId = number & { readonly [brand]: 'CommandId' }

/**
 * `queued`: not yet sent. `sent`: on the wire, unanswered. `accepted`: the firmware runs it. `refused`: definitely not
 * executed; `LinkSession.refusal` gives the reason. `unknown`: sent, outcome not known; telemetry resolves it while the
 * link is up, permanent once it is lost. An instant command (stop, setPose, …) is done as soon as it is acknowledged.
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
  /** telemetry or heartbeats were missing when it was due: the state that it was judged on is out of date */
  | 'linkDegraded'
  /** the link was down before the first byte was sent */
  | 'linkLost'

/** `issued` is written before the first byte is sent; `settled` once the outcome is final. */
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
