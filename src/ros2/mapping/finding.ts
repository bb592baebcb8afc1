import { didYouMean } from '#base/diagnostic.js'
import type { Path } from '#documents/value-text.js'

/** A problem of a mapping file, before it has a place in the text. */
export interface Finding {
  readonly path: Path
  readonly message: string
  readonly code?: string
  /** errors unless said otherwise */
  readonly severity?: 'error' | 'warning'
  /** character inside the value at `path` */
  readonly at?: number
  /** what was expected; the schema's own words where absent */
  readonly expected?: string
  /** what is there; the value itself where absent */
  readonly got?: string
  readonly hint?: string
}

/** A hint at the name that was probably meant, if there is one. */
export function meant(word: string, names: Iterable<string>): Pick<Finding, 'hint'> {
  const near = didYouMean(word, names)
  return near === undefined ? {} : { hint: `did you mean ${near}?` }
}
