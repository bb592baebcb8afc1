import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'

/** What is read at once. A longer order costs time and, with that many goals in it, is hardly ever meant as one. */
const ORDER_LIMITS = { words: 200, characters: 4_000 } as const

/**
 * The text of an order as it is read: on one line, without characters that nobody sees. What is no text, is too long
 * or has no word in it is refused before anything else looks at it.
 */
export function orderText(typed: string): Result<string, Diagnostic> {
  const { length } = typed
  if (length > ORDER_LIMITS.characters) return err(tooLong(`${length} characters`))
  const odd = UNREADABLE.exec(typed)?.[0].codePointAt(0)
  if (odd !== undefined) return err(notText(odd))
  const text = typed.replaceAll(INVISIBLE, '').replaceAll(/\s+/gu, ' ').trim()
  if (!/[\p{L}\p{N}]/u.test(text)) return err(empty(text))
  const words = text.split(' ').length
  return words > ORDER_LIMITS.words ? err(tooLong(`${words} words`)) : ok(text)
}

/** The beginning of what was said, for a message: the whole of it would hide what the message says. */
export const quoted = (text: string): string =>
  [...text].length > MOST_QUOTED ? `${[...text].slice(0, MOST_QUOTED).join('')}…` : text

const MOST_QUOTED = 80

/** Control characters other than white space, halves of characters, and what stands for bytes that are no text. */
const UNREADABLE = /[^\P{Cc}\t\n\v\f\r]|\p{Cs}|\uFFFD/u

/** Marks that join, hide or reorder what is seen. */
const INVISIBLE = /\p{Cf}/gu

const EXAMPLE = 'such as "bring the milk to the kitchen table"'

const empty = (text: string): Diagnostic => ({
  code: 'do.empty',
  severity: 'error',
  message: 'nothing was said that could be done',
  expected: `an order in words, ${EXAMPLE}`,
  got: text === '' ? 'nothing' : quoted(text),
  hint: 'type it after graft do, in quotation marks',
})

const notText = (codePoint: number): Diagnostic => ({
  code: 'do.not-text',
  severity: 'error',
  message: 'the order is not plain text',
  expected: 'words, without control characters',
  got: `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`,
  hint: `type it in words, ${EXAMPLE}`,
})

const tooLong = (size: string): Diagnostic => ({
  code: 'do.too-long',
  severity: 'error',
  message: 'the order is too long to be understood as one',
  expected: `at most ${ORDER_LIMITS.words} words and ${ORDER_LIMITS.characters} characters`,
  got: size,
  hint: 'say it in shorter parts',
})
