import type { NodeDef, TreeDoc } from '#bt/document.js'
import { treeById } from '#bt/paths.js'
import { splitItems } from '#bt/value/lists.js'
import type { Refusal } from '#console/host.js'

/**
 * What a tree may be to drive the robot. Beginning an episode with one (reading it, making it, its plan) is
 * the only work that grows with a tree and has to be on the reflex loop's thread: at these bounds it takes
 * some 0.1 s before anything moves. The mission's best tree has 60 nodes and 4,000 characters.
 */
export const TREE_LIMITS = {
  /** characters of its text */
  characters: 200_000,
  /** elements of its text, those of trees that nobody opens among them: counted before anything is read */
  elements: 4_000,
  /** nodes, SubTrees opened */
  nodes: 2_000,
  /** items of one loop's queue as it is written */
  items: 1_000,
} as const

/** Why a text is not even read; undefined when it may be. */
export function tooLong(xml: string): Refusal | undefined {
  const { characters, elements } = TREE_LIMITS
  if (xml.length > characters) return tooLarge(`${xml.length} characters`, `${characters} characters`)
  let count = 0
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', at + 1)) {
    if (!'/!?'.includes(xml.charAt(at + 1))) count += 1
  }
  return count > elements ? tooLarge(`${count} elements`, `${elements} elements`) : undefined
}

/** Why a tree is too large to drive; undefined when it is not. */
export function tooLargeToDrive(doc: TreeDoc): Refusal | undefined {
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
