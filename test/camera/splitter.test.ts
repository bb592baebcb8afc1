import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { JpegSplitter, MAX_JPEG_BYTES, type Jpeg } from '#adapters/camera/jpeg-splitter.js'
import { jpegOf } from './pictures.js'

let plain: Uint8Array
let progressive: Uint8Array
let nested: Uint8Array
let corpus: readonly Uint8Array[]

beforeAll(async () => {
  plain = await jpegOf(64, 48)
  progressive = await jpegOf(80, 40, { progressive: true, seed: 3 })
  nested = await jpegOf(96, 32, { thumbnail: await jpegOf(16, 16) })
  corpus = [plain, progressive, nested]
})

/** All at once, or in pieces of these lengths, over and over. */
function split(bytes: Uint8Array, pieces: readonly number[] = [bytes.length]): Jpeg[] {
  const splitter = new JpegSplitter()
  const found: Jpeg[] = []
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const length = Math.max(1, pieces[i % pieces.length] ?? 1)
    found.push(...splitter.push(bytes.subarray(at, at + length)))
    at += length
  }
  return found
}

/** A segment's broken length can swallow so much, never more. */
const SWALLOWED = new Uint8Array(65_536)

const join = (...parts: readonly Uint8Array[]): Uint8Array => Buffer.concat(parts)
const hex = (jpegs: readonly Jpeg[]): string[] => jpegs.map(({ bytes }) => Buffer.from(bytes).toString('hex'))
const hexOf = (...bytes: readonly Uint8Array[]): string[] =>
  bytes.map((each) => Buffer.from(each).toString('hex'))

describe('the pictures in a stream', () => {
  it('are whole, in order, and know their size; a thumbnail inside one does not end it', () => {
    const found = split(join(...corpus, ...corpus))
    expect(hex(found)).toEqual(hexOf(...corpus, ...corpus))
    expect(found.slice(0, 3).map(({ width, height }) => [width, height])).toEqual([
      [64, 48],
      [80, 40],
      [96, 32],
    ])
  })

  it('are the same however the stream is cut', () => {
    let cuts = 0
    fc.assert(
      fc.property(
        fc.array(fc.nat(2), { minLength: 1, maxLength: 5 }),
        fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 20 }),
        fc.array(fc.uint8Array({ maxLength: 40 }).map(withoutStart), { minLength: 5, maxLength: 5 }),
        (order, pieces, rubbish) => {
          cuts += pieces.length
          const pictures = order.map((i) => corpus[i] as Uint8Array)
          // cameras pad their pictures, and a USB line leaves pieces
          const bytes = join(...pictures.flatMap((each, i) => [rubbish[i] as Uint8Array, each]))
          expect(hex(split(bytes, pieces))).toEqual(hexOf(...pictures))
        },
      ),
      { numRuns: 300, seed: 5 },
    )
    expect(cuts).toBeGreaterThan(600)
  })

  it('go on after one that was cut off anywhere', () => {
    let cut = 0
    for (let end = 3; end < nested.length; end += 7) {
      const found = split(join(nested.subarray(0, end), plain, SWALLOWED, progressive, plain))
      expect(hex(found.slice(-2)), `cut at ${end}`).toEqual(hexOf(progressive, plain))
      cut++
    }
    expect(cut).toBeGreaterThan(150)
  })

  it('are never longer than the limit, and the stream goes on behind one that is', () => {
    const start = plain.subarray(0, plain.length - 2)
    const splitter = new JpegSplitter()
    expect(splitter.push(start)).toEqual([])
    const filler = new Uint8Array(1024 * 1024).fill(0x11)
    for (let i = 0; i < 6; i++) expect(splitter.push(filler)).toEqual([])
    expect(splitter.skipped).toBeGreaterThan(MAX_JPEG_BYTES)
    expect(hex(splitter.push(join(plain, progressive)))).toEqual(hexOf(plain, progressive))
  })

  it('are no pictures without a size or without a scan', () => {
    const empty = [0xff, 0xd8, 0xff, 0xd9]
    const noScan = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xd9]
    const splitter = new JpegSplitter()
    const noise = Uint8Array.from([...empty, ...noScan])
    expect(hex(splitter.push(join(noise, plain)))).toEqual(hexOf(plain))
    expect(splitter.skipped).toBe(noise.length)
  })
})

describe('a hostile stream', () => {
  const runs = Number(process.env.GRAFT_FUZZ ?? 1000)

  it(`${runs} mutated streams: no throw, and the pictures behind them come through`, () => {
    let intact = 0
    let broken = 0
    const mutation = fc.record({
      at: fc.nat(),
      byte: fc.nat(255),
      how: fc.constantFrom('set', 'cut', 'marker'),
    })
    fc.assert(
      fc.property(
        fc.nat(2),
        fc.array(mutation, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 500, max: 20_000 }),
        (which, mutations, piece) => {
          const bytes = mutations.reduce((now, { at, byte, how }) => {
            const place = at % now.length
            if (how === 'cut') return join(now.subarray(0, place), now.subarray(place + 1 + (byte % 9)))
            const copy = Uint8Array.from(now)
            copy[place] = how === 'marker' ? 0xff : byte
            return copy
          }, corpus[which] as Uint8Array)
          const found = split(join(bytes, SWALLOWED, progressive), [piece])
          expect(Buffer.compare(found.at(-1)?.bytes ?? Buffer.alloc(0), progressive)).toBe(0)
          if (found.length > 1) intact++
          else broken++
        },
      ),
      { numRuns: runs, seed: 11 },
    )
    expect(intact).toBeGreaterThan(100)
    expect(broken).toBeGreaterThan(100)
  }, 3_600_000)

  it('random bytes of markers cost no more than their length', () => {
    const markers = [0xff, 0xd8, 0xff, 0xe0, 0xff, 0xda, 0x00, 0x02, 0xd9, 0xc0]
    let bytes = 0
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...markers), { minLength: 1, maxLength: 400 }), (some) => {
        const splitter = new JpegSplitter()
        const chunk = Uint8Array.from({ length: 20_000 }, (_, i) => some[i % some.length] as number)
        const found = splitter.push(chunk).reduce((sum, jpeg) => sum + jpeg.bytes.length, 0)
        bytes += chunk.length
        expect(found + splitter.skipped).toBeLessThanOrEqual(chunk.length)
      }),
      { numRuns: 500, seed: 2 },
    )
    expect(bytes).toBe(500 * 20_000)
  })
})

/** Rubbish between pictures that does not itself begin one. */
const withoutStart = (bytes: Uint8Array): Uint8Array => bytes.map((byte) => (byte === 0xff ? 0xfe : byte))
