import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { MAX_LINE_BYTES } from './message-codec.js'

const NEWLINE = 0x0a

export interface Line {
  readonly text: string
  /** counted from 1 */
  readonly number: number
}

/** Cuts bytes into lines of UTF-8 in bounded memory: of a line that is too long nothing is kept. */
export class LineSplitter {
  #parts: Uint8Array[] = []
  #bytes = 0
  #lines = 0

  /** bytes of a line that has begun and not ended */
  get begun(): number {
    return this.#bytes
  }

  /** The lines that these bytes complete, empty ones left out, each as text or as the problem with it. */
  feed(bytes: Uint8Array): Result<Line, Diagnostic>[] {
    const lines: Result<Line, Diagnostic>[] = []
    for (let at = 0; at < bytes.length;) {
      const end = bytes.indexOf(NEWLINE, at)
      this.#add(bytes.subarray(at, end < 0 ? bytes.length : end))
      if (end < 0) break
      at = end + 1
      const line = this.#finish()
      if (!line.ok || line.value.text.trim() !== '') lines.push(line)
    }
    return lines
  }

  #add(part: Uint8Array): void {
    this.#bytes += part.length
    // copied, because the caller may reuse its memory
    if (this.#bytes <= MAX_LINE_BYTES) this.#parts.push(part.slice())
    else this.#parts = []
  }

  #finish(): Result<Line, Diagnostic> {
    const [parts, bytes] = [this.#parts, this.#bytes]
    this.#parts = []
    this.#bytes = 0
    this.#lines++
    if (bytes > MAX_LINE_BYTES)
      return this.#problem('a line is too long', `at most ${MAX_LINE_BYTES} bytes`, `${bytes}`)
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(joined(parts, bytes))
      return ok({ text, number: this.#lines })
    } catch {
      return this.#problem('a line is not text', 'UTF-8', `${bytes} bytes that are not`)
    }
  }

  #problem(message: string, expected: string, got: string): Result<never, Diagnostic> {
    const where = { file: 'driver', line: this.#lines, column: 1 }
    return err({ code: 'driver.bad-line', severity: 'error', message, where, expected, got })
  }
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  if (parts.length === 1 && parts[0] !== undefined) return parts[0]
  const all = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
