import { printable } from '#terminal/paint.js'

/**
 * An answer without any character that a terminal would act on, keys included: whoever has taken the robot
 * over must not take over the terminal of the one who looks at it. Done once, at the door, so that no view
 * can forget it.
 * @param longTexts keys of texts whose lines are kept
 */
export function sanitizeForTerminal(value: unknown, longTexts: readonly string[] = []): unknown {
  return walk(value, '', 0, longTexts)
}

/** JSON for a program, which may end up on a terminal all the same: what a terminal acts on is written as \uXXXX. */
export const jsonText = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replace(
    /[\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Lines of a text of many; each is safe to print. */
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

/** Its indent is kept, behind the sign of a diff too. */
function oneLine(line: string): string {
  const indent = /^[+-]?[ \t]*/.exec(line)?.[0] ?? ''
  return indent.replaceAll('\t', '  ') + printable(line.slice(indent.length))
}
