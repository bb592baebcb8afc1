import type { NodeLibrary } from '../library.js'
import { forbiddenIn } from '../xml/palette/names.js'

/** Why a text cannot be the ID of a tree, and what to do; `undefined` when it can. */
export function wrongTreeId(
  id: string,
  library: NodeLibrary,
): { readonly message: string; readonly hint: string } | undefined {
  if (id === 'Root' || id === 'root')
    return { message: `${id} is reserved`, hint: 'use another name, such as Main' }
  if (forbiddenIn(id) !== undefined) {
    return {
      message: `"${id}" cannot be the ID of a tree`,
      hint: 'no blanks and none of < > & " \' / \\ : * ? | .',
    }
  }
  if (library.get(id) !== undefined || id === 'SubTree') {
    return {
      message: `${id} is a node type; a tree needs an ID of its own`,
      hint: `rename it, for example ${id}Tree`,
    }
  }
  return undefined
}
