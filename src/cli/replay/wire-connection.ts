import type { Diagnostic } from '#base/diagnostic.js'
import type { FieldMap } from '#base/field-map.js'
import { err, ok, type Result } from '#base/result.js'
import { ms, type Ms } from '#base/units.js'
import { WireObserver } from '#link/wire-observer.js'
import type { RobotConnection } from '#runtime/robot-connection.js'
import { sensedOutcome } from '#runtime/field/sensed-outcome.js'
import { MAST_CAMERA } from '#simulation/field/render/look.js'
import { readWireHeader, WIRE_HEADER_BYTES, WireFileReader } from '#app/run-folder/wire-file.js'
import { readBytes } from '#bt-cli/input/read-text.js'

/** The bytes a controller sent in one episode, and when the reflex loop read them. */
export interface WireTape {
  /** ID of the link session opened by the host */
  readonly sessionId: number
  /** in order; times in ms of the episode's clock */
  readonly reads: readonly { readonly at: number; readonly bytes: Uint8Array }[]
}

/** @param path of a `wire.bin` */
export function readTape(path: string): Result<WireTape, Diagnostic> {
  const read = readBytes(path, 'the wire of an episode')
  if (!read.ok) return read
  const bytes = read.value
  const clock = readWireHeader(bytes)
  const refuse = (got: string): Result<WireTape, Diagnostic> =>
    err({
      code: 'replay.wire',
      severity: 'error',
      message: `${path} cannot be played back`,
      expected: 'a complete wire of one episode',
      got,
    })
  if (typeof clock === 'object') return refuse(`another file: ${clock.kind}`)
  const reader = new WireFileReader()
  const observer = new WireObserver()
  const reads: WireTape['reads'][number][] = []
  let sessionId: number | undefined
  for (const entry of [...reader.feed(bytes.subarray(WIRE_HEADER_BYTES)), ...reader.end()]) {
    if (entry.kind === 'mark' && entry.mark.kind === 'lost')
      return refuse(`${entry.mark.bytes} bytes are missing`)
    if (entry.kind === 'damaged') return refuse(`${entry.bytes} damaged bytes at ${entry.offset}`)
    if (entry.kind !== 'bytes') continue
    if (entry.direction === 'toHost') reads.push({ at: entry.at / 1000, bytes: entry.bytes })
    else
      for (const { message } of observer.observe('toFirmware', entry.bytes))
        if (message.kind === 'hello') sessionId ??= message.session
  }
  return sessionId === undefined ? refuse('no Hello from the host') : ok({ sessionId, reads })
}

/**
 * A controller that repeats its recorded bytes, whatever it receives. The reflex loop takes a turn at each time at
 * which bytes were read, and after one period where none were.
 */
export function recordedConnection({ reads }: WireTape, map: FieldMap): RobotConnection {
  let now = 0
  let next = 0
  let open = true
  const clock = { now: (): Ms => ms(now) }
  return {
    stream: {
      get open() {
        return open
      },
      write: () => undefined,
      read: () => {
        const due: Uint8Array[] = []
        for (let read = reads[next]; read !== undefined && read.at <= now; read = reads[++next])
          due.push(read.bytes)
        return Buffer.concat(due)
      },
      close: () => {
        open = false
      },
    },
    camera: { model: MAST_CAMERA, capture: () => Promise.reject(new Error('a wire has no pictures')) },
    clock,
    // the critic's reports arrive at once, as on a virtual robot: only the tape advances time
    virtual: true,
    pace: (period: Ms) => {
      const at = reads[next]?.at
      now = at !== undefined && at <= now + 1.5 * period ? Math.max(at, now + 1) : now + period
      if (at === undefined && now > (reads.at(-1)?.at ?? 0) + SILENCE_MS) open = false
      return Promise.resolve()
    },
    outcome: (world, seen) => sensedOutcome(map, world, seen),
    close: () => {
      open = false
    },
  }
}

/** How long the episode may continue after the end of the tape, ms. */
const SILENCE_MS = 5000
