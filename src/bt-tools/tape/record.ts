import type { Blackboard } from '#bt/blackboard.js'
import type { TreeNode } from '#bt/node/node.js'
import type { Tree } from '#bt/engine/tree.js'
import { ObjectValue, Int, storageOf, type Value } from '#bt/value/value.js'
import { jsonOfValue, type Json } from './json.js'

/** Returns the records of all nodes, by uid. */
export function nodeRecords(tree: Tree): Json[] {
  const subtreeOf = new Map(tree.subtrees.flatMap(({ nodes }, index) => nodes.map((node) => [node, index])))
  const parentOf = new Map(parents(tree.root))
  return tree.nodes.map((node) => ({
    id: node.site.def.id,
    name: node.site.name,
    parent: parentOf.get(node) ?? 0,
    path: node.site.fullPath,
    subtree: subtreeOf.get(node) ?? 0,
    type: TYPES[node.site.kind],
    uid: node.uid,
  }))
}

/** Returns (child, parent) pairs for all descendants of a node; a node replaced by a test node has no parent. */
const parents = (node: TreeNode): [TreeNode, number][] =>
  node.children.flatMap((child) => [[child, node.uid], ...parents(child)])

export const subtreeRecords = (tree: Tree): Json[] =>
  tree.subtrees.map(({ treeId, instance }) => ({ instance, tree: treeId }))

export const finalStatus = (tree: Tree): Json[] =>
  tree.nodes.filter((node) => node.status !== 'IDLE').map((node: TreeNode) => [node.uid, node.status])

/** Records the keys stored in this blackboard itself, with declared type, stored type, value and write count. */
export function blackboardRecord(blackboard: Blackboard): Json {
  const record: Record<string, Json> = {}
  for (const key of [...blackboard.keys()].sort()) {
    const entry = blackboard.entry(key)
    if (entry === undefined) continue
    record[key] = {
      port_type: entry.type.name,
      seq: entry.seq,
      type: storageOf(entry.value),
      value: jsonOfValue(entry.value),
    }
  }
  return record
}

/**
 * Reproduces the reference's ExportTreeToJSON: values without types, the main tree under its ID and the others under
 * their instance paths. Queues and numbers that JSON lacks become null; integers of any size stay numbers
 * (`rawInteger`).
 */
export function exportRecord(tree: Tree): Json {
  const record: Record<string, Json> = {}
  for (const { treeId, instance, blackboard } of tree.subtrees) {
    const keys = [...blackboard.keys()].filter((key) => blackboard.entry(key) !== undefined).sort()
    const values = keys.map((key): [string, Json] => [key, exportValue(blackboard.entry(key)?.value)])
    record[instance === '' ? treeId : instance] = keys.length === 0 ? null : Object.fromEntries(values)
  }
  return record
}

/** Serialises to JSON, writing long integers marked by `exportRecord` as numbers and preserving the sign of zero. */
export const stringify = (json: Json): string =>
  JSON.stringify(json, (_, value: unknown) => (Object.is(value, -0) ? '\u0001-0.0' : value)).replaceAll(
    /"\\u0001(-?\d[\d.]*)"/g,
    (_, digits: string) => digits,
  )

function exportValue(value: Value): Json {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (value instanceof ObjectValue && value.type.startsWith('queue<')) return null
  const json = jsonOfValue(value)
  return value instanceof Int && typeof json === 'string' ? `\u0001${json}` : json
}

const TYPES = {
  control: 'Control',
  decorator: 'Decorator',
  action: 'Action',
  condition: 'Condition',
  subtree: 'SubTree',
} as const
