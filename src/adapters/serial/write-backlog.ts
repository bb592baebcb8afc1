/** Ends every frame and occurs nowhere else in it. */
const DELIMITER = 0
/** two seconds of peak traffic: a port that accepts nothing for that long is dead */
const MAX_BYTES = 16_384
const NOTHING = new Uint8Array(0)

/** Offers bytes to the port. @returns how many it accepted; 0 when it accepts none now */
export type Offer = (bytes: Uint8Array) => number

/**
 * Bytes that the port has not accepted yet. A partly sent frame is finished first, because a partial frame in the
 * receiver corrupts the next one; urgent frames follow directly, before all others. Beyond 16 KB, new frames are
 * dropped whole, but urgent ones never; whatever the controller misses is retransmitted.
 */
export class WriteBacklog {
  readonly #isUrgent: (frame: Uint8Array) => boolean
  #waiting: Uint8Array = NOTHING
  /** the first waiting frame was partly sent */
  #begun = false

  /** @param isUrgent decides for a whole frame with its delimiter; true for stop and e-stop */
  constructor(isUrgent: (frame: Uint8Array) => boolean) {
    this.#isUrgent = isUrgent
  }

  get bytes(): number {
    return this.#waiting.length
  }

  /** @param bytes whole frames */
  add(bytes: Uint8Array): void {
    if (this.#waiting.length === 0) {
      this.#waiting = bytes
      return
    }
    const frames = framesOf(bytes)
    const urgent = frames.filter(this.#isUrgent)
    const border = this.#begun ? endOfFrame(this.#waiting, 0) : 0
    const [first, later] = [this.#waiting.subarray(0, border), this.#waiting.subarray(border)]
    const parts = [first, ...urgent, later]
    let size = total(parts)
    for (const frame of frames) {
      if (urgent.includes(frame) || size + frame.length > MAX_BYTES) continue
      parts.push(frame)
      size += frame.length
    }
    this.#waiting = new Uint8Array(Buffer.concat(parts))
  }

  /** Writes as much as the port accepts now. Errors from `offer` propagate. */
  drain(offer: Offer): void {
    while (this.#waiting.length > 0) {
      const taken = offer(this.#waiting)
      if (taken === 0) return
      this.#begun = this.#waiting[taken - 1] !== DELIMITER
      this.#waiting = taken === this.#waiting.length ? NOTHING : this.#waiting.slice(taken)
    }
  }

  clear(): void {
    this.#waiting = NOTHING
    this.#begun = false
  }
}

/** Splits after each delimiter; a rest without one is the last frame. */
function framesOf(bytes: Uint8Array): Uint8Array[] {
  const frames: Uint8Array[] = []
  for (let at = 0; at < bytes.length;) {
    const end = endOfFrame(bytes, at)
    frames.push(bytes.subarray(at, end))
    at = end
  }
  return frames
}

function endOfFrame(bytes: Uint8Array, from: number): number {
  const delimiter = bytes.indexOf(DELIMITER, from)
  return delimiter < 0 ? bytes.length : delimiter + 1
}

const total = (parts: readonly Uint8Array[]): number => parts.reduce((sum, { length }) => sum + length, 0)
