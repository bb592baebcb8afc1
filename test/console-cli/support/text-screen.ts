/**
 * What stands on a terminal: the letters, and where the cursor is. Knows the few codes that the console and Node.js's
 * readline write; throws at any other, so that none is passed over.
 */
export class TextScreen {
  /** a program has the whole screen for itself, as `watch` does */
  isOther = false
  readonly #columns: number
  #main: string[] = ['']
  #rows = this.#main
  #row = 0
  #column = 0
  #rest = ''

  constructor(columns = 120) {
    this.#columns = columns
  }

  /** The line that the cursor is in. */
  get line(): string {
    return this.#rows[this.#row] ?? ''
  }

  get text(): string {
    return this.#rows.join('\n')
  }

  write(data: string): void {
    let left = this.#rest + data
    this.#rest = ''
    while (left !== '') {
      const [whole = '', code] = /^\u001B(?:\[([?\d;]*[A-Za-z])|[=>])/.exec(left) ?? []
      if (whole !== '') this.#obey(code ?? '')
      else if (left.startsWith('\u001B')) {
        // the end of a code comes with the next chunk
        this.#rest = left
        return
      } else this.#letter(left.charAt(0))
      left = left.slice(whole.length || 1)
    }
  }

  #letter(letter: string): void {
    if (letter === '\r') this.#column = 0
    else if (letter === '\n') this.#move(this.#row + 1)
    else if (letter === '\b') this.#column = Math.max(0, this.#column - 1)
    else if (letter >= ' ') {
      if (this.#column === this.#columns) {
        this.#move(this.#row + 1)
        this.#column = 0
      }
      const before = this.line.slice(0, this.#column).padEnd(this.#column)
      this.#rows[this.#row] = before + letter + this.line.slice(this.#column + 1)
      this.#column++
    }
  }

  #obey(code: string): void {
    const numbers = code.match(/\d+/g)?.map(Number) ?? []
    const [first = 1] = numbers
    if (code.startsWith('?')) {
      if (first === 1049) this.#swap(code.endsWith('h'))
      return
    }
    const act = this.#codes(first, numbers)[code.at(-1) ?? '']
    if (act === undefined && code !== '') throw new Error(`the screen does not know ${JSON.stringify(code)}`)
    act?.()
  }

  #codes(first: number, [n = 0, column = 1]: readonly number[]): Readonly<Record<string, () => void>> {
    return {
      A: () => this.#move(this.#row - first),
      B: () => this.#move(this.#row + first),
      C: () => (this.#column = Math.min(this.#columns, this.#column + first)),
      D: () => (this.#column = Math.max(0, this.#column - first)),
      G: () => (this.#column = first - 1),
      H: () => {
        this.#move(first - 1)
        this.#column = column - 1
      },
      J: () => {
        this.#rows.splice(this.#row + 1)
        this.#rows[this.#row] = this.line.slice(0, this.#column)
      },
      K: () => {
        const kept = n === 0 ? this.line.slice(0, this.#column) : ''
        this.#rows[this.#row] = kept
      },
      m: () => undefined,
    }
  }

  #move(row: number): void {
    this.#row = Math.max(0, row)
    while (this.#rows.length <= this.#row) this.#rows.push('')
  }

  #swap(isOther: boolean): void {
    if (isOther === this.isOther) return
    this.isOther = isOther
    if (isOther) this.#main = this.#rows
    this.#rows = isOther ? [''] : this.#main
    this.#row = isOther ? 0 : this.#main.length - 1
    this.#column = 0
  }
}
