/** What a process said last: the newest line of its standard error, however much it says. */
export class LastWords {
  #line = ''
  #open = ''

  /** one line, at most 200 characters; empty when it said nothing */
  get last(): string {
    return tidy(this.#open) || this.#line
  }

  hear(bytes: Uint8Array): void {
    const lines = (this.#open + Buffer.from(bytes).toString('utf8')).split(/[\r\n]+/)
    // a line that never ends keeps its end
    this.#open = (lines.pop() ?? '').slice(-LONGEST)
    const whole = lines.map(tidy).findLast((line) => line !== '')
    if (whole !== undefined) this.#line = whole
  }
}

const LONGEST = 500

/** Without control characters, and without the address that ffmpeg puts before its words. */
const tidy = (line: string): string =>
  line
    .replace(/\p{Cc}/gu, ' ')
    .replace(/^\s*\[[^\]]* @ 0x[0-9a-f]+\]\s*/, '')
    .trim()
    .slice(0, 200)
