import { stream, type Rng } from '#base/random.js'
import { FrameDecoder, packFrame, type Frame } from '#link/frame.js'
import { MESSAGES } from '#link/message-table.gen.js'

/** What became of so many mutated frames. */
export interface StormCounts {
  /** mutated frames that were fed */
  frames: number
  /** of them, those whose bytes really differ from the frame they were made of */
  changed: number
  /** accepted, and equal to a frame that was sent: the damage hit a delimiter or undid itself */
  intact: number
  /** accepted, and equal to no frame that was sent: what must not be */
  corrupt: number
  /** a good frame after the damage that was not heard: what must not be either */
  deaf: number
  /** refused, by cause */
  refused: number
}

const ORIGINALS = 1_024
/** a whole frame is listened for after so many mutated ones */
const LISTEN_EVERY = 64
const DELIMITER = new Uint8Array(1)
const KINDS = 10

/** Frames of every message, mutated in ten ways and thrown at one decoder; each is judged alone. */
export class DecoderStorm {
  readonly counts: StormCounts = { frames: 0, changed: 0, intact: 0, corrupt: 0, deaf: 0, refused: 0 }
  readonly #rng: Rng
  readonly #decoder: Pick<FrameDecoder, 'scan' | 'counters'>
  readonly #packed: readonly Uint8Array[]
  readonly #sent: ReadonlySet<string>
  readonly #scratch = new Uint8Array(600)
  #length = 0
  #accepted = 0

  constructor(seed: string | number, decoder: Pick<FrameDecoder, 'scan' | 'counters'> = new FrameDecoder()) {
    this.#decoder = decoder
    this.#rng = stream('decoder storm', seed)
    const originals = Array.from({ length: ORIGINALS }, (_, seq) => anyFrame(this.#rng, seq))
    this.#packed = originals.map(packFrame)
    this.#sent = new Set(originals.map(keyOf))
  }

  run(frames: number): this {
    const { counts } = this
    for (let n = 0; n < frames; n++) {
      const original = this.#pick()
      this.#mutate(original)
      const bytes = this.#scratch.subarray(0, this.#length)
      counts.frames++
      if (Buffer.compare(bytes, original) !== 0) counts.changed++
      this.#feed(bytes)
      if (n % LISTEN_EVERY === 0) this.#listen()
    }
    const { badCobs, badCrc, badLength, oversize } = this.#decoder.counters
    counts.refused = badCobs + badCrc + badLength + oversize
    return this
  }

  readonly #judge = (frame: Frame): void => {
    this.#accepted++
    if (this.#sent.has(keyOf(frame))) this.counts.intact++
    else this.counts.corrupt++
  }

  #feed(bytes: Uint8Array): void {
    const cut = this.#rng.chance(0.1) ? this.#rng.int(bytes.length + 1) : 0
    if (cut > 0) this.#decoder.scan(bytes.subarray(0, cut), this.#judge)
    this.#decoder.scan(cut > 0 ? bytes.subarray(cut) : bytes, this.#judge)
    // ends what the damage left open, so that each frame is judged alone
    this.#decoder.scan(DELIMITER, this.#judge)
  }

  #listen(): void {
    const before = this.#accepted
    this.#decoder.scan(this.#pick(), this.#judge)
    if (this.#accepted !== before + 1) this.counts.deaf++
    this.counts.intact -= this.#accepted - before
  }

  #pick(): Uint8Array {
    return this.#packed[this.#rng.int(ORIGINALS)] as Uint8Array
  }

  #mutate(original: Uint8Array): void {
    const rng = this.#rng
    const bytes = this.#scratch
    bytes.set(original)
    this.#length = original.length
    const at = rng.int(original.length)
    switch (rng.int(KINDS)) {
      case 0: // one to four wrong bits
        for (let n = 1 + rng.int(4); n > 0; n--) this.#xor(rng.int(original.length), 1 << rng.int(8))
        return
      case 1: // a burst of up to 16 bits
        this.#xor(at, 1 + rng.int(255))
        if (at + 1 < original.length) this.#xor(at + 1, rng.int(256))
        return
      case 2: // four random bytes
        for (let n = 4; n > 0; n--) bytes[rng.int(original.length)] = rng.int(256)
        return
      case 3: // one to three bytes lost
        return this.#remove(at, 1 + rng.int(3))
      case 4: // a byte too many
        bytes.copyWithin(at + 1, at, this.#length++)
        bytes[at] = rng.int(256)
        return
      case 5: // cut off
        this.#length = at
        return
      case 6: // the head of one frame and the tail of another
        return this.#append(at, this.#pick(), true)
      case 7: // the delimiter between two frames lost
        return this.#append(original.length - 1, this.#pick(), false)
      case 8: // a code byte of COBS that points elsewhere
        bytes[0] = rng.int(256)
        return
      case 9: // nothing but noise
        this.#length = 1 + rng.int(160)
        for (let i = 0; i < this.#length; i++) bytes[i] = rng.int(256)
        return
    }
  }

  #xor(at: number, mask: number): void {
    this.#scratch[at] = (this.#scratch[at] as number) ^ mask
  }

  #remove(at: number, count: number): void {
    this.#scratch.copyWithin(at, at + count, this.#length)
    this.#length = Math.max(at, this.#length - count)
  }

  #append(at: number, other: Uint8Array, tailOnly: boolean): void {
    const tail = tailOnly ? other.subarray(this.#rng.int(other.length)) : other
    this.#scratch.set(tail, at)
    this.#length = at + tail.length
  }
}

function anyFrame(rng: Rng, seq: number): Frame {
  const spec = rng.pick(MESSAGES)
  const payload = Uint8Array.from({ length: spec.lengths.at(-1) ?? 0 }, () =>
    rng.chance(0.3) ? 0 : rng.int(256),
  )
  return { type: spec.id, flags: 0, seq, payload }
}

const keyOf = ({ type, flags, seq, payload }: Frame): string => `${type}/${flags}/${seq}/${payload.join()}`
