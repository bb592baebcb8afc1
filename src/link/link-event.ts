import type { DecoderCounters } from './frame.js'
import {
  EventCode,
  PROTOCOL,
  type DoneStatusName,
  type Event,
  type EventCodeName,
  type ReplyName,
} from './messages.gen.js'
import type { CommandId, RefusalReason } from './wire-command.js'

export type LinkEvent =
  | { readonly kind: 'up'; readonly bootId: number }
  /** no telemetry for 100 ms, or the controller is missing our heartbeats: start nothing new */
  | { readonly kind: 'degraded' }
  | { readonly kind: 'recovered' }
  /** final: close the stream and start a new session on a new one */
  | { readonly kind: 'lost'; readonly why: 'silence' | 'sessionLost' | 'hungUp' }
  /** final: the other side speaks a different protocol version */
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
  /** an event that the firmware raised on its own; `at` is firmware time, ms */
  | {
      readonly kind: 'firmware'
      readonly code: Exclude<EventCodeName, 'commandDone'>
      readonly at: number
      readonly status: number
      readonly detail: number
    }
  | { readonly kind: 'nak'; readonly type: number; readonly reply: ReplyName | undefined }

/** What the firmware raised on its own; undefined: a command's end, or what only a newer firmware knows. */
export function firmwareEvent({ code, tMs: at, status, detail }: Event): LinkEvent | undefined {
  const known = FIRMWARE_EVENTS.get(code)
  return known && { kind: 'firmware', code: known, at, status, detail }
}

const FIRMWARE_EVENTS = new Map(
  Object.entries(EventCode)
    .filter(([name]) => name !== 'commandDone')
    .map(([name, code]) => [code as number, name as Exclude<EventCodeName, 'commandDone'>]),
)

/** The protocol of a controller that this release cannot talk to. */
export interface ForeignProtocol {
  readonly major: number
  readonly schemaHash: number
}

/** @param who `the controller`, plus its device when several are being probed */
export function describeMismatch(who: string, foreign: ForeignProtocol | undefined): string {
  const both =
    foreign === undefined
      ? ''
      : ` (it speaks ${formatVersion(foreign)}, this release ${formatVersion(PROTOCOL)})`
  return `${who} speaks another protocol version: flash the firmware of this release${both}`
}

const formatVersion = ({ major, schemaHash }: ForeignProtocol): string =>
  `protocol ${major} with schema ${schemaHash.toString(16).padStart(8, '0')}`

export interface LinkCounters extends Readonly<DecoderCounters> {
  /** frames with a valid CRC whose content violates the schema */
  readonly unreadable: number
  /** messages that only a newer controller knows */
  readonly skipped: number
  readonly txFrames: number
  /** frames not sent because the transmit queue was full */
  readonly txDropped: number
  /** commands sent again */
  readonly retransmits: number
  /** events discarded because `takeEvents` was not called in time */
  readonly eventsDropped: number
}
