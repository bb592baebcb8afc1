import type { SourceRef } from '../../base/diagnostic.js'

/** Turns offsets in a text into lines and columns. */
export class SourceText {
  readonly text: string
  readonly #file: string
  readonly #lineStarts: readonly number[]

  constructor(text: string, file: string) {
    this.text = text
    this.#file = file
    this.#lineStarts = [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map((match) => match.index + match[0].length)]
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
