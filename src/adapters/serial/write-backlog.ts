/** A frame ends with this byte and holds it nowhere else. */
const DELIMITER = 0
/** two seconds of the fullest traffic: a port that takes nothing for that long is dead */
const MAX_BYTES = 16_384
const NOTHING = new Uint8Array(0)

/** Offers bytes to the port. @returns how many it took; 0 when it takes none now */
export type Offer = (bytes: Uint8Array) => number

/**
 * What the port has not taken yet. A frame that has begun is finished first, for half a frame in the
 * receiver spoils the next one; urgent frames come right behind it, before all others. When 16 KB wait, new
 * frames are dropped whole, urgent ones never: what the controller misses it is told again.
 */
export class WriteBacklog {
  readonly #isUrgent: (frame: Uint8Array) => boolean
  #waiting: Uint8Array = NOTHING
  /** the first frame that waits has left in part */
  #begun = false

  /** @param isUrgent of a whole frame with its delimiter: stop and e-stop */
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

  /** Gives the port what it takes now. What `offer` throws comes through. */
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

/** Cuts behind each delimiter; what has none at the end is the last one. */
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
