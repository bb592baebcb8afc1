import { visible } from './visible.js'

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

export const formatRef = (ref: SourceRef): string => `${ref.file}:${ref.line}:${ref.column}`

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
  return [head, ...tail].map((line) => visible(line)).join('\n')
}

/** Returns the candidate closest to `word` by edit distance if it could be a typo, for `did you mean …` hints. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1
  for (const candidate of candidates) {
    if (Math.abs(word.length - candidate.length) >= bestDistance) continue
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase())
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitute = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(substitute, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}
