import { describe, expect, it } from 'vitest'
import { loadFirmware } from '#simulation/firmware/firmware.js'
import { stream, type Rng } from '#base/random.js'
import { FrameDecoder, packFrame } from '#link/frame.js'
import { decodePayload, encodePayload } from '#link/message-codec.js'
import { MESSAGES, type FieldSpec, type MessageSpec } from '#link/message-table.gen.js'
import type { Message } from '#link/messages.gen.js'
import { WireObserver } from '#link/wire-observer.js'
import { wasm } from '../firmware/support/bench.js'
import { codecInWasm } from '../firmware/support/codec-in-wasm.js'

/** GRAFT_FUZZ=1000000 is the bar; the figure is printed */
const RUNS = Number(process.env['GRAFT_FUZZ'] ?? 20_000)
const c = codecInWasm()
const same = (a: Uint8Array | number, b: Uint8Array): boolean =>
  typeof a !== 'number' && Buffer.compare(a, b) === 0

/** what C says again is what there was, without what a newer build has added and later fields that say nothing new */
const begins = (a: Uint8Array | number, b: Uint8Array): boolean =>
  typeof a !== 'number' && same(a, b.subarray(0, a.length))

describe('the codec in TypeScript and the one in C (VRL-26)', () => {
  it(`${RUNS} random messages: the same payload, the same frame, the same message back`, () => {
    const rng = stream('codec', 'messages')
    const met = new Map<string, number>()
    for (let run = 0; run < RUNS; run++) {
      const spec = rng.pick(MESSAGES)
      const message = anyMessage(rng, spec)
      const payload = encodePayload(message)
      const fail = (what: string): never => {
        throw new Error(`${what}: ${JSON.stringify(message)}`)
      }
      if (!payload.ok) return fail('not encoded in TypeScript')
      if (!same(c.reencode(spec.id, payload.value), payload.value)) fail('C read or wrote another payload')

      const [flags, seq] = [rng.int(2), rng.int(65_536)]
      const mine = packFrame({ type: spec.id, flags, seq, payload: payload.value })
      if (!same(mine, c.packFrame(spec.id, flags, seq, payload.value))) fail('other frames')
      const [frame] = new FrameDecoder().feed(mine)
      const back = frame && decodePayload(frame.type, frame.payload)
      if (back?.ok !== true || JSON.stringify(back.value) !== JSON.stringify(message))
        fail('another message came back')
      met.set(spec.kind, (met.get(spec.kind) ?? 0) + 1)
    }
    expect(met.size).toBe(MESSAGES.length)
    expect(Math.min(...met.values())).toBeGreaterThan(RUNS / MESSAGES.length / 2)
    process.stdout.write(
      `codec: ${RUNS} random messages, payload and frame byte for byte the same in TypeScript and C\n`,
    )
  }, 600_000)

  it(`${RUNS} damaged payloads: the same verdict, for the same reason`, () => {
    const rng = stream('codec', 'damaged payloads')
    const results = { taken: 0, unknownType: 0, badLength: 0, badRange: 0 }
    for (let run = 0; run < RUNS; run++) {
      const spec = rng.pick(MESSAGES)
      const payload = anyPayload(rng, spec)
      const id = rng.chance(0.05) ? rng.int(256) : spec.id
      const mine = decodePayload(id, payload)
      const theirs = c.reencode(id, payload)
      const agreed = mine.ok ? begins(theirs, payload) : theirs === CODE[mine.error.kind]
      if (!agreed)
        throw new Error(
          `type ${id}, ${Buffer.from(payload).toString('hex')}: ${JSON.stringify(mine)}, C says ${String(theirs)}`,
        )
      results[mine.ok ? 'taken' : mine.error.kind]++
    }
    for (const count of Object.values(results)) expect(count).toBeGreaterThan(RUNS / 100)
    process.stdout.write(
      `codec: ${RUNS} damaged payloads, the same verdict in both: ${JSON.stringify(results)}\n`,
    )
  }, 600_000)

  it(`${RUNS} damaged frames: both decoders count the same frames and the same faults`, () => {
    const rng = stream('codec', 'damaged frames')
    const [mine, firmware, tap] = [new FrameDecoder(), loadFirmware(wasm, 1), new WireObserver()]
    const frames = MESSAGES.map((spec, seq) => {
      const payload = Uint8Array.from({ length: spec.lengths.at(-1) ?? 0 }, () => rng.int(256))
      // no type that opens a session or asks: only the decoder is to work
      return packFrame({ type: spec.id | 0x80, flags: 0, seq, payload })
    })
    const ask = packFrame({ type: 0x04, flags: 0, seq: 0, payload: new Uint8Array(0) })
    for (let run = 0; run < RUNS;) {
      const batch = Buffer.concat(Array.from({ length: 200 }, () => damaged(rng, rng.pick(frames))))
      run += 200
      // what the damage left open is ended, so that the question is heard
      const bytes = Buffer.concat([batch, Uint8Array.of(0), ask])
      mine.feed(bytes)
      firmware.rx(bytes)
      const said = tap
        .observe('toHost', firmware.tx())
        .findLast(({ message }) => message.kind === 'stats')?.message
      const { counters } = mine
      expect(said).toMatchObject({
        rxBytes: counters.bytes,
        rxFrames: counters.frames,
        rxBadCobs: counters.badCobs,
        rxBadCrc: counters.badCrc,
        rxBadLength: counters.badLength,
        rxOversize: counters.oversize,
        rxSeqGaps: counters.seqGaps,
      })
    }
    const { badCobs, badCrc, badLength, oversize } = mine.counters
    for (const count of [badCobs, badCrc, badLength]) expect(count).toBeGreaterThan(RUNS / 200)
    expect(oversize).toBeGreaterThan(0)
    process.stdout.write(
      `codec: ${RUNS} damaged frames, the same counts in both decoders: ${JSON.stringify(mine.counters)}\n`,
    )
  }, 600_000)
})

/** what `fwp_reencode` says */
const CODE = { unknownType: -1, badLength: -2, badRange: -3 } as const
const TOP = { u8: 255, u16: 65_535, u32: 4_294_967_295 } as const

function anyMessage(rng: Rng, spec: MessageSpec): Message {
  const values = spec.fields.map((field): [string, number | number[]] => {
    const one = (): number => anyNumber(rng, field)
    return [field.name, field.count === undefined ? one() : Array.from({ length: field.count }, one)]
  })
  const fields: Readonly<Record<string, number | number[]>> = Object.fromEntries(values)
  return { kind: spec.kind, ...fields } as unknown as Message
}

/** a number that the wire can carry for this field; often one at its limits */
function anyNumber(rng: Rng, field: FieldSpec): number {
  if (field.type === 'f32') {
    const { min = -1e9, max = 1e9 } = field
    return Math.fround(rng.chance(0.2) ? rng.pick([min, max]) : min + (max - min) * rng.next()) || 0
  }
  const { min = 0, max = TOP[field.type] } = field
  return rng.chance(0.2) ? rng.pick([min, max]) : min + rng.int(max - min + 1)
}

/** mostly a right payload with a few bytes that are not */
function anyPayload(rng: Rng, spec: MessageSpec): Uint8Array {
  const right = encodePayload(anyMessage(rng, spec))
  const payload = right.ok ? right.value : new Uint8Array(spec.lengths.at(-1) ?? 0)
  for (let n = rng.int(4); n > 0 && payload.length > 0; n--)
    payload[rng.int(payload.length)] = rng.pick([0, 1, 0x7f, 0x80, 0xff, rng.int(256)])
  if (rng.chance(0.9)) return payload
  return rng.chance(0.5) ? payload.subarray(0, rng.int(payload.length + 1)) : new Uint8Array(rng.int(121))
}

/** as a line does it: flips, lost and inserted bytes, cuts, and frames without an end */
function damaged(rng: Rng, frame: Uint8Array): Uint8Array {
  const bytes = [...frame]
  const at = rng.int(bytes.length)
  const how = rng.int(8)
  if (how < 3) bytes[at] = (bytes[at] as number) ^ (1 << rng.int(8))
  if (how === 3) bytes.splice(at, 1 + rng.int(3))
  if (how === 4) bytes.splice(at, 0, rng.int(256))
  if (how === 5) bytes.splice(at)
  if (how === 6) bytes.splice(0, at)
  return Uint8Array.from(bytes)
}
