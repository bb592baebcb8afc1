import type { SourceRef } from '#base/diagnostic.js'

/** Turns offsets in a text into lines and columns. */
export class SourceText {
  readonly text: string
  readonly #file: string
  readonly #lineStarts: readonly number[]

  constructor(text: string, file: string) {
    this.text = text
    this.#file = file
    this.#lineStarts = lineStarts(text)
  }

  at(offset: number): SourceRef {
    let low = 0
    let high = this.#lineStarts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#lineStarts[middle] as number) <= offset) low = middle
      else high = middle - 1
    }
    return { file: this.#file, line: low + 1, column: offset - (this.#lineStarts[low] as number) + 1 }
  }
}

/** A line ends with LF, CR or CR LF. */
function lineStarts(text: string): number[] {
  const starts = [0]
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (char === '\n' || (char === '\r' && text[i + 1] !== '\n')) starts.push(i + 1)
  }
  return starts
}
