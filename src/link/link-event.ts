import { PROTOCOL, type DoneStatusName, type EventCodeName, type ReplyName } from './messages.gen.js'
import type { CommandId, RefusalReason } from './wire-command.js'

export type LinkEvent =
  | { readonly kind: 'up'; readonly bootId: number }
  /** telemetry is silent for 100 ms, or the controller misses our heartbeats: plan nothing new */
  | { readonly kind: 'degraded' }
  | { readonly kind: 'recovered' }
  /** final: close the stream and begin a new session on a new one */
  | { readonly kind: 'lost'; readonly why: 'silence' | 'sessionLost' | 'hungUp' }
  /** final: another protocol version is on the other side */
  | { readonly kind: 'refused'; readonly firmware: ForeignProtocol }
  | { readonly kind: 'accepted'; readonly id: CommandId }
  | { readonly kind: 'commandRefused'; readonly id: CommandId; readonly reason: RefusalReason }
  | {
      readonly kind: 'done'
      readonly id: CommandId
      readonly status: DoneStatusName
      readonly detail: number
    }
  | { readonly kind: 'outcomeUnknown'; readonly id: CommandId }
  /** what the firmware noticed by itself; `at` is its clock, ms */
  | {
      readonly kind: 'firmware'
      readonly code: Exclude<EventCodeName, 'commandDone'>
      readonly at: number
      readonly status: number
      readonly detail: number
    }
  | { readonly kind: 'nak'; readonly type: number; readonly reply: ReplyName | undefined }

/** What a controller speaks that this release does not. */
export interface ForeignProtocol {
  readonly major: number
  readonly schemaHash: number
}

/** @param who `the controller`, with its device where several are looked at */
export function sayForeign(who: string, foreign: ForeignProtocol | undefined): string {
  const both =
    foreign === undefined ? '' : ` (it speaks ${spoken(foreign)}, this release ${spoken(PROTOCOL)})`
  return `${who} speaks another protocol version: flash the firmware of this release${both}`
}

const spoken = ({ major, schemaHash }: ForeignProtocol): string =>
  `protocol ${major} with schema ${schemaHash.toString(16).padStart(8, '0')}`
