import type { Clock } from '#base/clock.js'
import type { Diagnostic, SourceRef } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { isObject, shown } from '../codec/shapes.js'
import type { DriverMessage, DriverPeer, HostMessage } from '../contract.js'
import {
  decodeDriverMessage,
  decodeHostMessage,
  encodeDriverMessage,
  encodeHostMessage,
} from '../message-codec.js'

/** One message of a session as graft's end saw it; `t` in ms of any clock that does not go back. */
export type TranscriptEntry =
  | { readonly t: number; readonly to: 'driver'; readonly message: HostMessage }
  | { readonly t: number; readonly to: 'host'; readonly message: DriverMessage }
  /** a line of the driver that was no message */
  | { readonly t: number; readonly to: 'host'; readonly garbage: string }

/** The first line of a transcript. */
export const TRANSCRIPT_HEADER = JSON.stringify({ transcript: 'graft driver', version: 1 })

/**
 * The version that a first line names, however it is spaced and ordered; others may write transcripts too.
 * @returns undefined for a line that is no header
 */
export function transcriptVersion(line: string): unknown {
  const json = parse(line)
  return isObject(json) && json['transcript'] === 'graft driver' ? json['version'] : undefined
}

/** the only version there is */
export const TRANSCRIPT_VERSION = 1

/** One line, without its end. */
export function encodeEntry(entry: TranscriptEntry): string {
  const { t, to } = entry
  if ('garbage' in entry) return JSON.stringify({ t, to, garbage: entry.garbage })
  const line = entry.to === 'driver' ? encodeHostMessage(entry.message) : encodeDriverMessage(entry.message)
  return `{"t":${t},"to":"${to}","message":${line}}`
}

/** @param number of the line, counted from 1 */
export function decodeEntry(line: string, file: string, number: number): Result<TranscriptEntry, Diagnostic> {
  const where = { file, line: number, column: 1 }
  const json = parse(line)
  const { t, to, message, garbage } = isObject(json) ? json : {}
  if (typeof t !== 'number' || (to !== 'driver' && to !== 'host') || (message ?? garbage) === undefined)
    return err({
      code: 'transcript.bad-line',
      severity: 'error',
      message: 'a line is no entry of a transcript',
      where,
      expected: '{"t":12.5,"to":"driver","message":{…}}, with to driver or host, or garbage for message',
      got: shown(json ?? line),
    })
  if (garbage !== undefined) return ok({ t, to: 'host', garbage: shown(garbage) })
  if (to === 'driver') {
    const read = readHostMessage(message, where)
    return read.ok ? ok({ t, to, message: read.value }) : read
  }
  const read = decodeDriverMessage(JSON.stringify(message), where)
  return read.ok ? ok({ t, to, message: read.value }) : read
}

/** A peer whose messages are also told to `record`, in the order in which graft sends and takes them. */
export function recordingPeer(
  peer: DriverPeer,
  clock: Clock,
  record: (entry: TranscriptEntry) => void,
): DriverPeer {
  return {
    get closed() {
      return peer.closed
    },
    send: (message) => {
      record({ t: clock.now(), to: 'driver', message })
      peer.send(message)
    },
    take: () => {
      const messages = peer.take()
      for (const message of messages) record({ t: clock.now(), to: 'host', message })
      return messages
    },
    takeProblems: () => {
      const problems = peer.takeProblems?.() ?? []
      for (const { message, got } of problems)
        record({ t: clock.now(), to: 'host', garbage: got === undefined ? message : `${message}: ${got}` })
      return problems
    },
    close: () => peer.close(),
  }
}

/** A command without a permit is no message of the contract, and the first thing that a judge looks for. */
function readHostMessage(message: unknown, where: SourceRef): Result<HostMessage, Diagnostic> {
  const read = decodeHostMessage(JSON.stringify(message), where)
  if (read.ok || !isObject(message) || !isObject(message['params'])) return read
  const permitted = { ...message, params: { ...message['params'], permit: 1 } }
  const again = decodeHostMessage(JSON.stringify(permitted), where)
  if (!again.ok || again.value.kind !== 'execute') return read
  return ok({ ...again.value, command: { ...again.value.command, permit: 0 } })
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
