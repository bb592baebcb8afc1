import type { Look } from './look.js'
import { cut, wrap, pad, width } from '#terminal/fit.js'

/**
 * Columns below a dim header, as wide as needed; numbers are right-aligned. The last column is cut at the end of the
 * line.
 */
export function table(head: readonly string[], rows: readonly (readonly string[])[], look: Look): string[] {
  if (rows.length === 0) return []
  const widths = head.map((title, i) => Math.max(width(title), ...rows.map((row) => width(row[i] ?? ''))))
  const right = head.map((_, i) => rows.every((row) => /^-?[\d.]*$/.test((row[i] ?? '').trim())))
  const line = (cells: readonly string[], paint: (text: string) => string): string => {
    const text = cells.map((cell, i) => {
      const blanks = ' '.repeat(Math.max(0, (widths[i] ?? 0) - width(cell)))
      return right[i] === true
        ? blanks + paint(cell)
        : i === cells.length - 1
          ? paint(cell)
          : paint(cell) + blanks
    })
    return cut(text.join('  ').trimEnd(), look.columns)
  }
  return [line(head, look.paint.dim), ...rows.map((row) => line(row, (text) => text))]
}

/** `name   value`, with names dim and in one column; a long value wraps within its own column. */
export function pairs(rows: readonly (readonly [string, string])[], look: Look): string[] {
  const wide = Math.max(0, ...rows.map(([name]) => width(name)))
  return rows.flatMap(([name, value]) =>
    wrap(`${look.paint.dim(pad(name, wide))}  ${value}`.trimEnd(), look.columns, wide + 2),
  )
}
