/** What a scanner of one direction of a connection reports. */
export interface FrameEvents {
  /** May another frame begin? The scanner stops before one that may not. */
  readonly mayBegin?: () => boolean
  /** A frame's length is known; its body follows. @param name of a handshake's command, else empty */
  readonly begun: (length: number, name: string) => void
}

/**
 * Sees where the frames of a ZMTP 3 connection begin and end (RFC 23), and nothing of what is in them: after
 * the handshake all of it is encrypted, also whether more frames of a message follow.
 */
export class FrameScanner {
  readonly #events: FrameEvents
  #greeting = GREETING
  /** bytes of a frame that have come, up to where its length and the name of its command are known */
  #head: number[] = []
  #body = 0

  constructor(events: FrameEvents) {
    this.#events = events
  }

  /** within a frame, or within the greeting */
  get within(): boolean {
    return this.#greeting > 0 || this.#body > 0 || this.#head.length > 0
  }

  /** @returns how many bytes were taken: all, or those before a frame that may not begin yet */
  scan(chunk: Buffer): number {
    let at = Math.min(this.#greeting, chunk.length)
    this.#greeting -= at
    while (at < chunk.length) {
      if (this.#body > 0) {
        const taken = Math.min(this.#body, chunk.length - at)
        this.#body -= taken
        at += taken
        continue
      }
      if (this.#head.length === 0 && this.#events.mayBegin?.() === false) break
      this.#head.push(chunk[at++] ?? 0)
      this.#measure()
    }
    return at
  }

  #measure(): void {
    const [flags = 0, ...rest] = this.#head
    const sized = (flags & LONG) === 0 ? 1 : 8
    if (rest.length < sized) return
    const length = rest.slice(0, sized).reduce((sum, byte) => sum * 256 + byte, 0)
    const seen = rest.slice(sized)
    // commands say their name in clear: a length and letters
    const named = (flags & COMMAND) === 0 ? 0 : Math.min(length, NAME)
    if (seen.length < named) return
    this.#head = []
    this.#body = length - seen.length
    this.#events.begun(length, String.fromCharCode(...seen.slice(1)))
  }
}

const GREETING = 64
const LONG = 0x02
const COMMAND = 0x04
/** `\x05READY` and `\x05ERROR` are all that matters */
const NAME = 6
