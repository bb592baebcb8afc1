import type { Diagnostic } from '#base/diagnostic.js'
import type { NodeDef, TreeDoc } from './document.js'
import { Blackboard } from './blackboard.js'
import { planInstance } from './engine/instance/plan.js'
import type { Lint } from './validate/context.js'
import { LIMITS } from './limits.js'
import { sortDiagnostics, promoteToError } from './validate/validate.js'
import type { Enums } from './value/types.js'
import { readTree, type ParseOptions } from './xml/parse.js'

export interface CheckOptions extends ParseOptions {
  /** further checks that report likely mistakes, such as `BT_LINTS` */
  readonly lints?: readonly Lint[]
  /** names that ports and scripts may use in place of numbers */
  readonly enums?: Enums
}

export interface CheckReport {
  /** of all stages, in the order of the files */
  readonly diagnostics: readonly Diagnostic[]
  /** registered trees, including those from included files */
  readonly trees: number
  /** nodes as written, summed over all trees */
  readonly nodes: number
  /** nodes of the running tree with SubTrees expanded; `undefined` when the tree cannot be created */
  readonly opened: number | undefined
  /** the document, unless its XML is broken */
  readonly doc: TreeDoc | undefined
}

/**
 * Checks a document without running it: errors that arise when it is loaded, errors that arise when its main tree is
 * created, and, with `lints`, likely mistakes. The tree is planned on an empty blackboard, so the types of entries that
 * only the host creates are unknown here.
 */
export function checkText(text: string, options: CheckOptions): CheckReport {
  const { doc, found } = readTree(text, options)
  const all = [...found]
  let opened: number | undefined
  if (doc !== undefined && !found.some(({ code }) => UNPLANNABLE.has(code))) {
    const { library, enums = new Map(), compat = '4.10' } = options
    const plan = planInstance(doc, { library, enums, compat, blackboard: new Blackboard() })
    all.push(...(plan?.problems ?? []).filter(({ code }) => !ALREADY_REPORTED.has(code)))
    opened = plan?.subtrees.reduce((sum, { uids }) => sum + uids.length, 0)
    for (const lint of options.lints ?? []) all.push(...lint(doc, library))
  }
  const judged = options.compat === 'strict' ? all.map(promoteToError) : all
  const trees = doc?.trees ?? []
  return {
    diagnostics: bounded(sortDiagnostics(judged, options.file)),
    trees: trees.length,
    nodes: trees.reduce((sum, { root }) => sum + count(root), 0),
    opened,
    doc,
  }
}

/** with any of these the tree has no defined shape, or an infinite one */
const UNPLANNABLE: ReadonlySet<string> = new Set([
  'bt.main-tree',
  'bt.recursion',
  'bt.unknown-subtree',
  'bt.opened-too-large',
  'bt.too-deep',
  'bt.too-large',
])

/** problems that the checks of single nodes have already reported, at more precise locations */
const ALREADY_REPORTED: ReadonlySet<string> = new Set([
  'bt.script',
  'bt.port-type',
  'bt.missing-port',
  'bt.key',
])

function bounded(found: readonly Diagnostic[]): readonly Diagnostic[] {
  const left = { error: LIMITS.diagnostics, warning: LIMITS.diagnostics }
  return found.filter(({ severity }) => left[severity]-- > 0)
}

const count = (node: NodeDef): number => node.children.reduce((sum, child) => sum + count(child), 1)
