const MAX_LENGTH = 2000
const MAX_A_SECOND = 100

/** what Node.js prints behind the reason of a death: the stack, fields of the error and its version */
const BEHIND_A_REASON = /^(\s|\}|Node\.js v\d)/

/** What a driver prints to standard error, line by line: lines are cut, too many in a second counted instead. */
export class LogLines {
  readonly #onLine: (line: string) => void
  readonly #now: () => number
  #begun = ''
  #second = { since: -Infinity, lines: 0 }
  #last = ''

  /** @param now ms, monotonic */
  constructor(onLine: (line: string) => void, now: () => number) {
    this.#onLine = onLine
    this.#now = now
  }

  /** the newest line that may say why it died; of a stack trace, the message */
  get last(): string {
    return saysWhy(this.#begun) ? this.#begun.trim() : this.#last
  }

  add(bytes: Uint8Array): void {
    const lines = (this.#begun + Buffer.from(bytes).toString('utf8')).split('\n')
    this.#begun = (lines.pop() ?? '').slice(0, MAX_LENGTH)
    for (const line of lines) this.#show(line.slice(0, MAX_LENGTH))
  }

  #show(line: string): void {
    if (saysWhy(line) || this.#last === '') this.#last = line.trim()
    if (this.#now() - this.#second.since >= 1000) {
      const dropped = this.#second.lines - MAX_A_SECOND
      if (dropped > 0) this.#onLine(`(${dropped} more lines)`)
      this.#second = { since: this.#now(), lines: 0 }
    }
    if (++this.#second.lines <= MAX_A_SECOND) this.#onLine(line)
  }
}

const saysWhy = (line: string): boolean => line.trim() !== '' && !BEHIND_A_REASON.test(line)
