import { didYouMean, type Diagnostic } from '#base/diagnostic.js'
import { stream, type Rng } from '#base/random.js'
import { err, ok, type Result } from '#base/result.js'
import type { NodeDef, NodeSpec, TreeDoc } from '#bt/document.js'
import { CustomLeaf } from '#bt/custom/run/custom-leaf.js'
import type { NodeSite } from '#bt/node/node.js'
import type { NodeRegistry } from '#bt/engine/registry.js'
import { treeById } from '#bt/paths.js'
import { sequence } from '#bt/nodes/control/in-order.js'
import type { TickStatus } from '#bt/status.js'
import { describeMock, type MockSpec } from './mock-spec.js'

/** A node type whose code is a simulation. */
export interface Mock {
  readonly id: string
  readonly does: string
}

/** The node types without code that the main tree and its subtrees use, in document order. */
export function nodesWithoutCode(doc: TreeDoc, registry: NodeRegistry): readonly NodeSpec[] {
  const found = new Map<string, NodeSpec>()
  const opened = new Set<string>()
  const open = (treeId: string): void => {
    const tree = opened.has(treeId) ? undefined : treeById(doc, treeId)
    opened.add(treeId)
    if (tree !== undefined) visit(tree.root)
  }
  const visit = (node: NodeDef): void => {
    if (node.kind === 'subtree') return open(node.attrs['ID'] ?? '')
    const spec = registry.library.get(node.id)
    if (spec !== undefined && registry.isDescribed(node.id)) found.set(node.id, spec)
    node.children.forEach(visit)
  }
  open(doc.main)
  return [...found.values()]
}

/**
 * Registers simulations for node types without code. Actions and conditions follow the specs; a control works as a
 * Sequence and a decorator passes on what its child returns.
 */
export function addMocks(
  missing: readonly NodeSpec[],
  registry: NodeRegistry,
  { specs, seed }: { readonly specs: readonly MockSpec[]; readonly seed: number },
): Result<readonly Mock[], Diagnostic> {
  const ids = missing.map(({ id }) => id)
  const unknown = specs.find(({ node }) => node !== undefined && !ids.includes(node))
  if (unknown?.node !== undefined) return err(cannotMock(unknown.node, ids, registry))
  const mocks: Mock[] = []
  for (const { id, kind } of missing) {
    const spec = specs.find(({ node }) => node === id) ?? specs.find(({ node }) => node === undefined)
    if (spec === undefined) continue
    switch (kind) {
      case 'control':
      case 'decorator':
        registry.node(id, (site, children) => sequence.build(site, children))
        mocks.push({
          id,
          does: kind === 'control' ? 'acts as a Sequence' : 'passes on what its child returns',
        })
        break
      case 'action':
      case 'condition': {
        const isCondition = kind === 'condition'
        const rng = stream('mock', seed, id)
        registry.node(id, (site) => new MockLeaf(site, isCondition ? { ...spec, ticks: 1 } : spec, rng))
        mocks.push({ id, does: describeMock(spec, isCondition) })
        break
      }
      case 'subtree':
        break
    }
  }
  return ok(mocks)
}

class MockLeaf extends CustomLeaf<Record<never, never>, undefined> {
  readonly #spec: MockSpec
  readonly #rng: Rng
  #ticks = 0

  constructor(site: NodeSite, spec: MockSpec, rng: Rng) {
    super(site, { id: site.def.id })
    this.#spec = spec
    this.#rng = rng
  }

  protected override tick(): TickStatus {
    if (this.status !== 'RUNNING') {
      this.noteInputs()
      this.#ticks = 0
    }
    const { success, ticks } = this.#spec
    this.#ticks += 1
    if (success === undefined || this.#ticks < ticks) return 'RUNNING'
    return this.#rng.chance(success) ? 'SUCCESS' : 'FAILURE'
  }
}

function cannotMock(node: string, missing: readonly string[], { library }: NodeRegistry): Diagnostic {
  const near = didYouMean(node, missing)
  const known = library.get(node) !== undefined
  const hint =
    near === undefined
      ? `nodes without code in this tree: ${missing.join(', ') || 'none'}`
      : `did you mean ${near}?`
  return {
    code: 'cli.mock',
    severity: 'error',
    message: known
      ? `${node} has code, or is not in this tree: it cannot be simulated`
      : `there is no node ${node}`,
    hint,
  }
}
