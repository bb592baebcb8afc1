/** A script that reads well met data at run time that it cannot work with. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError'
  /** UTF-16 units of the source before the word or sign that failed */
  readonly offset: number
  readonly source: string

  constructor(site: Site, what: string, hint?: string) {
    super(
      `${what} (offset ${site.at} of the script "${excerpt(site.source)}")${hint === undefined ? '' : `; ${hint}`}`,
    )
    this.offset = site.at
    this.source = site.source
  }
}

/** A word or sign of a script, for messages. */
export interface Site {
  readonly source: string
  readonly at: number
  /** the variables among the operands */
  readonly names?: readonly string[]
}

export function fail(site: Site, what: string, hint?: string): never {
  throw new ScriptError(site, what, hint)
}

/** An operand is an entry that was declared and never written. */
export function failEmpty(site: Site, operator: string): never {
  const [first, ...others] = site.names ?? []
  if (first === undefined) fail(site, `an operand of ${operator} has no value`)
  const who = others.length === 0 ? first : `one of ${[first, ...others].join(', ')}`
  fail(site, `${who}, an operand of ${operator}, has no value yet`, `write it first: ${first} := …`)
}

const EXCERPT = 120

const excerpt = (source: string): string =>
  source.length <= EXCERPT ? source : `${source.slice(0, EXCERPT)}…`
