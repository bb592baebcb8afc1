import type { Diagnostic } from '#base/diagnostic.js'
import type { NodeDef, TreeDef, TreeDoc } from '../document.js'
import { LIMITS } from '../limits.js'
import { problem } from '../problem.js'

/** Checks the number of trees and the depth and number of nodes as written, tree by tree, without recursion. */
export function documentSize(doc: TreeDoc): Diagnostic[] {
  const last = doc.trees.at(-1)
  if (last !== undefined && doc.trees.length > LIMITS.trees) return [tooManyTrees(last)]
  let count = 0
  for (const tree of doc.trees) {
    let level: readonly NodeDef[] = [tree.root]
    for (let depth = 1; level.length > 0; depth++) {
      count += level.length
      const [first] = level
      if (first !== undefined && depth > LIMITS.depth) return [tooDeep(first)]
      if (first !== undefined && count > LIMITS.nodes) return [tooLarge(first)]
      level = level.flatMap((node) => node.children)
    }
  }
  return []
}

export const expandedTooDeep = (node: NodeDef): Diagnostic =>
  problem(
    node,
    'bt.opened-too-large',
    `nodes nested more than ${LIMITS.expandedDepth} deep, with SubTrees expanded`,
    {
      hint: 'flatten the tree',
    },
  )

export const expandedTooLarge = (node: NodeDef): Diagnostic =>
  problem(node, 'bt.opened-too-large', `more than ${LIMITS.nodes} nodes, with SubTrees expanded`, {
    hint: 'use Repeat instead of copies',
  })

const tooDeep = (node: NodeDef): Diagnostic =>
  problem(node, 'bt.too-deep', `nodes nested more than ${LIMITS.depth} deep`, {
    hint: 'move a part of the tree into a SubTree of its own, or flatten it',
  })

const tooLarge = (node: NodeDef): Diagnostic =>
  problem(node, 'bt.too-large', `more than ${LIMITS.nodes} nodes`, { hint: 'use Repeat instead of copies' })

const tooManyTrees = ({ root, where = root.where }: TreeDef): Diagnostic =>
  problem(root, 'bt.too-large', `more than ${LIMITS.trees} trees`, { where })
