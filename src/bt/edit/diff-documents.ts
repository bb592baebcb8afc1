import type { NodePath, NodeSpec, TreeDef, TreeDoc } from '../document.js'
import type { PatchOp, TreePath } from '../edit.js'
import { treeById } from '../paths.js'
import { modelText } from '../xml/write-model.js'
import { spotPath } from './address.js'
import { applyDocumentOp } from './document-op.js'
import { matchTrees } from './match/matching.js'
import { scriptOf, type ScriptOp } from './match/script.js'
import { sameNode, withoutPlaces } from './same.js'

/** The edits that turn `a` into `b`: renamed trees, new and changed trees, main tree, removed trees, models. */
export function diffDocuments(a: TreeDoc, b: TreeDoc): PatchOp[] {
  const renames = renamedTrees(a, b)
  const from = renames.reduce((doc, op) => {
    const renamed = applyDocumentOp(doc, op)
    return renamed.ok ? renamed.value : doc
  }, a)
  const gone = from.trees.filter((tree) => treeById(b, tree.id) === undefined)
  return [
    ...renames,
    ...b.trees.flatMap((tree) => changesOf(from, tree)),
    ...(from.main === b.main ? [] : [{ op: 'setMain', tree: b.main } as const]),
    ...gone.map(({ id }) => ({ op: 'removeTree', tree: id }) as const),
    ...modelChanges(from.models ?? [], b.models ?? []),
  ]
}

function changesOf(from: TreeDoc, { id, root }: TreeDef): PatchOp[] {
  const old = treeById(from, id)?.root
  if (old === undefined) return [{ op: 'addTree', tree: id, root: withoutPlaces(root) }]
  if (sameNode(old, root)) return []
  const path = (indices: readonly number[]): NodePath | TreePath => spotPath({ tree: id, indices }, from.main)
  return scriptOf(matchTrees(old, root)).map((op) => withPaths(op, path))
}

function withPaths(op: ScriptOp, path: (indices: readonly number[]) => NodePath | TreePath): PatchOp {
  switch (op.op) {
    case 'insert':
      return { op: 'insert', parent: path(op.at), index: op.index, node: op.node }
    case 'move':
      return { op: 'move', at: path(op.at), parent: path(op.to), index: op.index }
    case 'remove':
    case 'wrap':
    case 'unwrap':
    case 'setAttr':
    case 'replaceSubtree':
      return { ...op, at: path(op.at) }
  }
}

type Rename = Extract<PatchOp, { op: 'renameTree' }>

/** Treats a removed tree and a new tree with the same nodes as one tree that was renamed. */
export function renamedTrees(a: TreeDoc, b: TreeDoc): Rename[] {
  const gone = a.trees.filter((tree) => treeById(b, tree.id) === undefined)
  const renames: Rename[] = []
  for (const { id, root } of b.trees.filter((tree) => treeById(a, tree.id) === undefined)) {
    const at = gone.findIndex((tree) => sameNode(tree.root, root))
    const [old] = at === -1 ? [] : gone.splice(at, 1)
    if (old !== undefined) renames.push({ op: 'renameTree', tree: old.id, to: id })
  }
  return renames
}

function modelChanges(a: readonly NodeSpec[], b: readonly NodeSpec[]): PatchOp[] {
  const text = new Map(a.map((model) => [model.id, modelText(model)]))
  const ids = new Set(b.map(({ id }) => id))
  return [
    ...a.filter(({ id }) => !ids.has(id)).map(({ id }) => ({ op: 'removeModel', model: id }) as const),
    ...b
      .filter((model) => text.get(model.id) !== modelText(model))
      .map((model) => ({ op: 'setModel', model }) as const),
  ]
}
