import { err, ok, type Result } from '#base/result.js'

/**
 * Splits a line like a shell: blanks separate words, quotes group them, a backslash escapes the next character.
 */
export function splitLine(line: string): Result<readonly string[], string> {
  const words: string[] = []
  let word: string | undefined
  let quote: string | undefined
  for (let i = 0; i < line.length; i++) {
    const letter = line[i] as string
    if (letter === '\\' && quote !== "'" && i + 1 < line.length) word = (word ?? '') + (line[++i] as string)
    else if (quote !== undefined) {
      if (letter === quote) quote = undefined
      else word = (word ?? '') + letter
    } else if (letter === '"' || letter === "'") {
      quote = letter
      word ??= ''
    } else if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + letter
  }
  if (quote !== undefined) return err(`the quote ${quote} is not closed`)
  if (word !== undefined) words.push(word)
  return ok(words)
}
