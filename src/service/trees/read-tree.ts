import { err, ok, type Result } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { parseTree, type ParseOptions } from '#bt/xml/parse.js'
import type { Refusal } from '#console/host.js'
import { checkTextSize, checkTreeSize } from '#app/tree-limits.js'
import { refusalOf } from '../refusal.js'

/** A tree as the store keeps it: self-contained. */
export interface StoredTree {
  readonly hash: string
  readonly xml: string
}

/** Parses a tree that is small enough to drive; its text is measured first. */
export function parseDrivable(xml: string, options: ParseOptions): Result<TreeDoc, Refusal> {
  const long = checkTextSize(xml)
  if (long !== undefined) return err(long)
  const parsed = parseTree(xml, options)
  if (!parsed.ok) return err(refusalOf(parsed.error))
  const large = checkTreeSize(parsed.value)
  return large === undefined ? ok(parsed.value) : err(large)
}

export const parseStored = ({ hash, xml }: StoredTree, library: NodeLibrary): Result<TreeDoc, Refusal> =>
  parseDrivable(xml, { file: `tree ${hash.slice(0, 8)}`, library })
