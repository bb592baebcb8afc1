import { VirtualClock } from '#base/clock.js'
import { formatDiagnostic } from '#base/diagnostic.js'
import { loadTree, type NodeDefinition, type Status, type Tree } from '#bt-tools/index.js'

export interface Bench {
  readonly tree: Tree
  readonly clock: VirtualClock
  /** status changes as `name FROM>TO` since the last call */
  readonly changes: () => string[]
}

/** A tree of the given body around the given nodes, in virtual time. */
export function bench(body: string, nodes: readonly NodeDefinition[]): Bench {
  const clock = new VirtualClock()
  const loaded = loadTree(document(body), { nodes, clock })
  if (!loaded.ok) throw new Error(loaded.error.map(formatDiagnostic).join('\n'))
  const tree = loaded.value
  let changes: string[] = []
  tree.observe({
    changed: (node, from: Status, to: Status) => changes.push(`${node.site.name} ${from}>${to}`),
  })
  return {
    tree,
    clock,
    changes: () => {
      const seen = changes
      changes = []
      return seen
    },
  }
}

export const document = (body: string): string =>
  `<root BTCPP_format="4" main_tree_to_execute="Main"><BehaviorTree ID="Main">${body}</BehaviorTree></root>`
