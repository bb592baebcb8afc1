import { didYouMean, type Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { Compat } from '#bt/compat.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeRegistry } from '#bt/engine/registry.js'
import { readTree } from '#bt/xml/parse.js'
import { ownNodes, type Palette } from './palette.js'
import { readText } from './read-text.js'
import type { Sources } from './sources.js'

export interface LoadedTree {
  readonly doc: TreeDoc
  /** includes the plugins' code and the node types that only this document declares */
  readonly registry: NodeRegistry
  readonly text: string
  readonly warnings: readonly Diagnostic[]
}

export interface LoadOptions {
  readonly palette: Palette
  readonly sources: Sources
  readonly compat?: Compat
  /** ID of the tree to use as the main tree; default: the document's own choice */
  readonly tree?: string | undefined
  /** the document need not name a main tree */
  readonly anyMain?: boolean
  /** accept any well-formed document */
  readonly lenient?: boolean
}

/** Reads a file with trees. Every error in the document is a problem, and so is a requested tree that it lacks. */
export function loadTree(
  file: string,
  { palette, sources, compat = '4.10', tree, anyMain = false, lenient = false }: LoadOptions,
): Result<LoadedTree, readonly Diagnostic[]> {
  const read = readText(file, 'a behaviour tree')
  if (!read.ok) return err([read.error])
  const text = read.value
  sources.add(file, text)
  const registry = palette.registry(ownNodes(text, file, palette))
  const { include } = palette
  const { doc, found } = readTree(text, {
    file,
    library: registry.library,
    include,
    load: sources.includesOf(file),
    compat,
  })
  const mainMatters = tree === undefined && !anyMain
  const errors = found.filter(
    ({ severity, code }) => severity === 'error' && (mainMatters || code !== 'bt.main-tree'),
  )
  if (doc === undefined || (errors.length > 0 && !lenient))
    return err(errors.map((problem) => withTreeOption(problem, doc)))
  const warnings = found.filter(({ severity }) => severity === 'warning')
  if (tree === undefined) return ok({ doc, registry, text, warnings })
  const ids = doc.trees.map(({ id }) => id)
  return ids.includes(tree)
    ? ok({ doc: { ...doc, main: tree }, registry, text, warnings })
    : err([noTree(tree, ids, file)])
}

/** Where a main tree is missing, adds the hint that `--tree` can name one. */
function withTreeOption(problem: Diagnostic, doc: TreeDoc | undefined): Diagnostic {
  const [first] = doc?.trees ?? []
  if (problem.code !== 'bt.main-tree' || first === undefined) return problem
  return { ...problem, hint: `${problem.hint ?? ''}, or name one: --tree ${first.id}` }
}

function noTree(tree: string, ids: readonly string[], file: string): Diagnostic {
  const near = didYouMean(tree, ids)
  const hint = near === undefined ? `its trees: ${ids.join(', ')}` : `did you mean ${near}?`
  return { code: 'bt.unknown-tree', severity: 'error', message: `there is no tree ${tree} in ${file}`, hint }
}
