import { must } from '#base/result.js'
import { packFrame } from '#link/frame.js'
import { encodePayload, specOf } from '#link/message-codec.js'
import { PROTOCOL, type Message } from '#link/messages.gen.js'

/** 921 600 baud, 8N1: ten bits a byte. */
export const LINE_BYTES_PER_S = 92_160
export const SESSION = 0x1234

/** Telemetry of a robot that drives, 20 ms apart, numbered as a controller numbers it. */
export function telemetryFrames(count: number): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(count) }, (_, n) => {
    const x = 0.5 + Math.sin(n / 50)
    return pack(n, {
      kind: 'telemetry',
      tMs: 1000 + 20 * n,
      session: SESSION,
      ...{ x, y: 1 + x / 3, theta: x / 2, vx: 0.3, vy: -0.1, wz: 0.01 },
      wheels: [3.1, -2.2, 0.4],
      vacuumKpa10: [600, 601, 12, 0],
      ...{ lift: 0, rotator: 10_000, batteryMv: 22_200, state: 0x119, inputs: 0, valves: 3 },
      ...{ doneStatus: 1, doneDetail: 2, lastCmdId: 9, activeCmdId: 0, doneCmdId: 9, lastPermitId: 7 },
      ...{ execCount: 9, rxFrames: 1000 + n, rxErrors: 0, rxSeqGaps: 0, latchNonce: 77 },
      ...{ estopCause: 0, estopWheel: 0 },
    })
  })
}

/** Opens a session that nobody has to answer. */
export const helloAck = (): Uint8Array =>
  pack(0, {
    kind: 'helloAck',
    ...{ protoMajor: PROTOCOL.major, protoMinor: PROTOCOL.minor, schemaHash: PROTOCOL.schemaHash },
    ...{ session: SESSION, bootId: 1, uptimeMs: 0, hbTimeoutMs: 200, telemetryMs: 20, accepted: 1, state: 1 },
  })

function pack(seq: number, message: Message): Uint8Array {
  const payload = must(encodePayload(message), message.kind)
  return packFrame({ type: specOf(message.kind).id, flags: 0, seq: seq & 0xffff, payload })
}
