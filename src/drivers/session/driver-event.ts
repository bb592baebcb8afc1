import type { Ms } from '#base/units.js'
import type {
  CommandResult,
  DriverBeat,
  DriverHello,
  Execute,
  Observation,
  RefusalCode,
} from '../contract.js'

declare const brand: unique symbol
/** Increases within a session and is never reused in it. */
export type CommandId = number & { readonly [brand]: 'CommandId' }

/** A command as issued by the caller; the session adds the id. */
export type Order = Omit<Execute, 'id'>

/**
 * `queued`: waits for the journal. `sent`: unanswered. `accepted`: the driver runs it. `refused`: definitely not
 * executed; `refusal` gives the reason. `unknown`: sent, and neither answered nor ended in time; permanent once the
 * session is lost.
 */
export type CommandState =
  | 'queued'
  | 'sent'
  | 'accepted'
  | 'refused'
  | 'unknown'
  | { readonly done: CommandResult['status']; readonly reason?: string }

export type RefusalReason =
  | RefusalCode
  /** a stop or e-stop came first */
  | 'cancelled'
  | 'queueFull'
  /** the driver or our heartbeats are late: the state that it was judged on is out of date */
  | 'linkDegraded'
  | 'linkLost'

/** `issued` is written before the command leaves; `settled` once its outcome is final. */
export type DriverJournalEntry =
  | { readonly kind: 'issued'; readonly at: Ms; readonly session: string; readonly command: Execute }
  | {
      readonly kind: 'settled'
      readonly at: Ms
      readonly session: string
      readonly id: CommandId
      readonly state: CommandState
    }

export type DriverEvent =
  | { readonly kind: 'up'; readonly hello: DriverHello }
  /** the driver is late, or does not hear us: start nothing new */
  | { readonly kind: 'degraded' }
  | { readonly kind: 'recovered' }
  /** final: close the peer and start a new session on a new one */
  | { readonly kind: 'lost'; readonly why: LossReason; readonly text: string }
  /** final: it speaks another version of the contract, or its hello makes no sense */
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'accepted'; readonly id: CommandId }
  | {
      readonly kind: 'commandRefused'
      readonly id: CommandId
      readonly reason: RefusalReason
      readonly text: string
    }
  | {
      readonly kind: 'done'
      readonly id: CommandId
      readonly status: CommandResult['status']
      readonly reason: string | undefined
    }
  | { readonly kind: 'outcomeUnknown'; readonly id: CommandId }
  | { readonly kind: 'progress'; readonly id: CommandId; readonly fraction: number }
  /** the answer to `observe`; `request` is what `observe` returned */
  | { readonly kind: 'observed'; readonly request: number; readonly observation: Observation }
  | { readonly kind: 'observeRefused'; readonly request: number; readonly text: string }
  /** what the driver noticed without being asked */
  | { readonly kind: 'noticed'; readonly observation: Observation }
  /** `asked`: it was told so, by `estop` */
  | {
      readonly kind: 'safe'
      readonly why: NonNullable<DriverBeat['why']> | 'unsaid'
      readonly asked: boolean
      /** it cannot reach its robot: why, in its words */
      readonly unreachable?: string
    }
  /** left SAFE: commands are accepted again */
  | { readonly kind: 'ready' }
  | { readonly kind: 'resetRefused'; readonly text: string }
  /** the driver broke the contract; 32 of them end the session */
  | { readonly kind: 'breach'; readonly breach: BreachKind; readonly text: string }

export type LossReason =
  | 'closed'
  | 'no-hello'
  | 'silence'
  | 'session-lost'
  | 'deaf'
  /** it does not stand in its declared time after a stop */
  | 'moves-on'
  /** a command has not ended, not even by the stop that followed */
  | 'unended'
  | 'flood'
  | 'breaches'

export type BreachKind =
  /** a line that is no message */
  | 'garbage'
  /** an answer to nothing that was asked */
  | 'unknown-answer'
  /** an answer of another kind than what was asked */
  | 'wrong-answer'
  /** a result or progress for an id that was never sent */
  | 'unknown-id'
  /** a second end for one command */
  | 'ended-twice'
  /** an end for a command that it has refused or not yet accepted */
  | 'ended-unaccepted'
  /** it has heard heartbeats that were never sent, or forgotten some that it had heard */
  | 'heard-the-future'
  /** it moves without an accepted, unfinished command; it is told to stop */
  | 'unpermitted-motion'
  /** it moves on longer than `stopMs` after a stop; ends the session */
  | 'moves-after-stop'
  /** an accepted command had not ended when its time was over */
  | 'overdue'
