import { didYouMean, type Diagnostic } from '#base/diagnostic.js'
import type { TreeDef } from '../document.js'
import { attrOf, type XmlElement } from './element.js'

/**
 * Determines which tree runs: the one named by `main_tree_to_execute`, else the only one of the first document, else
 * the only one overall. `main` is empty when it cannot be determined; that matters only when the tree is created.
 *
 * @param root root of the main document, not of an included one
 * @param given trees that may be named, but are never chosen as the only one
 */
export function mainTreeOf(
  root: XmlElement,
  trees: readonly TreeDef[],
  given: readonly TreeDef[],
): { readonly main: string; readonly diagnostics: readonly Diagnostic[] } {
  const attr = attrOf(root, 'main_tree_to_execute')
  const ids = trees.map(({ id }) => id)
  if (attr !== undefined && attr.value !== '') {
    const known = [...ids, ...given.map(({ id }) => id)]
    if (known.includes(attr.value)) return { main: attr.value, diagnostics: [] }
    const near = didYouMean(attr.value, known)
    const hint = near === undefined ? `trees: ${known.join(', ')}` : `did you mean ${near}?`
    return unknown(attr.place, `main tree ${attr.value} is not defined`, hint)
  }
  const own = root.children.filter(({ name }) => name === 'BehaviorTree')
  const [first] = own
  const only = own.length === 1 && first !== undefined ? (attrOf(first, 'ID')?.value ?? '') : ''
  if (only !== '') return { main: only, diagnostics: [] }
  const [single, ...more] = ids
  if (single !== undefined && more.length === 0) return { main: single, diagnostics: [] }
  const hint =
    single === undefined ? 'add a <BehaviorTree>' : `add main_tree_to_execute="${single}" to <root>`
  return unknown(root.where, 'it is not clear which tree is the main one', hint)
}

const unknown = (
  where: Diagnostic['where'],
  message: string,
  hint: string,
): ReturnType<typeof mainTreeOf> => ({
  main: '',
  diagnostics: [{ code: 'bt.main-tree', severity: 'error', message, ...(where ? { where } : {}), hint }],
})
