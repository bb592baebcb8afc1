import { VirtualClock } from '../../../src/base/clock.js'
import type { Diagnostic } from '../../../src/base/diagnostic.js'
import { NodeRegistry } from '../../../src/bt/engine/registry.js'
import { createTree, type Tree } from '../../../src/bt/engine/tree.js'
import type { TreeNode } from '../../../src/bt/engine/node.js'
import { NodeLibrary } from '../../../src/bt/library.js'
import { parseTree } from '../../../src/bt/xml/parse.js'
import { CORPUS_SPECS, registerCorpusNodes } from './tape-nodes.js'

/** What BehaviorTree.CPP 4.10 did, as recorded in the corpus; only the parts that are compared. */
export interface Recorded {
  readonly error?: { readonly stage: string }
  readonly nodes?: readonly { readonly uid: number; readonly id: string; readonly parent: number }[]
  readonly steps?: readonly RecordedStep[]
  readonly final_status?: readonly (readonly [number, string])[]
}

export interface RecordedStep {
  readonly op: string
  readonly status?: string
  readonly root: string
  readonly events: readonly (readonly (string | number)[])[]
  readonly exception?: unknown
}

export type Outcome =
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'ran'; readonly recorded: Recorded }

/**
 * Runs a case on our engine and records it in the corpus's own form (level L3: statuses, all events, tick
 * results). A step is `tick`, `halt`, or `sleep` and milliseconds, which are virtual here.
 */
export function runCase(
  xml: string,
  steps: readonly string[],
  load: (path: string) => string | undefined,
): Outcome {
  const library = new NodeLibrary(CORPUS_SPECS)
  const parsed = parseTree(xml, { file: 'main.xml', library, load })
  if (!parsed.ok) return { kind: 'refused', diagnostics: parsed.error }
  const registry = new NodeRegistry(library)
  const uids = new Map<TreeNode, number>()
  const uid = (node: TreeNode): number => uids.get(node) ?? 0
  const byPath = new Map<string, number>()
  let events: (string | number)[][] = []
  registerCorpusNodes(registry, (node) => events.push(['h', uid(node)]))
  const clock = new VirtualClock()
  const made = createTree(parsed.value, registry, {
    clock,
    onTransition: ({ path, from, to }) => events.push(['s', byPath.get(path) ?? 0, from, to]),
    onTick: (node, returned) => events.push(['t', uid(node), returned]),
  })
  if (!made.ok) return { kind: 'refused', diagnostics: made.error }
  const tree = made.value
  for (const [index, node] of tree.nodes.entries()) {
    uids.set(node, index + 1)
    byPath.set(node.path, index + 1)
  }
  const records: RecordedStep[] = []
  for (const op of steps) {
    const sleep = /^sleep (\d+)$/.exec(op)?.[1]
    if (sleep !== undefined) {
      clock.advance(Number(sleep))
      continue
    }
    events = []
    const result = perform(tree, op)
    records.push({ op, root: tree.root.status, events, ...result })
    if ('exception' in result) break
  }
  const final = tree.nodes
    .filter((node) => node.status !== 'IDLE')
    .map((node) => [uid(node), node.status] as const)
  const parents = new Map(
    tree.nodes.flatMap((node) => node.children.map((child) => [child, uid(node)] as const)),
  )
  const nodes = tree.nodes.map((node) => ({
    uid: uid(node),
    id: node.label.replace(/:.*/, ''),
    parent: parents.get(node) ?? 0,
  }))
  return { kind: 'ran', recorded: { nodes, steps: records, final_status: final } }
}

function perform(tree: Tree, op: string): { status?: string; exception?: true } {
  if (op === 'halt') {
    tree.halt()
    return {}
  }
  try {
    return { status: tree.tick() }
  } catch {
    return { exception: true }
  }
}
