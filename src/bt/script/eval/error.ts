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
}

export function fail(site: Site, what: string, hint?: string): never {
  throw new ScriptError(site, what, hint)
}

const EXCERPT = 120

const excerpt = (source: string): string =>
  source.length <= EXCERPT ? source : `${source.slice(0, EXCERPT)}…`
