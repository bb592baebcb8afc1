import type { Scalar } from 'yaml'

/**
 * Locates a character of a scalar's text in the file. YAML folds lines, indents blocks and escapes characters, so
 * the text is matched along the source, skipping what differs.
 * @param character index into the scalar's text, from 0; the text's length means just past its end
 * @param source the whole file
 * @returns offset into the file; the scalar's start if the text cannot be matched
 */
export function offsetInside(scalar: Scalar, character: number, source: string): number {
  const [start, end] = scalar.range ?? [0, 0]
  const text = scalar.source ?? String(scalar.value)
  const quote = source[start] === '"' || source[start] === "'" ? source[start] : undefined
  let at =
    scalar.type === 'BLOCK_LITERAL' || scalar.type === 'BLOCK_FOLDED' ? afterLine(source, start) : start
  if (quote !== undefined) at++
  for (let index = 0; index < text.length; index++) {
    const wanted = text[index] as string
    if (isBlank(wanted)) {
      if (index >= character) return at
      // one blank in the text matches any run of blanks and line ends in the source; so does a run of blanks
      if (isBlank(source[at] ?? '') && !isBlank(text[index + 1] ?? '')) while (isBlank(source[at] ?? '')) at++
      else at += escaped(source, at, quote)
      continue
    }
    while (at < end && isBlank(source[at] ?? '')) at++
    if (index >= character) return at
    at += escaped(source, at, quote)
    if (at > end) return start
  }
  return at
}

/** Length of one character as written in the source: `\\n`, `\\u00e4`, `''`, or itself. */
function escaped(source: string, at: number, quote: string | undefined): number {
  if (quote === "'" && source.startsWith("''", at)) return 2
  if (quote !== '"' || source[at] !== '\\') return 1
  return LONG_ESCAPES.get(source[at + 1] ?? '') ?? 2
}

const LONG_ESCAPES: ReadonlyMap<string, number> = new Map([
  ['x', 4],
  ['u', 6],
  ['U', 10],
])

const afterLine = (source: string, at: number): number => {
  const end = source.indexOf('\n', at)
  return end === -1 ? at : end + 1
}

const isBlank = (character: string): boolean => /^\s$/.test(character)
