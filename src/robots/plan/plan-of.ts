import type { NodeDef, NodePath, TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { childPath, mainTree, treeById } from '#bt/paths.js'
import type { PlanNode } from '#twin/plan/plan-node.js'
import { CONTROLS } from './controls.js'
import { DECORATORS } from './decorators.js'
import { SUCCEEDS, type Draft, type Maker, type Place } from './draft.js'
import { Entries } from './entries.js'
import { guarded } from './guards.js'
import { action, condition, LEAVES } from './leaves.js'
import { Scope } from './scope.js'

/** Limit on the nodes of a tree, with its SubTrees expanded; beyond it the check reports that it stops. */
const MOST_NODES = 20_000

/**
 * Converts a tree into a plan with all its branches: every node type with the engine's semantics, SubTrees expanded
 * with their ports, and blackboard texts filled in where they are known before the run. Plan nodes keep the tree's
 * paths.
 */
export function planOf(doc: TreeDoc, library: NodeLibrary): PlanNode {
  const entries = new Entries()
  // the first walk collects who writes what; the second uses it
  new Walk(doc, library, entries).plan()
  const root = new Walk(doc, library, entries.close()).plan()
  const before = entries.initial()
  return before.length === 0 ? root : { kind: 'noting', before, child: root }
}

class Walk implements Draft {
  readonly doc: TreeDoc
  readonly library: NodeLibrary
  readonly entries: Entries
  #nodes = 0

  constructor(doc: TreeDoc, library: NodeLibrary, entries: Entries) {
    this.doc = doc
    this.library = library
    this.entries = entries
  }

  plan(): PlanNode {
    const root = mainTree(this.doc)?.root
    if (root === undefined) return SUCCEEDS
    return this.#node({ def: root, path: '/', scope: Scope.main(this.doc.main), reevaluatedEachTick: false })
  }

  child(of: Place, index: number, reevaluatedEachTick = false): PlanNode {
    const def = of.def.children[index]
    if (def === undefined) return SUCCEEDS
    return this.#node({
      ...of,
      def,
      path: childPath(of.path, index),
      reevaluatedEachTick: of.reevaluatedEachTick || reevaluatedEachTick,
    })
  }

  subtree(of: Place): PlanNode {
    const id = of.def.attrs['ID'] ?? ''
    const tree = treeById(this.doc, id)
    if (tree === undefined) return unknown(of, `there is no tree ${id}`)
    if (of.scope.open.includes(id)) return unknown(of, `tree ${id} opens itself`)
    const scope = of.scope.inside(of.def, of.path, this.library)
    for (const [entry, text] of scope.literals) this.entries.write(entry, 'literal', text, false)
    return this.#node({ ...of, def: tree.root, path: childPath(of.path, 0), scope })
  }

  #node(at: Place): PlanNode {
    if (++this.#nodes > MOST_NODES) return unknown(at, `the tree has more than ${MOST_NODES} nodes`)
    const core = makerOf(at.def)(at, this)
    return guarded(
      at,
      core.path === undefined ? { ...core, path: at.path } : { ...OUTER, child: core, path: at.path },
      this,
    )
  }
}

/** Provides a path for a node that has none of its own because it merely passes its child through. */
const OUTER = { kind: 'becomes', success: 'SUCCESS', failure: 'FAILURE' } as const

function makerOf({ id, kind }: NodeDef): Maker {
  const own = (makers: Readonly<Record<string, Maker>>): Maker | undefined =>
    Object.hasOwn(makers, id) ? makers[id] : undefined
  const builtIn = own(CONTROLS) ?? own(DECORATORS) ?? own(LEAVES)
  if (builtIn !== undefined && kind !== 'subtree') return builtIn
  switch (kind) {
    case 'subtree':
      return (at, draft) => draft.subtree(at)
    case 'action':
      return action
    case 'condition':
      return condition
    case 'control':
    case 'decorator':
      return (at) => unknown(at, `only a running tree knows what the ${kind} ${id} does`)
  }
}

const unknown = ({ def, path }: { def: NodeDef; path: NodePath }, why: string): PlanNode => ({
  kind: 'unknown',
  path,
  text: `${def.id} ${path}: ${why}`,
})
