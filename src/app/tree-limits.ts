import type { NodeDef, TreeDoc } from '#bt/document.js'
import { treeById } from '#bt/paths.js'
import { splitItems } from '#bt/value/lists.js'
import type { Refusal } from '#console/host.js'

/**
 * Limits on a tree that drives the robot. Starting an episode with one (parsing, building and planning it) is the
 * only work that grows with a tree and must run on the reflex loop's thread: at these limits it takes about 0.1 s
 * before anything moves. The mission's best tree has 60 nodes and 4,000 characters.
 */
export const TREE_LIMITS = {
  /** characters in its text */
  characters: 200_000,
  /** elements in its text, including trees that nothing opens: counted before anything is parsed */
  elements: 4_000,
  /** nodes, with SubTrees expanded */
  nodes: 2_000,
  /** items in one loop's queue as written */
  items: 1_000,
} as const

/** Why a text is refused before parsing; undefined when it may be parsed. */
export function checkTextSize(xml: string): Refusal | undefined {
  const { characters, elements } = TREE_LIMITS
  if (xml.length > characters) return tooLarge(`${xml.length} characters`, `${characters} characters`)
  let count = 0
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', at + 1)) {
    if (!'/!?'.includes(xml.charAt(at + 1))) count += 1
  }
  return count > elements ? tooLarge(`${count} elements`, `${elements} elements`) : undefined
}

/** Why a tree is too large to drive; undefined when it is not. */
export function checkTreeSize(doc: TreeDoc): Refusal | undefined {
  let nodes = 0
  let refusal: Refusal | undefined
  const walk = (node: NodeDef, open: readonly string[]): void => {
    if (refusal !== undefined) return
    if (++nodes > TREE_LIMITS.nodes) {
      refusal = tooLarge(
        `more than ${TREE_LIMITS.nodes} nodes with its SubTrees opened`,
        `${TREE_LIMITS.nodes} nodes`,
      )
      return
    }
    const queue = /^Loop[A-Z]/.test(node.id) ? node.attrs['queue'] : undefined
    const items = queue === undefined ? 0 : splitItems(queue).length
    if (items > TREE_LIMITS.items) {
      refusal = tooLarge(`${node.id} has a queue of ${items} items`, `${TREE_LIMITS.items} items`)
      return
    }
    for (const child of node.children) walk(child, open)
    const id = node.kind === 'subtree' ? (node.attrs['ID'] ?? '') : ''
    const inner = open.includes(id) ? undefined : treeById(doc, id)
    if (inner !== undefined) walk(inner.root, [...open, id])
  }
  const main = treeById(doc, doc.main)
  if (main !== undefined) walk(main.root, [doc.main])
  return refusal
}

const tooLarge = (got: string, most: string): Refusal => ({
  code: 'tree.too-large',
  message: `the tree is too large to drive: ${got}, at most ${most}`,
  hint: 'use Repeat or a shorter queue instead of copies',
})
