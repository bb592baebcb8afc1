import { describe, expect, it } from 'vitest'
import { stream, type Rng } from '../../src/base/random.js'
import { FrameDecoder, packFrame } from '../../src/link/frame.js'
import { MESSAGES } from '../../src/link/message-table.gen.js'

const key = (type: number, seq: number, payload: Uint8Array): string => `${type}/${seq}/${payload.join()}`

/** One to four bit flips, a lost or an inserted byte, a burst, or four random bytes. */
function damage(rng: Rng, frame: Uint8Array): Uint8Array {
  const bytes = [...frame]
  const at = (): number => rng.int(bytes.length)
  const flip = (i: number, mask: number): void => {
    bytes[i] = (bytes[i] as number) ^ mask
  }
  const how = rng.int(6)
  if (how === 0) for (let n = 1 + rng.int(4); n > 0; n--) flip(at(), 1 << rng.int(8))
  if (how === 1) bytes.splice(at(), 1 + rng.int(3))
  if (how === 2) bytes.splice(at(), 0, rng.int(256))
  if (how === 3) {
    const from = at()
    flip(from, 1 + rng.int(255))
    if (from + 1 < bytes.length) flip(from + 1, rng.int(256))
  }
  if (how === 4) for (let n = 4; n > 0; n--) bytes[at()] = rng.int(256)
  if (how === 5) bytes.splice(at(), bytes.length)
  return Uint8Array.from(bytes)
}

describe('decoder under fire (VRL-26)', () => {
  it('of 150 000 damaged frames none is accepted with content that was never sent', () => {
    const rng = stream('fuzz', 'damage')
    const decoder = new FrameDecoder()
    let corrupt = 0
    let intact = 0
    let damaged = 0
    for (let n = 0; n < 150_000; n++) {
      const spec = rng.pick(MESSAGES)
      const payload = Uint8Array.from({ length: spec.bytes }, () => (rng.chance(0.3) ? 0 : rng.int(256)))
      const seq = n & 0xffff
      const sent = packFrame({ type: spec.id, flags: 0, seq, payload })
      const arrived = damage(rng, sent)
      if (arrived.length !== sent.length || arrived.some((byte, i) => byte !== sent[i])) damaged++
      // the delimiter ends what the damage left open, so that each frame is judged alone
      for (const frame of decoder.feed(Uint8Array.of(...arrived, 0))) {
        if (key(frame.type, frame.seq, frame.payload) === key(spec.id, seq, payload)) intact++
        else corrupt++
      }
    }
    expect(damaged).toBeGreaterThan(145_000)
    expect(corrupt).toBe(0)
    const { badCobs, badCrc, badLength } = decoder.counters
    expect(badCobs + badCrc + badLength).toBeGreaterThan(100_000)
    // a lost or doubled delimiter, or a flip and its inverse, leaves the frame whole
    expect(intact).toBeLessThan(15_000)
  })

  it('100 000 pieces of pure noise give no frame, and the next good frame is heard', () => {
    const rng = stream('fuzz', 'noise')
    const decoder = new FrameDecoder()
    let frames = 0
    for (let n = 0; n < 100_000; n++) {
      frames += decoder.feed(Uint8Array.from({ length: 1 + rng.int(30) }, () => rng.int(256))).length
    }
    expect(frames).toBe(0)
    const good = packFrame({ type: 3, flags: 0, seq: 1, payload: new Uint8Array(8) })
    expect(decoder.feed(Uint8Array.of(0, ...good))).toHaveLength(1)
  })

  it('a stream without delimiters is skipped in bounded memory and counted once', () => {
    const decoder = new FrameDecoder()
    for (let n = 0; n < 1_000; n++) expect(decoder.feed(new Uint8Array(1_000).fill(7))).toEqual([])
    expect(decoder.counters).toMatchObject({ oversize: 1, bytes: 1_000_000 })
    decoder.feed(Uint8Array.of(0))
    const good = packFrame({ type: 3, flags: 0, seq: 1, payload: new Uint8Array(8) })
    expect(decoder.feed(good)).toHaveLength(1)
  })

  it('counts missing frames by sequence number; a repeat is no gap', () => {
    const decoder = new FrameDecoder()
    for (const seq of [65_534, 65_535, 2, 2, 3, 0, 4]) {
      decoder.feed(packFrame({ type: 4, flags: 0, seq, payload: new Uint8Array(0) }))
    }
    expect(decoder.counters).toMatchObject({ frames: 7, seqGaps: 2 })
  })
})
