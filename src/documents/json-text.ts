import type { SourceRef } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { Path } from './value-text.js'

/** A JSON text as a value, with a lookup of where each part of it was written. */
export interface JsonText {
  readonly value: unknown
  /** the value at this path, or its nearest existing ancestor */
  readonly whereValue: (path: Path) => SourceRef
}

/** Why a text is not JSON that graft reads. */
export interface JsonProblem {
  readonly where: SourceRef
  readonly expected: string
  readonly got: string
}

/** Deepest nesting: the deepest tree that graft accepts has 256 nodes above each other, each two levels of JSON. */
const MAX_DEPTH = 600

/**
 * Reads JSON that a program wrote. It is refused when it is nested so deeply that reading it further would exhaust the
 * stack.
 * @param place the file, and the number of the text's first line in it
 */
export function readJson(
  text: string,
  { file, line = 1 }: { readonly file: string; readonly line?: number },
): Result<JsonText, JsonProblem> {
  const at = (offset: number): SourceRef => {
    const before = text.slice(0, offset).split('\n')
    return { file, line: line + before.length - 1, column: (before.at(-1) ?? '').length + 1 }
  }
  const deep = tooDeep(text)
  if (deep !== undefined)
    return err({ where: at(deep), expected: `at most ${MAX_DEPTH} levels of brackets`, got: 'more' })
  try {
    const value: unknown = JSON.parse(text)
    return ok({ value, whereValue: (path) => at(offsetOf(text, path)) })
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    const offset = /at position (\d+)/.exec(message)?.[1]
    const end = message.includes('end of JSON') ? text.length : 0
    return err({ where: at(offset === undefined ? end : Number(offset)), expected: 'JSON', got: message })
  }
}

function tooDeep(text: string): number | undefined {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '"') at = endOfString(text, at) - 1
    else if (char === '[' || char === '{') depth++
    else if (char === ']' || char === '}') depth--
    if (depth > MAX_DEPTH) return at
  }
  return undefined
}

/** @param text valid JSON */
function offsetOf(text: string, path: Path): number {
  let found = skipBlanks(text, 0)
  for (const part of path) {
    const inside = memberOf(text, found, part)
    if (inside === undefined) return found
    found = inside
  }
  return found
}

/** Returns where the value of a key or an index begins; of a key written twice the last, as `JSON.parse` does. */
function memberOf(text: string, open: number, part: PropertyKey): number | undefined {
  const isList = text[open] === '['
  if (!isList && text[open] !== '{') return undefined
  let found: number | undefined
  let at = skipBlanks(text, open + 1)
  for (let index = 0; text[at] !== ']' && text[at] !== '}' && at < text.length; index++) {
    let name: PropertyKey = index
    if (!isList) {
      const end = endOfString(text, at)
      name = JSON.parse(text.slice(at, end)) as string
      at = skipBlanks(text, skipBlanks(text, end) + 1)
    }
    if (name === part) found = at
    at = skipBlanks(text, endOfValue(text, at))
    if (text[at] === ',') at = skipBlanks(text, at + 1)
  }
  return found
}

function endOfValue(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const char = text[at] as string
    if (char === '"') at = endOfString(text, at) - 1
    else if (char === '[' || char === '{') depth++
    else if (char === ']' || char === '}') depth--
    if (depth < 0 || (depth === 0 && char === ',')) return at
    if (depth === 0 && (char === ']' || char === '}')) return at + 1
  }
  return text.length
}

/** @param start of its opening quote. @returns the offset behind its closing quote */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

function skipBlanks(text: string, start: number): number {
  let at = start
  while (at < text.length && /\s/.test(text[at] as string)) at++
  return at
}
