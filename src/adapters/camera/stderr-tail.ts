/** Keeps the last line a process wrote to standard error, in bounded memory. */
export class StderrTail {
  #line = ''
  #open = ''

  /** one line, at most 200 characters; empty when there was no output */
  get last(): string {
    return tidy(this.#open) || this.#line
  }

  add(bytes: Uint8Array): void {
    const lines = (this.#open + Buffer.from(bytes).toString('utf8')).split(/[\r\n]+/)
    // of an unterminated line only the tail is kept
    this.#open = (lines.pop() ?? '').slice(-MAX_LENGTH)
    const whole = lines.map(tidy).findLast((line) => line !== '')
    if (whole !== undefined) this.#line = whole
  }
}

const MAX_LENGTH = 500

/** Strips control characters and the address that ffmpeg puts in front of its messages. */
const tidy = (line: string): string =>
  line
    .replace(/\p{Cc}/gu, ' ')
    .replace(/^\s*\[[^\]]* @ 0x[0-9a-f]+\]\s*/, '')
    .trim()
    .slice(0, 200)
