import { changedAttrs } from '../same.js'
import type { Matching } from './matching.js'
import { countBelow, preorder, type IndexedNode } from './tree-indexer.js'

/** What has become of the nodes of a tree, each counted once. */
export interface TreeChanges {
  /** new nodes around ones that stay, and nodes taken away from around ones that stay */
  readonly wraps: number
  readonly unwraps: number
  /** subtrees that stand somewhere else */
  readonly moves: number
  readonly added: number
  readonly removed: number
  /** nodes with other attributes */
  readonly changed: number
}

export function changesOf({ a, b, toA, toB, moved }: Matching): TreeChanges {
  const [olds, nows] = [[...preorder(a)], [...preorder(b)]]
  const stays = (old: IndexedNode): boolean => toB.has(old) && !moved.has(old)
  const isStill = (now: IndexedNode): boolean => toA.has(now) && stays(toA.get(now) as IndexedNode)
  const [gone, fresh] = [olds.filter((old) => !toB.has(old)), nows.filter((now) => !toA.has(now))]
  const [stayBelow, stillBelow] = [countBelow(a, stays), countBelow(b, isStill)]
  const unwraps = gone.filter((old) => (stayBelow.get(old) ?? 0) > 0).length
  const wraps = fresh.filter((now) => (stillBelow.get(now) ?? 0) > 0).length
  const isCarried = ({ parent }: IndexedNode, now: IndexedNode | undefined): boolean =>
    parent !== undefined && moved.has(parent) && toB.get(parent) === now?.parent
  return {
    ...{ wraps, unwraps, added: fresh.length - wraps, removed: gone.length - unwraps },
    moves: [...moved].filter((old) => !isCarried(old, toB.get(old))).length,
    changed: [...toB].filter(
      ([old, now]) => old.shape !== now.shape && changedAttrs(old.node, now.node).length > 0,
    ).length,
  }
}

/** Number of changes that one would name. */
export const totalOf = ({ wraps, unwraps, moves, added, removed, changed }: TreeChanges): number =>
  wraps + unwraps + moves + added + removed + changed

export type Shifts = Pick<TreeChanges, 'wraps' | 'unwraps' | 'moves'>

/** `1 wrap, 2 moves`: what lines alone do not say; '' where nothing was wrapped, unwrapped or moved. */
export const shiftsText = ({ wraps, unwraps, moves }: Shifts): string =>
  [
    ...(wraps === 0 ? [] : [wraps === 1 ? '1 wrap' : `${wraps} wraps`]),
    ...(unwraps === 0 ? [] : [unwraps === 1 ? '1 unwrap' : `${unwraps} unwraps`]),
    ...(moves === 0 ? [] : [moves === 1 ? '1 move' : `${moves} moves`]),
  ].join(', ')
