/**
 * Whether a JSON text nests lists and objects deeper than so many levels: told without parsing it, since half a
 * megabyte of brackets keeps `JSON.parse` busy for half a second, in which nothing else is heard.
 * @param text need not be JSON
 * @param levels 0: neither a list nor an object
 */
export function isDeeper(text: string, levels: number): boolean {
  let depth = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const letter = text.charCodeAt(i)
    if (quoted) {
      if (letter === BACKSLASH) i++
      else if (letter === QUOTE) quoted = false
    } else if (letter === QUOTE) quoted = true
    else if (letter === OPEN_BRACE || letter === OPEN_BRACKET) {
      if (++depth > levels) return true
    } else if (letter === OPEN_BRACE + 2 || letter === OPEN_BRACKET + 2) depth--
  }
  return false
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const OPEN_BRACE = 0x7b
