import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { cobsDecode } from '#link/cobs.js'
import { FrameDecoder, packFrame, type Frame } from '#link/frame.js'
import { DecoderStorm } from './support/decoder-storm.js'

/** GRAFT_FUZZ for more here; `npm run fuzz:link -- --frames 100000000` for the bar */
const FRAMES = Number(process.env['GRAFT_FUZZ'] ?? 200_000)

describe('decoder under fire (VRL-26)', () => {
  it(`of ${FRAMES} mutated frames none is accepted with content that was never sent`, () => {
    const { counts } = new DecoderStorm(1).run(FRAMES)
    expect(counts).toMatchObject({ frames: FRAMES, corrupt: 0, deaf: 0 })
    expect(counts.changed).toBeGreaterThan(FRAMES * 0.97)
    expect(counts.refused).toBeGreaterThan(FRAMES * 0.7)
    // a lost or doubled delimiter leaves the frame whole, and of a glued pair the second may be
    expect(counts.intact).toBeLessThan(FRAMES * 0.2)
  }, 600_000)

  it('the storm does find a decoder that leaves out the check sum', () => {
    expect(new DecoderStorm(1, new Careless()).run(1_000).counts.corrupt).toBeGreaterThan(200)
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

/** Takes everything between two delimiters for a frame. */
class Careless {
  readonly counters = new FrameDecoder().counters
  #open: number[] = []

  scan(bytes: Uint8Array, onFrame: (frame: Frame) => void): void {
    for (const byte of bytes) {
      if (byte !== 0) this.#open.push(byte)
      else {
        const raw = cobsDecode(Uint8Array.from(this.#open))
        const [type = 0, flags = 0, low = 0, high = 0] = raw ?? []
        if (raw !== undefined && raw.length >= 8)
          onFrame({ type, flags, seq: low | (high << 8), payload: raw.slice(4, -4) })
        this.#open = []
      }
    }
  }
}
