import { visibleInLine } from './visible.js'

/** The one shape of every message to a user: what is wrong, where, what was expected, what was found, what to do. */
export interface Diagnostic {
  /** stable, dotted: `xml.unknown-node`, `field.zone-outside`, `model.hash-mismatch` */
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly where?: SourceRef
  readonly expected?: string
  readonly got?: string
  readonly hint?: string
}

/** A place in a text file; line and column are 1-based. */
export interface SourceRef {
  readonly file: string
  readonly line: number
  readonly column: number
}

export const formatRef = (ref: SourceRef): string => `${visibleInLine(ref.file)}:${ref.line}:${ref.column}`

/**
 * Formats as `file:line:column: error code: message` with expected / got / hint indented below.
 * Control characters are escaped, so the terminal cannot be manipulated.
 */
export function formatDiagnostic(d: Diagnostic): string {
  const head = `${d.where ? `${formatRef(d.where)}: ` : ''}${d.severity} ${d.code}: ${d.message}`
  const tail = [
    d.expected === undefined ? [] : [`  expected: ${d.expected}`],
    d.got === undefined ? [] : [`  got:      ${d.got}`],
    d.hint === undefined ? [] : [`  hint:     ${d.hint}`],
  ].flat()
  // much of the text comes from files and users; a multi-line message must stay recognisable as one message
  return [head, ...tail].map((line) => visibleInLine(line)).join('\n')
}

/**
 * Returns what `word` probably means, for `did you mean …` hints: the candidate that it begins or, failing that, the
 * closest one by edit distance, if more than half of the letters are as they should be.
 */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const typed = word.toLowerCase()
  const all = [...candidates]
  const begun = typed.length < 2 ? [] : all.filter((name) => name.toLowerCase().startsWith(typed))
  if (begun.length > 0) return begun.reduce((a, b) => (b.length < a.length ? b : a))
  const [typos, longer] = [2, 1].map((least) => Math.max(least, Math.floor(word.length / 3))) as [
    number,
    number,
  ]
  let best: { readonly name: string; readonly distance: number } | undefined
  for (const name of all) {
    // `arm` is no slip in `alarm`; and a word may be a megabyte long
    if (Math.abs(word.length - name.length) > longer) continue
    const distance = editDistance(typed, name.toLowerCase())
    const near = distance <= typos && 2 * distance < Math.max(word.length, name.length)
    if (near && distance < (best?.distance ?? Infinity)) best = { name, distance }
  }
  return best?.name
}

/** What a value has to be, in words. @param type as a schema names it: `number`, `array` */
export const typeInWords = (type: string): string => TYPES[type] ?? `a ${type}`

/** Letters to replace, add or leave out; two that changed places count as one. */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitute = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? (before[j - 2] as number) + 1
          : Infinity
      next.push(Math.min(substitute, swapped, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    before = row
    row = next
  }
  return row[b.length] as number
}

const TYPES: Readonly<Record<string, string>> = {
  number: 'a finite number',
  int: 'a whole number',
  string: 'text',
  boolean: 'true or false',
  object: 'keys and values',
  record: 'keys and values',
  array: 'a list',
  tuple: 'a list',
}

/** What a schema found wrong, as one part of a line: `models[0].id: Invalid input; files: Too few`. */
export const issuesInLine = (issues: readonly Issue[]): string =>
  issues.map(({ path, message }) => `${placeOf(path)}${message}`).join('; ')

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

function placeOf(path: readonly PropertyKey[]): string {
  const steps = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return steps === '' ? '' : `${steps.replace(/^\./, '')}: `
}
