/** A learning curve of fixed width for a terminal: 60 columns by 8 rows, in braille or in plain ASCII. */
export interface PlotOptions {
  readonly unicode: boolean
  /** a dotted line at this score, with its name */
  readonly reference?: { readonly score: number; readonly label: string }
}

const COLUMNS = 60
const ROWS = 8

/** @param scores at least one, in order of episodes */
export function plot(scores: readonly number[], { unicode, reference }: PlotOptions): string[] {
  const values = [...scores, ...(reference === undefined ? [] : [reference.score])]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const span = high - low || 1
  const canvas = unicode ? new BrailleCanvas() : new AsciiCanvas()
  const x = (i: number): number =>
    scores.length === 1 ? 0 : Math.round((i / (scores.length - 1)) * (canvas.width - 1))
  const y = (score: number): number => Math.round(((high - score) / span) * (canvas.height - 1))
  if (reference !== undefined) {
    for (let column = 0; column < canvas.width; column += canvas.dotStep)
      canvas.dot(column, y(reference.score))
  }
  scores.forEach((score, i) => {
    const next = scores[i + 1]
    if (next === undefined) canvas.mark(x(i), y(score))
    else canvas.line(x(i), y(score), x(i + 1), y(next))
  })
  const labels = new Map([
    // of equal scores, which are all drawn at the top, one label says it
    ...(low === high ? [] : [[ROWS - 1, low] as const]),
    [0, high],
  ])
  const bar = unicode ? '│' : '|'
  const rows = canvas
    .rows()
    .map((row, i) => `${(labels.get(i)?.toFixed(1) ?? '').padStart(8)} ${bar}${row.trimEnd()}`)
  if (reference !== undefined) {
    const at = Math.floor((y(reference.score) / canvas.height) * ROWS)
    rows[at] = `${rows[at]?.padEnd(10 + COLUMNS) ?? ''} ${reference.label}`
  }
  const corner = unicode ? '└' : '+'
  return [
    ...rows,
    `${' '.repeat(9)}${corner}${(unicode ? '─' : '-').repeat(COLUMNS)}`,
    `${' '.repeat(10)}1${`${scores.length}`.padStart(COLUMNS - 1)}`.replace(/1 +1$/, '1'),
  ]
}

interface Canvas {
  readonly width: number
  readonly height: number
  /** distance between the dots of a reference line */
  readonly dotStep: number
  dot(x: number, y: number): void
  mark(x: number, y: number): void
  line(x0: number, y0: number, x1: number, y1: number): void
  rows(): string[]
}

/** Two by four dots per character (U+2800 …). */
class BrailleCanvas implements Canvas {
  readonly width = COLUMNS * 2
  readonly height = ROWS * 4
  readonly dotStep = 4
  readonly #cells = Array.from({ length: ROWS }, () => new Array<number>(COLUMNS).fill(0))

  dot(x: number, y: number): void {
    const row = this.#cells[y >> 2]
    const bit = BRAILLE_BITS[y & 3]?.[x & 1]
    if (row !== undefined && bit !== undefined) row[x >> 1] = (row[x >> 1] ?? 0) | bit
  }

  mark(x: number, y: number): void {
    for (const [dx, dy] of [
      [0, 0],
      [-1, 0],
      [0, 1],
      [-1, 1],
    ] as const)
      this.dot(x + dx, y + dy)
  }

  line(x0: number, y0: number, x1: number, y1: number): void {
    this.mark(x0, y0)
    walk(x0, y0, { x1, y1, visit: (x, y) => this.dot(x, y) })
  }

  rows(): string[] {
    return this.#cells.map((row) =>
      row.map((bits) => (bits === 0 ? ' ' : String.fromCodePoint(0x2800 + bits))).join(''),
    )
  }
}

const BRAILLE_BITS: readonly (readonly [number, number])[] = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
]

class AsciiCanvas implements Canvas {
  readonly width = COLUMNS
  readonly height = ROWS
  readonly dotStep = 2
  readonly #cells = Array.from({ length: ROWS }, () => new Array<string>(COLUMNS).fill(' '))

  dot(x: number, y: number): void {
    this.#put(x, y, '.')
  }

  mark(x: number, y: number): void {
    this.#put(x, y, '*')
  }

  line(x0: number, y0: number, x1: number, y1: number): void {
    walk(x0, y0, { x1, y1, visit: (x, y) => this.#put(x, y, '.') })
    this.mark(x0, y0)
  }

  rows(): string[] {
    return this.#cells.map((row) => row.join(''))
  }

  #put(x: number, y: number, char: string): void {
    const row = this.#cells[y]
    if (row !== undefined && row[x] !== '*') row[x] = char
  }
}

interface LineTo {
  readonly x1: number
  readonly y1: number
  readonly visit: (x: number, y: number) => void
}

/** Visits every point of a straight line on the grid. */
function walk(x0: number, y0: number, { x1, y1, visit }: LineTo): void {
  const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0), 1)
  for (let i = 0; i <= steps; i++) {
    visit(Math.round(x0 + ((x1 - x0) * i) / steps), Math.round(y0 + ((y1 - y0) * i) / steps))
  }
}
