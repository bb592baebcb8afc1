/** The limit that a JSON text exceeds, found before parsing. */
export type JsonLimit = 'depth' | 'items'

/**
 * Bounds what a parser would build, in one pass and without building anything. It need not know whether the text is
 * JSON: for JSON the counts are right, and the parser rejects anything else.
 */
export function exceededLimit(text: string, limits: { depth: number; items: number }): JsonLimit | undefined {
  let depth = 0
  let items = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (quoted) {
      if (char === BACKSLASH) i += 1
      else if (char === QUOTE) quoted = false
    } else if (char === QUOTE) quoted = true
    else if (char === BRACE || char === BRACKET) {
      if (++depth > limits.depth) return 'depth'
      if (++items > limits.items) return 'items'
    } else if (char === BRACE_END || char === BRACKET_END) depth -= 1
    else if (char === COMMA && ++items > limits.items) return 'items'
  }
  return undefined
}

const QUOTE = 0x22
const COMMA = 0x2c
const BRACKET = 0x5b
const BACKSLASH = 0x5c
const BRACKET_END = 0x5d
const BRACE = 0x7b
const BRACE_END = 0x7d
