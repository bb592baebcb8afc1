import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pack, type Packable } from '#bt-tools/monitor/msgpack.js'
import { Int } from '#bt/value/value.js'

const hex = (value: Packable): string => Buffer.from(pack(value)).toString('hex')

describe('MessagePack: the shortest form of everything', () => {
  it('writes integers that are not negative in the unsigned forms and negative ones in the signed forms', () => {
    const forms: [bigint, string][] = [
      [0n, '00'],
      [127n, '7f'],
      [128n, 'cc80'],
      [255n, 'ccff'],
      [256n, 'cd0100'],
      [65_535n, 'cdffff'],
      [65_536n, 'ce00010000'],
      [4_294_967_296n, 'cf0000000100000000'],
      [2n ** 64n - 1n, 'cfffffffffffffffff'],
      [-1n, 'ff'],
      [-32n, 'e0'],
      [-33n, 'd0df'],
      [-129n, 'd1ff7f'],
      [-32_769n, 'd2ffff7fff'],
      [-(2n ** 63n), 'd38000000000000000'],
    ]
    for (const [value, bytes] of forms) expect(hex(Int.of(value)), String(value)).toBe(bytes)
  })

  it('writes a floating-point number in 32 bits exactly when that loses nothing', () => {
    expect(hex(3.25)).toBe('ca40500000')
    expect(hex(1)).toBe('ca3f800000')
    expect(hex(0.1)).toBe('cb3fb999999999999a')
    expect(hex(2 ** 24 + 1)).toBe('cb4170000010000000')
  })

  it('writes null, booleans, and texts by their length in bytes', () => {
    expect(hex([null, true, false, 'é'])).toBe('94c0c3c2a2c3a9')
    expect(hex('x'.repeat(31)).slice(0, 2)).toBe('bf')
    expect(hex('x'.repeat(32)).slice(0, 4)).toBe('d920')
    expect(hex('x'.repeat(256)).slice(0, 6)).toBe('da0100')
    expect(hex('x'.repeat(65_536)).slice(0, 10)).toBe('db00010000')
  })

  it('writes long lists and maps with their length', () => {
    expect(hex(Array.from({ length: 16 }, () => null)).slice(0, 6)).toBe('dc0010')
    const map = new Map(Array.from({ length: 16 }, (_, i): [string, null] => [String(i), null]))
    expect(hex(map).slice(0, 6)).toBe('de0010')
  })

  it('gives back what went in, read by an independent reader', () => {
    const leaf = fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.string({ unit: 'grapheme' }),
      fc.double({ noNaN: true }),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }).map((value) => Int.of(value)),
    )
    const value = fc.letrec<{ value: Packable }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.array(tie('value'), { maxLength: 40 }),
        fc.array(fc.tuple(fc.string(), tie('value')), { maxLength: 20 }).map((entries) => new Map(entries)),
      ),
    })).value
    fc.assert(
      fc.property(value, (packed) => {
        const reader = new Reader(pack(packed))
        expect(reader.read()).toEqual(plain(packed))
        expect(reader.atEnd()).toBe(true)
      }),
    )
  })
})

/** Integers as bigint, maps as lists of pairs. */
function plain(value: Packable): unknown {
  if (value instanceof Int) return value.exact
  if (value instanceof Map)
    return [...(value as ReadonlyMap<string, Packable>)].map(([k, v]) => [k, plain(v)])
  return Array.isArray(value) ? (value as Packable[]).map(plain) : value
}

class Reader {
  readonly #view: DataView
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  atEnd(): boolean {
    return this.#at === this.#view.byteLength
  }

  read(): unknown {
    const tag = this.#view.getUint8(this.#at++)
    if (tag < 0x80) return BigInt(tag)
    if (tag >= 0xe0) return BigInt(tag - 0x100)
    if (tag < 0x90) return this.#pairs(tag & 15)
    if (tag < 0xa0) return this.#list(tag & 15)
    if (tag < 0xc0) return this.#text(tag & 31)
    const forms: Record<number, () => unknown> = {
      0xc0: () => null,
      0xc2: () => false,
      0xc3: () => true,
      0xca: () => this.#view.getFloat32(this.#skip(4)),
      0xcb: () => this.#view.getFloat64(this.#skip(8)),
      0xcc: () => BigInt(this.#view.getUint8(this.#skip(1))),
      0xcd: () => BigInt(this.#view.getUint16(this.#skip(2))),
      0xce: () => BigInt(this.#view.getUint32(this.#skip(4))),
      0xcf: () => this.#view.getBigUint64(this.#skip(8)),
      0xd0: () => BigInt(this.#view.getInt8(this.#skip(1))),
      0xd1: () => BigInt(this.#view.getInt16(this.#skip(2))),
      0xd2: () => BigInt(this.#view.getInt32(this.#skip(4))),
      0xd3: () => this.#view.getBigInt64(this.#skip(8)),
      0xd9: () => this.#text(this.#view.getUint8(this.#skip(1))),
      0xda: () => this.#text(this.#view.getUint16(this.#skip(2))),
      0xdc: () => this.#list(this.#view.getUint16(this.#skip(2))),
      0xde: () => this.#pairs(this.#view.getUint16(this.#skip(2))),
    }
    const form = forms[tag]
    if (form === undefined) throw new Error(`tag ${tag}`)
    return form()
  }

  #skip(bytes: number): number {
    this.#at += bytes
    return this.#at - bytes
  }

  #text(length: number): string {
    const at = this.#skip(length)
    return new TextDecoder().decode(new Uint8Array(this.#view.buffer, this.#view.byteOffset + at, length))
  }

  #list(length: number): unknown[] {
    return Array.from({ length }, () => this.read())
  }

  #pairs(length: number): unknown[] {
    return Array.from({ length }, () => [this.read(), this.read()])
  }
}
