import type { Diagnostic } from '../../base/diagnostic.js'
import type { NodeDef, TreeDef, TreeDoc } from '../document.js'
import { LIMITS } from './limits.js'

/** Number of trees, and depth and number of the nodes as written, tree by tree, without recursion. */
export function documentSize(doc: TreeDoc): Diagnostic[] {
  const last = doc.trees.at(-1)
  if (last !== undefined && doc.trees.length > LIMITS.trees) return [tooManyTrees(last)]
  let count = 0
  for (const tree of doc.trees) {
    let level: readonly NodeDef[] = [tree.root]
    for (let depth = 1; level.length > 0; depth++) {
      count += level.length
      if (depth > LIMITS.depth) return [tooDeep(level[0] as NodeDef)]
      if (count > LIMITS.nodes) return [tooLarge(level[0] as NodeDef)]
      level = level.flatMap((node) => node.children)
    }
  }
  return []
}

export const tooDeep = (node: NodeDef): Diagnostic => ({
  code: 'bt.too-deep',
  severity: 'error',
  message: `more than ${LIMITS.depth} nodes below one another`,
  ...(node.where === undefined ? {} : { where: node.where }),
  hint: 'move a part of the tree into a SubTree of its own, or flatten it',
})

export const tooLarge = (node: NodeDef): Diagnostic => ({
  code: 'bt.too-large',
  severity: 'error',
  message: `more than ${LIMITS.nodes} nodes, SubTrees opened`,
  ...(node.where === undefined ? {} : { where: node.where }),
  hint: 'use Repeat instead of copies',
})

const tooManyTrees = ({ root, where = root.where }: TreeDef): Diagnostic => ({
  code: 'bt.too-large',
  severity: 'error',
  message: `more than ${LIMITS.trees} trees`,
  ...(where === undefined ? {} : { where }),
})
