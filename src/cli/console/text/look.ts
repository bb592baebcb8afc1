import { COLOURS, hasUnicode, NO_PAINT, paintFor, type Paint } from '#terminal/paint.js'
import type { Output } from '#app/view.js'

/** What the terminal can show, and how wide it is. */
export interface Look {
  readonly paint: Paint
  readonly colour: boolean
  readonly unicode: boolean
  /** letters in a line */
  readonly columns: number
}

export function lookOf(out: Output, env: Readonly<Record<string, string | undefined>>): Look {
  const paint = paintFor(out, env)
  return { paint, colour: paint === COLOURS, unicode: hasUnicode(env), columns: out.columns ?? UNCUT }
}

/** a pipe has no edge */
const UNCUT = 10_000

/** 80 columns without anything: what a log gets. */
export const BARE: Look = { paint: NO_PAINT, colour: false, unicode: false, columns: 80 }
