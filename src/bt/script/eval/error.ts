/** A syntactically valid script met data at run time that it cannot use. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError'
  /** offset of the token that failed, in UTF-16 units of the source */
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

/** A token of a script, for messages. */
export interface Site {
  readonly source: string
  readonly at: number
  /** the variables among the operands */
  readonly names?: readonly string[]
}

export function fail(site: Site, what: string, hint?: string): never {
  throw new ScriptError(site, what, hint)
}

/** Fails because an operand is an entry that was declared but never written. */
export function failEmpty(site: Site, operator: string): never {
  const [first, ...others] = site.names ?? []
  if (first === undefined) fail(site, `an operand of ${operator} has no value`)
  const who = others.length === 0 ? first : `one of ${[first, ...others].join(', ')}`
  fail(site, `${who}, an operand of ${operator}, has no value yet`, `write it first: ${first} := …`)
}

const EXCERPT = 120

const excerpt = (source: string): string =>
  source.length <= EXCERPT ? source : `${source.slice(0, EXCERPT)}…`
