import type { ChildCount, NodeDef, TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { nodeAt } from '#bt/paths.js'
import { parentPath } from '#learning/actor/units.js'
import type { Address, AddressBook, Labelled } from '../address.js'
import { outermostDecorator, placeBeside, placeInside, unitOf } from '#learning/actor/place.js'

/**
 * Which edits the current tree has room for: which nodes can be removed or moved, and where one more fits. The grammar
 * offers nothing else, so every edit that a model writes can be applied.
 */
export interface EditRoom {
  readonly removable: readonly Address[]
  readonly unwrappable: readonly Address[]
  /** nodes that can take a new neighbour */
  readonly beside: readonly Address[]
  /** groups that accept one more node at either end */
  readonly inside: readonly Address[]
  /** leaves that may move anywhere */
  readonly movableLeaves: readonly Address[]
  /** groups that may move to an end of the mission; anywhere else could be inside themselves */
  readonly movableGroups: readonly Address[]
}

export function roomIn(book: AddressBook, library: NodeLibrary): EditRoom {
  const all = book.all
  const doc = documentOf(book)
  const countOf = (node: NodeDef): ChildCount => library.get(node.id)?.children ?? { min: 1 }
  const gains = (node: NodeDef): boolean =>
    node.kind === 'control' && node.children.length < (countOf(node).max ?? Infinity)
  const loses = (node: NodeDef): boolean =>
    node.kind === 'control' && node.children.length > countOf(node).min
  const parentOf = (entry: Labelled): NodeDef | undefined =>
    entry.parent === null ? undefined : nodeAt(doc, entry.parent)
  const takes = (spot: ReturnType<typeof placeBeside>): boolean =>
    spot.ok && gains(nodeAt(doc, spot.value.parent) as NodeDef)
  const below = all.filter((entry) => entry.path !== '/')
  const movable = below.filter((entry) => {
    const parent = parentOf(entry)
    return parent !== undefined && loses(parent)
  })
  const rootTakes = takes(placeInside(doc, '/', 'last', false))
  return {
    removable: names(below.filter((entry) => canGo(doc, entry, loses))),
    unwrappable: names(all.filter((entry) => entry.node.children.length === 1)),
    // a unit form is placed next to the unit, any other node next to the node itself: both need room
    beside: names(
      below.filter(
        ({ path }) => takes(placeBeside(doc, path, 0)) && takes(placeBeside(doc, unitOf(doc, path), 0)),
      ),
    ),
    inside: names(
      all.filter(({ path, role }) => role === 'group' && takes(placeInside(doc, path, 'last', false))),
    ),
    movableLeaves: names(movable.filter(({ node }) => node.children.length === 0)),
    movableGroups: rootTakes ? names(movable.filter(({ node }) => node.children.length > 0)) : [],
  }
}

/** Decorators around the node are removed with it; the parent must keep enough children. */
function canGo(doc: TreeDoc, { path }: Labelled, loses: (node: NodeDef) => boolean): boolean {
  const at = outermostDecorator(doc, path)
  return at !== '/' && loses(nodeAt(doc, parentPath(at)) as NodeDef)
}

const documentOf = (book: AddressBook): TreeDoc => ({
  main: 'Main',
  trees: book.all[0] === undefined ? [] : [{ id: 'Main', root: book.all[0].node }],
})

const names = (entries: readonly Labelled[]): Address[] => entries.map(({ address }) => address)
