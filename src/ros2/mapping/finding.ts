import { didYouMean } from '#base/diagnostic.js'
import type { Path } from '#documents/value-text.js'

/** A problem of a mapping file, before it has a place in the text. */
export interface Finding {
  /** keys and indices from the root of the file */
  readonly path: Path
  /** a sentence without its end */
  readonly message: string
  /** `ros2.…`; by default that of a missing or an invalid value */
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
