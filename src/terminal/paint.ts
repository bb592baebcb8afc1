import { styleText } from 'node:util'
import type { Output } from '#app/view.js'

/** Colours, or none: the meaning of a line must never depend on its colour alone. */
export interface Paint {
  readonly dim: (text: string) => string
  readonly bold: (text: string) => string
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly warn: (text: string) => string
}

export const NO_PAINT: Paint = {
  dim: identity,
  bold: identity,
  good: identity,
  bad: identity,
  warn: identity,
}

export const COLOURS: Paint = {
  dim: (text) => styleText('dim', text, FORCED),
  bold: (text) => styleText('bold', text, FORCED),
  good: (text) => styleText('green', text, FORCED),
  bad: (text) => styleText('red', text, FORCED),
  warn: (text) => styleText('yellow', text, FORCED),
}

/** Colours on a terminal, unless the person opted out (no-color.org) or the terminal has none. */
export function paintFor(out: Output, env: Readonly<Record<string, string | undefined>>): Paint {
  const refused = (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb'
  return out.isTTY === true && !refused ? COLOURS : NO_PAINT
}

/** Can this terminal show more than ASCII? */
export function hasUnicode(env: Readonly<Record<string, string | undefined>>): boolean {
  const locale = env.LC_ALL ?? env.LC_CTYPE ?? env.LANG ?? ''
  return env.TERM !== 'linux' && /utf-?8/i.test(locale)
}

/**
 * Makes text from models, files and people safe to print: no control character reaches the terminal, so nothing can
 * move the cursor, change the title or hide a line. White space is collapsed; text longer than `most` is cut with
 * an ellipsis.
 */
export function printable(text: string, most = Infinity): string {
  const flat = text.replace(/\s+/g, ' ').replace(HIDDEN, '\uFFFD').trim()
  const letters = [...flat]
  return letters.length <= most ? flat : `${letters.slice(0, Math.max(0, most - 3)).join('')}...`
}

const HIDDEN = /[\u0000-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g
/** colour is decided here, once, not by the streams that Node.js would inspect */
const FORCED = { validateStream: false }

function identity(text: string): string {
  return text
}
