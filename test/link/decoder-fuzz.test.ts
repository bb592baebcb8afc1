import { describe, expect, it } from 'vitest'
import { stream, type Rng } from '../../src/base/random.js'
import { FrameDecoder, packFrame, type Frame } from '../../src/link/frame.js'
import { MESSAGES } from '../../src/link/message-table.gen.js'

const DELIMITER = new Uint8Array(1)
const key = ({ type, flags, seq, payload }: Frame): string => `${type}/${flags}/${seq}/${payload.join()}`

function anyFrame(rng: Rng, seq: number): Frame {
  const spec = rng.pick(MESSAGES)
  const payload = Uint8Array.from({ length: spec.bytes }, () => (rng.chance(0.3) ? 0 : rng.int(256)))
  return { type: spec.id, flags: 0, seq, payload }
}

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
    const originals = Array.from({ length: 1_500 }, (_, seq) => anyFrame(rng, seq))
    const sent = new Set(originals.map(key))
    const packed = originals.map(packFrame)
    let [corrupt, intact, damaged] = [0, 0, 0]
    for (let n = 0; n < 100; n++) {
      for (const bytes of packed) {
        const arrived = damage(rng, bytes)
        if (arrived.length !== bytes.length || arrived.some((byte, i) => byte !== bytes[i])) damaged++
        // the delimiter ends what the damage left open, so that each frame is judged alone
        for (const frame of [...decoder.feed(arrived), ...decoder.feed(DELIMITER)]) {
          if (sent.has(key(frame))) intact++
          else corrupt++
        }
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
