import { Int } from '#bt/value/value.js'

/** The values that can be encoded; a number is encoded as floating point, integers are `Int`. */
export type Packable =
  null | boolean | string | number | Int | readonly Packable[] | ReadonlyMap<string, Packable>

/**
 * Encodes MessagePack in its shortest forms, like the reference: non-negative integers in the unsigned forms,
 * floating-point numbers in 32 bits where that is lossless.
 */
export function pack(value: Packable): Uint8Array {
  const out = new ByteWriter()
  write(value, out)
  return out.bytes()
}

function write(value: Packable, out: ByteWriter): void {
  if (value === null) out.byte(0xc0)
  else if (typeof value === 'boolean') out.byte(value ? 0xc3 : 0xc2)
  else if (typeof value === 'number') writeFloat(value, out)
  else if (typeof value === 'string') writeText(value, out)
  else if (value instanceof Int) writeInt(value.exact, out)
  else if (isList(value)) {
    writeLength(value.length, [0x90, 15], [undefined, 0xdc, 0xdd], out)
    for (const item of value) write(item, out)
  } else {
    writeLength(value.size, [0x80, 15], [undefined, 0xde, 0xdf], out)
    for (const [key, item] of value) {
      writeText(key, out)
      write(item, out)
    }
  }
}

function writeFloat(value: number, out: ByteWriter): void {
  if (!Number.isFinite(value) || Math.fround(value) === value) out.float32(value)
  else out.float64(value)
}

function writeText(text: string, out: ByteWriter): void {
  const bytes = new TextEncoder().encode(text)
  writeLength(bytes.length, [0xa0, 31], [0xd9, 0xda, 0xdb], out)
  out.append(bytes)
}

function writeInt(value: bigint, out: ByteWriter): void {
  if (value >= 0n) {
    if (value < 0x80n) out.byte(Number(value))
    else if (value < 0x100n) out.uint(0xcc, 1, value)
    else if (value < 0x1_0000n) out.uint(0xcd, 2, value)
    else if (value < 0x1_0000_0000n) out.uint(0xce, 4, value)
    else out.uint(0xcf, 8, value)
  } else if (value >= -32n) out.byte(Number(value) & 0xff)
  else if (value >= -0x80n) out.uint(0xd0, 1, value)
  else if (value >= -0x8000n) out.uint(0xd1, 2, value)
  else if (value >= -0x8000_0000n) out.uint(0xd2, 4, value)
  else out.uint(0xd3, 8, value)
}

/** @param tags tags of the forms with a length field of 1, 2 and 4 bytes */
function writeLength(
  length: number,
  [fixed, max]: readonly [number, number],
  tags: readonly [number | undefined, number, number],
  out: ByteWriter,
): void {
  if (length <= max) out.byte(fixed | length)
  else if (length < 0x100 && tags[0] !== undefined) out.uint(tags[0], 1, BigInt(length))
  else if (length < 0x1_0000) out.uint(tags[1], 2, BigInt(length))
  else out.uint(tags[2], 4, BigInt(length))
}

const isList = (value: readonly Packable[] | ReadonlyMap<string, Packable>): value is readonly Packable[] =>
  Array.isArray(value)

class ByteWriter {
  #bytes = new Uint8Array(256)
  #length = 0

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }

  byte(value: number): void {
    const at = this.#room(1)
    this.#bytes[at] = value
  }

  append(bytes: Uint8Array): void {
    const at = this.#room(bytes.length)
    this.#bytes.set(bytes, at)
  }

  /** big-endian, two's complement */
  uint(tag: number, size: 1 | 2 | 4 | 8, value: bigint): void {
    this.byte(tag)
    const at = this.#room(size)
    for (let i = 0; i < size; i++) {
      this.#bytes[at + i] = Number(BigInt.asUintN(8, value >> BigInt(8 * (size - 1 - i))))
    }
  }

  float32(value: number): void {
    this.byte(0xca)
    const at = this.#room(4)
    new DataView(this.#bytes.buffer).setFloat32(at, value)
  }

  float64(value: number): void {
    this.byte(0xcb)
    const at = this.#room(8)
    new DataView(this.#bytes.buffer).setFloat64(at, value)
  }

  #room(size: number): number {
    const at = this.#length
    this.#length += size
    if (this.#length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length))
      grown.set(this.#bytes.subarray(0, at))
      this.#bytes = grown
    }
    return at
  }
}
