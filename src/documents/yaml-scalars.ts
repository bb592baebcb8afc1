import { isAlias, isMap, isScalar, isSeq, parseDocument, type Document, type Scalar } from 'yaml'
import { err, ok, type Result } from '#base/result.js'

/** A value in a YAML text that is to be another. */
export interface ScalarChange {
  readonly path: readonly (string | number)[]
  /** as it is to be written */
  readonly text: string
}

/**
 * Replaces plain or quoted values of a YAML text where they are written; all else, comments and layout included, stays
 * as it is, byte for byte.
 * @param text of one valid document
 * @returns the first change that cannot be made: there is no such value, or an alias makes it the same as another
 */
export function replaceScalars(text: string, changes: readonly ScalarChange[]): Result<string, ScalarChange> {
  const document = parseDocument(text)
  const places = new Map<number, { readonly end: number; readonly text: string }>()
  for (const change of changes) {
    const scalar = scalarAt(document, change.path)
    const [start, end] = scalar?.range ?? []
    if (start === undefined || end === undefined) return err(change)
    const other = places.get(start)
    if (other !== undefined && other.text !== change.text) return err(change)
    places.set(start, { end, text: change.text })
  }
  const fromTheEnd = [...places].toSorted(([one], [other]) => other - one)
  return ok(
    fromTheEnd.reduce(
      (done, [start, { end, text: written }]) => `${done.slice(0, start)}${written}${done.slice(end)}`,
      text,
    ),
  )
}

function scalarAt(document: Document, path: ScalarChange['path']): Scalar | undefined {
  let node: unknown = document.contents
  for (const part of path) {
    const inside = isAlias(node) ? node.resolve(document) : node
    if (isSeq(inside) && typeof part === 'number') node = inside.items[part]
    else if (isMap(inside)) node = inside.get(part, true)
    else return undefined
  }
  const found = isAlias(node) ? node.resolve(document) : node
  return isScalar(found) && ON_ITS_LINE.has(found.type ?? '') ? found : undefined
}

/** other scalars have their text on other lines than their place */
const ON_ITS_LINE: ReadonlySet<string> = new Set(['PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE'])
