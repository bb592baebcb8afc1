import { linesOf } from '../text/sanitize-for-terminal.js'
import { cut } from '../text/fit.js'
import type { Look } from '../text/look.js'

/** A diff of text: what went is red, what came is green; the signs say it too. */
export const diff = (text: string, look: Look): string[] =>
  linesOf(text).map((line) => {
    const tone = line.startsWith('+') ? look.paint.good : line.startsWith('-') ? look.paint.bad : same
    return tone(cut(line, look.columns))
  })

const same = (line: string): string => line
