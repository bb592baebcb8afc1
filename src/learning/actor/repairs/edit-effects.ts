import type { NodeDef, TreeDoc } from '#bt/document.js'
import type { EditOp } from '#bt/edit.js'
import { applyEdits } from '#bt/edit/apply.js'
import { childPath, nodeAt } from '#bt/paths.js'
import { nodeLines } from '#bt/xml/write.js'

/** The effect of an edit, and the effect that would revert it. */
export interface EditEffect {
  readonly did: string
  readonly inverse: string
}

/** The effects of a patch's edits, in order. @param doc the tree before the patch */
export function effectsOf(doc: TreeDoc, patch: readonly EditOp[]): readonly EditEffect[] {
  let now = doc
  return patch.map((edit) => {
    const effect = effectOf(now, edit)
    const next = applyEdits(now, [{ ...edit, because: '' }])
    if (next.ok) now = next.value
    return effect
  })
}

/** An edit and its inverse as texts independent of their position in the tree. */
function effectOf(doc: TreeDoc, edit: EditOp): EditEffect {
  switch (edit.op) {
    case 'insert':
      return pair('in', 'out', core(edit.node))
    case 'remove':
      return pair('out', 'in', core(nodeAt(doc, edit.at)))
    case 'wrap':
      return pair('wrap', 'unwrap', `${edit.with.id} ${core(nodeAt(doc, edit.at))}`)
    case 'unwrap': {
      const node = nodeAt(doc, edit.at)
      return pair('unwrap', 'wrap', `${node?.id} ${core(node)}`)
    }
    case 'setAttr': {
      const node = nodeAt(doc, edit.at)
      const place = `${node?.id} ${edit.name} of ${around(doc, edit.at, edit.name)}`
      const [old, value] = [node?.attrs[edit.name] ?? '', edit.value ?? '']
      return { did: `${place}: ${old} > ${value}`, inverse: `${place}: ${value} > ${old}` }
    }
    case 'replaceSubtree':
      return {
        did: `${core(nodeAt(doc, edit.at))} > ${core(edit.node)}`,
        inverse: `${core(edit.node)} > ${core(nodeAt(doc, edit.at))}`,
      }
    case 'move': {
      const { parent, index } = edit
      const node = core(nodeAt(doc, edit.at))
      const to = childPath(parent, index)
      return { did: `move ${node}: ${edit.at} > ${to}`, inverse: `move ${node}: ${to} > ${edit.at}` }
    }
  }
}

const pair = (did: string, inverse: string, what: string): EditEffect => ({
  did: `${did} ${what}`,
  inverse: `${inverse} ${what}`,
})

/** A node without the retries around it: removing a branch removes them too. */
function core(node: NodeDef | undefined): string {
  if (node === undefined) return ''
  const [only] = node.children
  if (node.kind === 'decorator' && only !== undefined) return core(only)
  return textOf(node)
}

/**
 * What distinguishes a parameter's node from similar ones: the branch it is in, without that parameter, and its place
 * there.
 */
function around(doc: TreeDoc, at: string, name: string): string {
  const cut = at.lastIndexOf('/')
  const parent = nodeAt(doc, at.slice(0, cut) || '/')
  if (parent === undefined) return ''
  return `${at.slice(cut)} in ${textOf(parent).replaceAll(new RegExp(` ${name}="[^"]*"`, 'g'), '')}`
}

const textOf = (node: NodeDef): string =>
  nodeLines(node)
    .map(({ text }) => text)
    .join('')
