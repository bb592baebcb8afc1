import { err, ok, type Result } from '#base/result.js'
import type { NodeDef, NodeSpec, TreeDoc } from '../document.js'
import type { DocumentOp, PatchOp } from '../edit.js'
import { treeById } from '../paths.js'
import { checkNodeText } from './check-text.js'
import type { Problem } from './error.js'

export function isDocumentOp(op: PatchOp): op is DocumentOp {
  switch (op.op) {
    case 'addTree':
    case 'removeTree':
    case 'renameTree':
    case 'setMain':
    case 'setModel':
    case 'removeModel':
      return true
    case 'insert':
    case 'remove':
    case 'wrap':
    case 'unwrap':
    case 'move':
    case 'setAttr':
    case 'replaceSubtree':
      return false
  }
}

/** Applies one edit to a document's list of trees or models. */
export function applyDocumentOp(doc: TreeDoc, op: DocumentOp): Result<TreeDoc, Problem> {
  switch (op.op) {
    case 'addTree':
      return addTree(doc, op.tree, op.root)
    case 'removeTree':
      if (op.tree === doc.main) {
        return err({
          code: 'edit.is-main',
          path: op.tree,
          message: 'choose another main tree first (setMain)',
        })
      }
      return withTree(doc, op.tree, () => ({
        ...doc,
        trees: doc.trees.filter((tree) => tree.id !== op.tree),
      }))
    case 'renameTree':
      if (op.to !== op.tree && treeById(doc, op.to) !== undefined) return err(exists(op.to))
      return withTree(doc, op.tree, () => renameTree(doc, op.tree, op.to))
    case 'setMain':
      return withTree(doc, op.tree, () => ({ ...doc, main: op.tree }))
    case 'setModel':
      return ok({ ...doc, models: [...(doc.models ?? []).filter(({ id }) => id !== op.model.id), op.model] })
    case 'removeModel':
      return removeModel(doc, op.model)
  }
}

function addTree(doc: TreeDoc, id: string, root: NodeDef): Result<TreeDoc, Problem> {
  if (treeById(doc, id) !== undefined) return err(exists(id))
  const fine = checkNodeText(root, id)
  return fine.ok ? ok({ ...doc, trees: [...doc.trees, { id, root }] }) : fine
}

function renameTree(doc: TreeDoc, from: string, to: string): TreeDoc {
  const renamed = (node: NodeDef): NodeDef => {
    const children = node.children.map(renamed)
    const refers = node.kind === 'subtree' && node.attrs['ID'] === from
    return { ...node, children, attrs: refers ? { ...node.attrs, ID: to } : node.attrs }
  }
  return {
    ...doc,
    main: doc.main === from ? to : doc.main,
    trees: doc.trees.map((tree) => ({
      ...tree,
      id: tree.id === from ? to : tree.id,
      root: renamed(tree.root),
    })),
    ...(doc.models && { models: renameModel(doc.models, from, to) }),
  }
}

const renameModel = (models: readonly NodeSpec[], from: string, to: string): NodeSpec[] =>
  models.filter(({ id }) => id !== to).map((model) => (model.id === from ? { ...model, id: to } : model))

function removeModel(doc: TreeDoc, id: string): Result<TreeDoc, Problem> {
  const { models = [], ...rest } = doc
  const left = models.filter((model) => model.id !== id)
  if (left.length === models.length) {
    return err({ code: 'edit.no-such-model', path: id, message: `the document has no model of ${id}` })
  }
  return ok(left.length === 0 ? rest : { ...rest, models: left })
}

function withTree(doc: TreeDoc, id: string, change: () => TreeDoc): Result<TreeDoc, Problem> {
  if (treeById(doc, id) !== undefined) return ok(change())
  return err({ code: 'edit.no-such-tree', path: id, message: `the document has no tree ${id}` })
}

const exists = (id: string): Problem => ({
  code: 'edit.tree-exists',
  path: id,
  message: `the document has a tree ${id} already`,
})
