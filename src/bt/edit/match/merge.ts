import { closeTag, openTag } from '#bt/xml/write.js'
import type { Matching } from './matching.js'
import type { IndexedNode } from './tree-indexer.js'

/** An opening or a closing tag; only nodes with children have a closing tag. */
export interface Tag {
  readonly indexed: IndexedNode
  readonly end: 'open' | 'close'
  readonly text: string
  /** change in depth for the tags that follow */
  readonly step: -1 | 0 | 1
}

/**
 * The two tags of a node that survives, or the single tag of a node that is removed, added, or has children in only one
 * tree.
 */
export type MergedTag =
  | { readonly kind: 'both'; readonly old: Tag; readonly now: Tag }
  | { readonly kind: 'removed' | 'added'; readonly tag: Tag }

/** Merges the tags of both trees into one list, each tree in its own order; a moved node appears twice. */
export function mergedTags({ a, b, toA, toB, moved }: Matching): MergedTag[] {
  const [old, now] = [tagsOf(a), tagsOf(b)]
  const [opens, closes] = [new Map<IndexedNode, number>(), new Map<IndexedNode, number>()]
  now.forEach(({ indexed, end }, at) => (end === 'open' ? opens : closes).set(indexed, at))
  const rows: MergedTag[] = []
  let next = 0
  const added = (until: number): void => {
    for (; next < until; next++) rows.push({ kind: 'added', tag: now[next] as Tag })
  }
  const isNew = ({ indexed }: Tag): boolean => {
    const before = toA.get(indexed)
    return before === undefined || moved.has(before)
  }
  for (const tag of old) {
    const partner = moved.has(tag.indexed) ? undefined : toB.get(tag.indexed)
    const at = partner === undefined ? undefined : (tag.end === 'open' ? opens : closes).get(partner)
    if (at === undefined) rows.push({ kind: 'removed', tag })
    else {
      added(at)
      rows.push({ kind: 'both', old: tag, now: now[next++] as Tag })
      // close a new wrapper around this node before listing any removed node
      while (now[next]?.end === 'close' && isNew(now[next] as Tag)) added(next + 1)
    }
  }
  added(now.length)
  return rows
}

function tagsOf(indexed: IndexedNode): Tag[] {
  const { node, children } = indexed
  const open: Tag = { indexed, end: 'open', text: openTag(node), step: children.length === 0 ? 0 : 1 }
  if (children.length === 0) return [open]
  return [open, ...children.flatMap(tagsOf), { indexed, end: 'close', text: closeTag(node), step: -1 }]
}
