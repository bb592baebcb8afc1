import type { Look } from '../text/look.js'
import { linesOf } from '../text/sanitize-for-terminal.js'
import { wrap } from '#terminal/fit.js'
import { pairs, table } from '../text/table.js'

/** Renders any JSON: lists of similar objects as tables, objects as name-value pairs, long texts as text. */
export function anything(value: unknown, look: Look): string[] {
  if (Array.isArray(value)) return list(value, look)
  if (isThing(value)) return thing(value, look)
  return linesOf(word(value)).flatMap((line) => wrap(line, look.columns))
}

export const isThing = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function list(values: readonly unknown[], look: Look): string[] {
  if (values.length === 0) return [look.paint.dim('none')]
  const shown = values.slice(0, MOST_ROWS)
  const rest =
    values.length > shown.length ? [look.paint.dim(`and ${values.length - shown.length} more`)] : []
  if (!shown.every(isThing)) return [...shown.flatMap((value) => anything(value, look)), ...rest]
  const columns = [...new Set(shown.flatMap((value) => Object.keys(value)))].slice(0, MOST_COLUMNS)
  const rows = shown.map((value) => columns.map((name) => word(value[name], name)))
  return [...table(columns, rows, look), ...rest]
}

function thing(value: Readonly<Record<string, unknown>>, look: Look): string[] {
  const lines: string[] = []
  let flat: (readonly [string, string])[] = []
  const flush = (): void => {
    lines.push(...pairs(flat, look))
    flat = []
  }
  for (const [name, inside] of Object.entries(value)) {
    const long = typeof inside === 'string' && inside.includes('\n')
    const nested = typeof inside === 'object' && inside !== null && Object.keys(inside).length > 0
    const words = Array.isArray(inside) && inside.every((one) => typeof one !== 'object')
    if (!long && (!nested || words)) flat.push([name, word(inside, name)])
    else {
      flush()
      const narrower = { ...look, columns: look.columns - 2 }
      lines.push(look.paint.bold(name), ...anything(inside, narrower).map((line) => `  ${line}`))
    }
  }
  flush()
  return lines
}

/** @param name of the member that holds the value */
function word(value: unknown, name = ''): string {
  if (typeof value === 'number' && MOMENTS.has(name) && value >= SINCE) return moment(value)
  if (value === null || value === undefined) return '-'
  if (typeof value === 'string') return value.replace(WHOLE_HASH, (hash) => hash.slice(0, HASH_SHOWN))
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : String(+value.toFixed(3))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map((one) => word(one)).join(', ')
  return JSON.stringify(value)
}

/** a SHA-256: every command takes its beginning as well, and `--json` has all of it */
const WHOLE_HASH = /\b[0-9a-f]{64}\b/g
const HASH_SHOWN = 8

/** members that hold wall-clock times, milliseconds since the epoch */
const MOMENTS: ReadonlySet<string> = new Set(['at', 'begun', 'ended', 'since', 'ackAt'])
/** the year 2001: smaller values are times of an episode's clock */
const SINCE = 1e12

/** A time in UTC, marked as such: robot and terminal may be in different time zones. */
const moment = (ms: number): string => {
  const date = new Date(ms)
  return Number.isNaN(date.getTime())
    ? String(ms)
    : `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

const MOST_ROWS = 500
const MOST_COLUMNS = 12
