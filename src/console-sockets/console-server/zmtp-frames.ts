/** Callbacks of a scanner of one direction of a connection. */
export interface FrameEvents {
  /** May another frame begin? The scanner stops before one that may not. */
  readonly mayBegin?: () => boolean
  /** A frame's length is known; its body follows. @param name name of a handshake command, otherwise empty */
  readonly onFrame: (length: number, name: string) => void
}

/**
 * Finds the frame boundaries of a ZMTP 3 connection (RFC 23) without looking inside the frames: after the handshake
 * everything is encrypted, including whether more frames of a message follow.
 */
export class FrameScanner {
  readonly #events: FrameEvents
  #greeting = GREETING
  /** first bytes of a frame, until its length and command name are known */
  #head: number[] = []
  #body = 0

  constructor(events: FrameEvents) {
    this.#events = events
  }

  /** within a frame, or within the greeting */
  get within(): boolean {
    return this.#greeting > 0 || this.#body > 0 || this.#head.length > 0
  }

  /** @returns how many bytes were consumed: all, or those before a frame that may not begin yet */
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
    // a command's name is in plain text: a length and letters
    const named = (flags & COMMAND) === 0 ? 0 : Math.min(length, NAME)
    if (seen.length < named) return
    this.#head = []
    this.#body = length - seen.length
    this.#events.onFrame(length, String.fromCharCode(...seen.slice(1)))
  }
}

const GREETING = 64
const LONG = 0x02
const COMMAND = 0x04
/** bytes of `\x05READY` and `\x05ERROR`, the only names needed */
const NAME = 6
