import { readRegularHead, describeUnreadable } from '#documents/read-regular.js'

/**
 * Checks that the header of a GGUF file claims no more than the file holds: a library that trusted it would allocate
 * that much memory, or loop forever. Walks the lengths of all metadata without keeping any of it.
 * @returns what is wrong; undefined when nothing is
 */
export function ggufProblem(path: string): string | undefined {
  const read = readRegularHead(path, MAX_METADATA)
  if (!read.ok) return describeUnreadable(read.error)
  const { head, size } = read.value
  try {
    if (head.toString('latin1', 0, 4) === 'GGUF') new Walk(head).file(size)
    return undefined
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return size > head.length
      ? `its metadata is longer than ${MAX_METADATA} bytes`
      : `its header promises more than its ${size} bytes`
  }
}

class Walk {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  file(size: number): void {
    this.#skip(8)
    const tensors = this.#count()
    const pairs = this.#count()
    if (tensors * MIN_TENSOR_BYTES + pairs * MIN_PAIR_BYTES > size) throw new RangeError('counts')
    for (let i = 0; i < pairs; i++) {
      this.#skip(this.#count())
      this.#value(this.#kind(), 0)
    }
  }

  #value(kind: number, depth: number): void {
    const width = WIDTHS[kind]
    if (width !== undefined) return this.#skip(width)
    if (kind === STRING) return this.#skip(this.#count())
    if (kind !== ARRAY || depth > MAX_DEPTH) throw new RangeError('kind')
    const inside = this.#kind()
    const count = this.#count()
    const each = WIDTHS[inside]
    if (each !== undefined) return this.#skip(count * each)
    for (let i = 0; i < count; i++) this.#value(inside, depth + 1)
  }

  #kind(): number {
    this.#skip(4)
    return this.#bytes.readUInt32LE(this.#at - 4)
  }

  /** as a number: a count too large to be exact is larger than any file anyway */
  #count(): number {
    this.#skip(8)
    return Number(this.#bytes.readBigUInt64LE(this.#at - 8))
  }

  #skip(bytes: number): void {
    this.#at += bytes
    if (this.#at > this.#bytes.length) throw new RangeError('end')
  }
}

/** uint8, int8, uint16, int16, uint32, int32, float32, bool, string, array, uint64, int64, float64 */
const WIDTHS: readonly (number | undefined)[] = [1, 1, 2, 2, 4, 4, 4, 1, undefined, undefined, 8, 8, 8]
const STRING = 8
const ARRAY = 9
const MAX_DEPTH = 4
/** smallest possible size of one description, bytes */
const MIN_TENSOR_BYTES = 24
const MIN_PAIR_BYTES = 13
const MAX_METADATA = 64 * 1024 * 1024
