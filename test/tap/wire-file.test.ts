import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import {
  MAX_RECORD_DATA,
  readWireHeader,
  RECORD_FRAME,
  WIRE_HEADER_BYTES,
  WireFileReader,
  wireHeader,
  wireMark,
  wireRecords,
  type WireEntry,
} from '#app/run-folder/wire-file.js'
import type { WireDirection } from '#link/wire-observer.js'

interface Piece {
  readonly direction: WireDirection
  readonly at: number
  readonly bytes: Uint8Array
}
/** random pieces of a wire; small in CI, GRAFT_FUZZ=… for more */
const RUNS = Number(process.env['GRAFT_FUZZ'] ?? 2_000)
const anyPiece = fc.record<Piece>({
  direction: fc.constantFrom('toFirmware', 'toHost'),
  at: fc.integer({ min: 0, max: 2 ** 50 }),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 60 }),
})
const fileOf = (pieces: readonly Piece[]): Uint8Array =>
  Buffer.concat(pieces.map(({ direction, at, bytes }) => wireRecords(direction, at, bytes)))
const read = (bytes: Uint8Array): WireEntry[] => {
  const reader = new WireFileReader()
  return [...reader.feed(bytes), ...reader.end()]
}
const piecesIn = (entries: readonly WireEntry[]): Piece[] =>
  entries.flatMap((entry) =>
    entry.kind === 'bytes' ? [{ direction: entry.direction, at: entry.at, bytes: entry.bytes }] : [],
  )
/** how many bytes of the file the entries speak for */
const spoken = (entries: readonly WireEntry[]): number =>
  entries.reduce((sum, entry) => {
    switch (entry.kind) {
      case 'bytes':
        return sum + entry.bytes.length + RECORD_FRAME
      case 'mark':
        return sum + RECORD_FRAME + (entry.mark.kind === 'lost' ? 4 : 0)
      case 'damaged':
      case 'torn':
        return sum + entry.bytes
    }
  }, 0)

const three: readonly Piece[] = [
  { direction: 'toFirmware', at: 0, bytes: Uint8Array.of(1, 2, 3) },
  { direction: 'toHost', at: 20_000, bytes: new Uint8Array(40) },
  { direction: 'toFirmware', at: 2 ** 40 + 1, bytes: Uint8Array.of(0) },
]

describe('a wire on disk', () => {
  it('gives back what was written, whatever the portions in which it is read', () => {
    fc.assert(
      fc.property(
        fc.array(anyPiece, { maxLength: 20 }),
        fc.integer({ min: 1, max: 200 }),
        (pieces, portion) => {
          const file = fileOf(pieces)
          const reader = new WireFileReader()
          const entries: WireEntry[] = []
          for (let at = 0; at < file.length; at += portion)
            entries.push(...reader.feed(file.subarray(at, at + portion)))
          entries.push(...reader.end())
          expect(piecesIn(entries)).toEqual(pieces)
          expect(entries).toHaveLength(pieces.length)
        },
      ),
    )
  })

  it('a long piece is several records, and nothing of it is lost', () => {
    const bytes = Uint8Array.from({ length: 2 * MAX_RECORD_DATA + 5 }, (_, i) => i % 251)
    const pieces = piecesIn(read(wireRecords('toHost', 7, bytes)))
    expect(pieces.map(({ bytes: part }) => part.length)).toEqual([MAX_RECORD_DATA, MAX_RECORD_DATA, 5])
    expect(Buffer.concat(pieces.map(({ bytes: part }) => part))).toEqual(Buffer.from(bytes))
  })

  it('marks come back too', () => {
    const file = [
      wireMark({ kind: 'lost', bytes: 77 }, 5),
      wireMark({ kind: 'full' }, 6),
      wireMark({ kind: 'end' }, 7),
    ]
    expect(read(Buffer.concat(file)).map((entry) => entry.kind === 'mark' && [entry.mark, entry.at])).toEqual(
      [
        [{ kind: 'lost', bytes: 77 }, 5],
        [{ kind: 'full' }, 6],
        [{ kind: 'end' }, 7],
      ],
    )
  })

  it('cut off at any byte: every whole record is there, and the rest is called torn', () => {
    const file = fileOf(three)
    const ends = three.map((_, i) => fileOf(three.slice(0, i + 1)).length)
    for (let cut = 0; cut <= file.length; cut++) {
      const entries = read(file.subarray(0, cut))
      const whole = ends.filter((end) => end <= cut).length
      expect(piecesIn(entries)).toEqual(three.slice(0, whole))
      const torn = cut - (ends[whole - 1] ?? 0)
      expect(entries.slice(whole)).toEqual(
        torn === 0 ? [] : [{ kind: 'torn', offset: WIRE_HEADER_BYTES + cut - torn, bytes: torn }],
      )
    }
  })

  it('any one wrong byte costs its own record and no other', () => {
    const file = fileOf(three)
    const starts = three.map((_, i) => fileOf(three.slice(0, i)).length)
    for (let at = 0; at < file.length; at++) {
      const damaged = Uint8Array.from(file)
      damaged[at] = (damaged[at] as number) ^ 0x5a
      const hit = starts.findLastIndex((start) => start <= at)
      const entries = read(damaged)
      expect(piecesIn(entries)).toEqual(three.filter((_, i) => i !== hit))
      expect(entries.filter(({ kind }) => kind === 'damaged' || kind === 'torn')).toHaveLength(1)
      expect(spoken(entries)).toBe(file.length)
    }
  })

  it(`${RUNS} mutilated files: no exception, no invented piece, every byte spoken for`, () => {
    const rng = stream('fuzz', 'wire file')
    let [damaged, kept] = [0, 0]
    for (let run = 0; run < RUNS; run++) {
      const pieces = Array.from({ length: rng.int(12) }, (): Piece => {
        const bytes = Uint8Array.from({ length: 1 + rng.int(50) }, () => rng.int(rng.chance(0.5) ? 3 : 256))
        return { direction: rng.pick(['toFirmware', 'toHost']), at: rng.int(2 ** 31), bytes }
      })
      const bytes = [...fileOf(pieces)]
      for (let n = rng.int(5); n > 0; n--) {
        const at = rng.int(bytes.length + 1)
        const how = rng.int(4)
        if (how === 0 && at < bytes.length) bytes[at] = rng.int(256)
        if (how === 1) bytes.splice(at, rng.int(30))
        if (how === 2) bytes.splice(at, 0, ...Array.from({ length: rng.int(30) }, () => rng.int(4)))
        if (how === 3) bytes.splice(at)
      }
      const entries = read(Uint8Array.from(bytes))
      const sent = new Set(pieces.map((piece) => JSON.stringify(piece)))
      const got = piecesIn(entries)
      expect(got.filter((piece) => !sent.has(JSON.stringify(piece)))).toEqual([])
      expect(spoken(entries)).toBe(bytes.length)
      kept += got.length
      damaged += entries.filter(({ kind }) => kind === 'damaged' || kind === 'torn').length
    }
    expect(kept).toBeGreaterThan(RUNS)
    expect(damaged).toBeGreaterThan(RUNS / 3)
  })

  it('files that are none, of another version, or of another schema are told apart', () => {
    const header = wireHeader('virtual')
    expect([readWireHeader(header), readWireHeader(wireHeader('monotonic'))]).toEqual([
      'virtual',
      'monotonic',
    ])
    expect(readWireHeader(header.subarray(0, 9))).toEqual({ kind: 'short', bytes: 9 })
    expect(readWireHeader(Buffer.from('{"type":"run","seed":1}'))).toEqual({ kind: 'noWire' })
    const changed = (at: number): Uint8Array => header.map((byte, i) => (i === at ? byte ^ 8 : byte))
    expect(readWireHeader(changed(8))).toEqual({ kind: 'version', got: 9 })
    expect(readWireHeader(changed(12))).toMatchObject({ kind: 'schema' })
  })
})
