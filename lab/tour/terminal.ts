import { spawn } from '@lydell/node-pty'
import xterm from '@xterm/headless'

const COLUMNS = 100
const ROWS = 26

/** What a program has written to its terminal, with the milliseconds since it began. */
export interface Written {
  readonly at: number
  readonly text: string
}

/** Runs a program on a pseudo-terminal, in a folder, to its end. */
export function recordTerminal(program: string, args: readonly string[], cwd: string): Promise<Written[]> {
  const started = Date.now()
  const written: Written[] = []
  const env = { ...process.env, TERM: 'xterm-256color', COLORTERM: 'truecolor' }
  const terminal = spawn(program, [...args], { cols: COLUMNS, rows: ROWS, env, cwd })
  terminal.onData((text) => written.push({ at: Date.now() - started, text }))
  return new Promise((resolve, reject) => {
    terminal.onExit(({ exitCode }) => {
      if (exitCode === 0) resolve(written)
      else reject(new Error(`exit code ${exitCode}: ${written.map(({ text }) => text).join('')}`))
    })
  })
}

/** A run of characters that look alike. */
export interface Piece {
  readonly text: string
  readonly bold: boolean
  readonly dim: boolean
  /** number of the palette, `#rrggbb`, or undefined for the terminal's own */
  readonly colour: number | string | undefined
}

export type Screen = readonly (readonly Piece[])[]

/** What the terminal showed every so many milliseconds. */
export async function screensOf(written: readonly Written[], step: number): Promise<Screen[]> {
  const terminal = new xterm.Terminal({ cols: COLUMNS, rows: ROWS, allowProposedApi: true })
  const screens: Screen[] = []
  let next = step
  for (const { at, text } of written) {
    for (; at > next; next += step) screens.push(screenOf(terminal))
    await new Promise<void>((resolve) => {
      terminal.write(text, resolve)
    })
  }
  return [...screens, screenOf(terminal)]
}

function screenOf(terminal: xterm.Terminal): Screen {
  const { active } = terminal.buffer
  return Array.from({ length: terminal.rows }, (_, row) => {
    const line = active.getLine(active.viewportY + row)
    const pieces: Piece[] = []
    for (let column = 0; column < terminal.cols; column++) {
      const cell = line?.getCell(column)
      if (cell === undefined || cell.getWidth() === 0) continue
      const look = { bold: cell.isBold() !== 0, dim: cell.isDim() !== 0, colour: colourOf(cell) }
      const text = cell.getChars() === '' ? ' ' : cell.getChars()
      const last = pieces.at(-1)
      if (last?.bold === look.bold && last.dim === look.dim && last.colour === look.colour)
        pieces[pieces.length - 1] = { ...last, text: last.text + text }
      else pieces.push({ text, ...look })
    }
    return pieces
  })
}

function colourOf(cell: xterm.IBufferCell): Piece['colour'] {
  if (cell.isFgDefault()) return undefined
  const colour = cell.getFgColor()
  return cell.isFgRGB() ? `#${colour.toString(16).padStart(6, '0')}` : colour
}
