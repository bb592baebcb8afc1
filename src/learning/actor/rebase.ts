import type { NodePath } from '#bt/document.js'
import type { EditOp } from '#bt/edit.js'
import { childPath } from '#bt/paths.js'
import { childIndex, isWithin, parentPath } from './units.js'

/**
 * The path of a node after an edit: edits of one patch name nodes of the tree that the model saw, but each is applied
 * to the result of the previous one. `null` when the edit removed the node.
 */
export function rebase(path: NodePath, edit: EditOp): NodePath | null {
  switch (edit.op) {
    case 'setAttr':
      return path
    case 'insert':
      return opened(path, edit.parent, edit.index)
    case 'remove':
      return isWithin(path, edit.at) ? null : closed(path, edit.at)
    case 'wrap':
      return isWithin(path, edit.at) ? below(path, edit.at, childPath(edit.at, 0)) : path
    case 'unwrap':
      if (path === edit.at) return null
      return isWithin(path, edit.at) ? below(path, childPath(edit.at, 0), edit.at) : path
    case 'replaceSubtree':
      return path !== edit.at && isWithin(path, edit.at) ? null : path
    case 'move': {
      const parent = closed(edit.parent, edit.at)
      const target = childPath(parent, edit.index)
      if (isWithin(path, edit.at)) return below(path, edit.at, target)
      return opened(closed(path, edit.at), parent, edit.index)
    }
  }
}

/** later siblings of an inserted node move up by one */
const opened = (path: NodePath, parent: NodePath, index: number): NodePath => shifted(path, parent, index, 1)

/** later siblings of a removed node move down by one */
const closed = (path: NodePath, at: NodePath): NodePath =>
  at === '/' ? path : shifted(path, parentPath(at), childIndex(at) + 1, -1)

function shifted(path: NodePath, parent: NodePath, from: number, by: 1 | -1): NodePath {
  if (path === parent || !isWithin(path, parent)) return path
  const depth = parent === '/' ? 1 : parent.split('/').length
  const parts = path.split('/')
  const index = Number(parts[depth])
  if (index < from) return path
  parts[depth] = String(index + by)
  return parts.join('/') as NodePath
}

/** the same place under another ancestor */
function below(path: NodePath, from: NodePath, to: NodePath): NodePath {
  const rest = from === '/' ? path.slice(1) : path.slice(from.length + 1)
  return rest === '' ? to : to === '/' ? `/${rest}` : `${to}/${rest}`
}
