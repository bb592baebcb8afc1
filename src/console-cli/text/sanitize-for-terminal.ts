import { printable } from '#terminal/paint.js'

/**
 * Removes from an answer, keys included, every character that a terminal would act on: whoever has compromised the
 * robot must not compromise the operator's terminal. Done once, on receipt, so that no view can forget it.
 * @param longTexts keys of texts whose line breaks are kept
 */
export function sanitizeForTerminal(value: unknown, longTexts: readonly string[] = []): unknown {
  return walk(value, '', 0, longTexts)
}

/** JSON for programs. It may still end up on a terminal, so control characters are written as \uXXXX. */
export const jsonText = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replace(
    /[\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** The lines of a sanitised text, each safe to print. */
export const linesOf = (text: string): readonly string[] => text.split('\n')

const DEEPEST = 40

function walk(value: unknown, key: string, depth: number, long: readonly string[]): unknown {
  if (typeof value === 'string') return long.includes(key) ? manyLines(value) : printable(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEEPEST) return '...'
  if (Array.isArray(value)) return value.map((item) => walk(item, key, depth + 1, long))
  return Object.fromEntries(
    Object.entries(value).map(([name, inside]) => [printable(name), walk(inside, name, depth + 1, long)]),
  )
}

const manyLines = (text: string): string => text.split(/\r?\n/).map(oneLine).join('\n')

/** Keeps the indent, also after a diff sign. */
function oneLine(line: string): string {
  const indent = /^[+-]?[ \t]*/.exec(line)?.[0] ?? ''
  return indent.replaceAll('\t', '  ') + printable(line.slice(indent.length))
}
