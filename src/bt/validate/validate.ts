import type { Diagnostic } from '#base/diagnostic.js'
import { stageOf } from '../codes.js'
import type { NodeDef, TreeDef, TreeDoc } from '../document.js'
import type { NodeLibrary } from '../library.js'
import { checkAttributes } from './node/check-attributes.js'
import { checkNodeAtLoad } from './node/check-node.js'
import { checkPorts } from './node/check-ports.js'
import { checkScripts } from './node/check-scripts.js'
import { checkSubtree } from './node/check-subtree.js'
import { checkMain, checkExpandedSize, checkTreeIds, unknownSubtrees } from './check-trees.js'
import { contextOf, type CheckContext, type ValidateOptions } from './context.js'
import { LIMITS } from '../limits.js'
import { documentSize } from './size.js'
import { TreeLinks } from './tree-links.js'

/**
 * Reports every structural problem of a document at once, tree by tree: unknown nodes, ports that are missing, unknown,
 * ill-typed or out of range, scripts, wrong numbers of children, unknown or recursive SubTrees, trees too deep or too
 * large. The parser, the tree builder and the acceptance of edits use the same rules (VRL-02).
 *
 * What BehaviorTree.CPP finds only when it creates a tree is a warning in trees that the main tree does not use.
 */
export function validate(
  doc: TreeDoc,
  library: NodeLibrary,
  { compat = '4.10', lints = [], enums }: ValidateOptions = {},
): readonly Diagnostic[] {
  const size = documentSize(doc)
  // everything below recurses over the nodes, so a document that is too deep is rejected first
  if (size.length > 0) return size
  const context = contextOf(library, doc, enums)
  const links = new TreeLinks(doc)
  const reached = links.reachable()
  const order = links.order()
  const found = [
    ...checkTreeIds(doc, library),
    ...checkMain(doc),
    ...doc.trees.flatMap((tree) => {
      const own = [
        ...nodeProblems(tree.root, context),
        ...unknownSubtrees(tree, links, library),
        ...order.cycles.filter((loop) => loop.tree === tree.id).map((loop) => loop.found),
      ]
      return reached.has(tree.id) ? own : own.map((problem) => unused(problem, tree))
    }),
    ...checkExpandedSize(doc, order),
    ...lints.flatMap((lint) => lint(doc, library)),
  ]
  return bounded(compat === 'strict' ? found.map(promoteToError) : found)
}

/** Validates a node and its descendants in isolation; references to trees are not resolved. */
export function validateNode(
  node: NodeDef,
  library: NodeLibrary,
  stage: 'load' | 'all' = 'all',
): readonly Diagnostic[] {
  const found = nodeProblems(node, contextOf(library))
  return stage === 'all' ? found : found.filter(({ code }) => stageOf(code) === 'load')
}

function nodeProblems(root: NodeDef, context: CheckContext): Diagnostic[] {
  const found: Diagnostic[] = []
  const visit = (node: NodeDef): void => {
    found.push(...checkNodeAtLoad(node, context.library))
    if (node.kind === 'subtree') found.push(...checkSubtree(node, context))
    else {
      const spec = context.library.get(node.id)
      if (spec !== undefined) found.push(...checkAttributes(node, spec), ...checkPorts(node, spec, context))
    }
    found.push(...checkScripts(node))
    node.children.forEach(visit)
  }
  visit(root)
  return found
}

/** BehaviorTree.CPP never creates an unused tree and so does not find these problems. */
function unused(found: Diagnostic, tree: TreeDef): Diagnostic {
  if (found.severity !== 'error' || stageOf(found.code) !== 'create') return found
  const hint = `the main tree does not use ${tree.id}; once it does, this is an error`
  return { ...found, severity: 'warning', hint: found.hint === undefined ? hint : `${found.hint}; ${hint}` }
}

function bounded(found: readonly Diagnostic[]): readonly Diagnostic[] {
  const errors = found.filter(({ severity }) => severity === 'error').slice(0, LIMITS.diagnostics)
  const warnings = found.filter(({ severity }) => severity === 'warning').slice(0, LIMITS.diagnostics)
  const kept = new Set([...errors, ...warnings])
  return found.filter((diagnostic) => kept.has(diagnostic))
}

/** Sorts diagnostics: the file itself first, then others, each by line and column; those without a location last. */
export function sortDiagnostics(found: readonly Diagnostic[], file: string): Diagnostic[] {
  const ranks = new Map([[file, 0]])
  for (const { where } of found) {
    if (where !== undefined && !ranks.has(where.file)) ranks.set(where.file, ranks.size)
  }
  const rank = ({ where }: Diagnostic): number =>
    where === undefined ? ranks.size : (ranks.get(where.file) ?? ranks.size)
  return [...found].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      (a.where?.line ?? 0) - (b.where?.line ?? 0) ||
      (a.where?.column ?? 0) - (b.where?.column ?? 0),
  )
}

/** Turns warnings about what BehaviorTree.CPP tolerates into errors, for strict mode; lint warnings stay warnings. */
export const promoteToError = (found: Diagnostic): Diagnostic =>
  found.severity === 'warning' && stageOf(found.code) !== 'lint' ? { ...found, severity: 'error' } : found
