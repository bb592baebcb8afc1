import { err, ok, type Result } from '../../base/result.js'
import type { NodeDef, TreeDoc } from '../document.js'
import type { Edit } from '../edit.js'
import { mainTree, pathIndices } from '../paths.js'

/** `number` counts the edits of the patch from 0. */
export type EditError = { readonly number: number; readonly path: string; readonly message: string } & (
  | { readonly code: 'edit.bad-path' }
  | { readonly code: 'edit.no-such-node' }
  | { readonly code: 'edit.index'; readonly children: number }
  | { readonly code: 'edit.is-root' }
  | { readonly code: 'edit.not-one-child'; readonly children: number }
  | { readonly code: 'edit.into-itself' }
  | { readonly code: 'edit.subtree-inside' }
)

/**
 * Applies a patch to the main tree: all edits or, at the first that cannot be, none. Only addresses and indices are
 * judged here; whether the result is a good tree is `validate`'s to say.
 */
export function applyEdits(doc: TreeDoc, edits: readonly Edit[]): Result<TreeDoc, EditError> {
  const main = mainTree(doc)
  if (main === undefined) {
    return err({ code: 'edit.no-such-node', number: 0, path: '/', message: 'no main tree' })
  }
  let root = main.root
  for (const [number, edit] of edits.entries()) {
    const result = applyEdit(root, edit)
    if (!result.ok) return err({ ...result.error, number })
    root = result.value
  }
  return ok({ ...doc, trees: doc.trees.map((tree) => (tree === main ? { ...tree, root } : tree)) })
}

type Step = Result<NodeDef, DistributiveOmit<EditError, 'number'>>
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

function applyEdit(root: NodeDef, edit: Edit): Step {
  switch (edit.op) {
    case 'insert':
      return change(root, edit.parent, (parent) => insertChild(parent, edit.parent, edit.index, edit.node))
    case 'remove':
      return removeAt(root, edit.at)
    case 'wrap':
      return change(root, edit.at, (node) => ok({ ...edit.with, children: [node] }))
    case 'unwrap':
      return change(root, edit.at, (node) => onlyChild(node, edit.at))
    case 'move':
      return move(root, edit.at, edit.parent, edit.index)
    case 'setAttr':
      return change(root, edit.at, (node) =>
        ok({ ...node, attrs: withAttr(node.attrs, edit.name, edit.value) }),
      )
    case 'replaceSubtree':
      return change(root, edit.at, () => ok(edit.node))
  }
}

/** Rebuilds the branch down to `path` with the node there changed. */
function change(root: NodeDef, path: string, replace: (node: NodeDef) => Step): Step {
  const indices = pathIndices(path)
  if (indices === undefined) {
    return err({ code: 'edit.bad-path', path, message: 'paths look like /2/0; / is the root' })
  }
  const at = (node: NodeDef, depth: number): Step => {
    const index = indices[depth]
    if (index === undefined) return replace(node)
    if (node.kind === 'subtree') {
      return err({
        code: 'edit.subtree-inside',
        path,
        message: 'the inside of a SubTree is not part of the main tree',
      })
    }
    const child = node.children[index]
    if (child === undefined) {
      const message = `${node.id} has ${node.children.length} children; there is no child ${index}`
      return err({ code: 'edit.no-such-node', path, message })
    }
    const changed = at(child, depth + 1)
    return changed.ok ? ok({ ...node, children: node.children.with(index, changed.value) }) : changed
  }
  return at(root, 0)
}

function insertChild(parent: NodeDef, path: string, index: number, node: NodeDef): Step {
  const children = parent.children.length
  if (!Number.isInteger(index) || index < 0 || index > children) {
    return err({ code: 'edit.index', path, children, message: `index ${index} is not in 0…${children}` })
  }
  return ok({ ...parent, children: parent.children.toSpliced(index, 0, node) })
}

function removeAt(root: NodeDef, path: string): Step {
  const indices = pathIndices(path)
  const last = indices?.at(-1)
  if (indices === undefined) {
    return err({ code: 'edit.bad-path', path, message: 'paths look like /2/0; / is the root' })
  }
  if (last === undefined) {
    return err({ code: 'edit.is-root', path, message: 'a tree needs a root; replace it instead' })
  }
  return change(root, toPath(indices.slice(0, -1)), (parent) =>
    last < parent.children.length
      ? ok({ ...parent, children: parent.children.toSpliced(last, 1) })
      : err({
          code: 'edit.no-such-node',
          path,
          message: `${parent.id} has ${parent.children.length} children`,
        }),
  )
}

function onlyChild(node: NodeDef, path: string): Step {
  const [child, ...more] = node.children
  if (child !== undefined && more.length === 0) return ok(child)
  const children = node.children.length
  return err({
    code: 'edit.not-one-child',
    path,
    children,
    message: `${node.id} has ${children} children, not one`,
  })
}

function move(root: NodeDef, from: string, to: string, index: number): Step {
  const source = pathIndices(from)
  const target = pathIndices(to)
  if (source === undefined || target === undefined) {
    return err({
      code: 'edit.bad-path',
      path: source === undefined ? from : to,
      message: 'paths look like /2/0',
    })
  }
  if (source.every((step, depth) => target[depth] === step)) {
    return err({ code: 'edit.into-itself', path: to, message: 'a node cannot be moved below itself' })
  }
  let taken: NodeDef | undefined
  const found = change(root, from, (node) => {
    taken = node
    return ok(node)
  })
  if (!found.ok || taken === undefined) return found
  const node: NodeDef = taken
  const without = removeAt(root, from)
  if (!without.ok) return without
  return change(without.value, toPath(afterRemoval(target, source)), (parent) =>
    insertChild(parent, to, index, node),
  )
}

/** Where a node that stood at `target` stands once the one at `removed` is gone. */
function afterRemoval(target: readonly number[], removed: readonly number[]): number[] {
  const level = removed.length - 1
  const siblings = removed.slice(0, level).every((step, depth) => target[depth] === step)
  return target.map((step, depth) =>
    siblings && depth === level && step > (removed[level] as number) ? step - 1 : step,
  )
}

function withAttr(attrs: NodeDef['attrs'], name: string, value: string | null): NodeDef['attrs'] {
  const others = Object.entries(attrs).filter(([key]) => key !== name)
  return Object.fromEntries(value === null ? others : [...others, [name, value]])
}

const toPath = (indices: readonly number[]): string => `/${indices.join('/')}`
