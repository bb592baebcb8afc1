import type { Tree } from '#bt/engine/tree.js'
import type { TreeNode } from '#bt/node/node.js'
import type { TraceEvent } from '#bt/trace.js'
import type { BlackboardEntry, TreeNodeStatus, TreeStatus } from './service-status.js'

/** The running tree for viewers: every node with its latest status. */
export class TreeView {
  readonly hash: string
  readonly #tree: Tree
  readonly #rows: TreeNodeStatus[]
  readonly #at = new Map<string, number>()

  constructor(tree: Tree, hash: string) {
    this.hash = hash
    this.#tree = tree
    this.#rows = [...rowsOf(tree.root, 0)]
    this.#rows.forEach(({ path }, row) => this.#at.set(path, row))
  }

  changed({ path, to }: TraceEvent): void {
    const row = this.#at.get(path)
    const before = row === undefined ? undefined : this.#rows[row]
    if (row !== undefined && before !== undefined) this.#rows[row] = { ...before, status: to }
  }

  status(): TreeStatus {
    return { hash: this.hash, name: this.#tree.subtrees[0]?.treeId ?? '', nodes: [...this.#rows] }
  }

  /** Entries of all open trees; those of a SubTree are prefixed with its path. */
  blackboard(): readonly BlackboardEntry[] {
    return this.#tree.subtrees.flatMap(({ instance, blackboard }) =>
      [...blackboard.keys()].slice(0, MAX_ENTRIES).map((key) => ({
        key: instance === '' ? key : `${instance}/${key}`,
        value: formatValue(blackboard.value(key)),
      })),
    )
  }
}

const MAX_ENTRIES = 200
const MAX_CHARACTERS = 200

function formatValue(value: unknown): string {
  if (value === undefined) return '(empty)'
  if (typeof value === 'string') return value.slice(0, MAX_CHARACTERS)
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value)
  const text = JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each))
  return (text ?? typeof value).slice(0, MAX_CHARACTERS)
}

function* rowsOf(node: TreeNode, depth: number): Generator<TreeNodeStatus> {
  const { path, kind, label, name, def } = node.site
  const args = Object.entries(def.attrs)
    .filter(([key]) => key !== 'name' && key !== 'ID' && !key.startsWith('_'))
    .map(([key, value]) => ` ${key}=${value}`)
  const known = name === '' || name === label || name === def.id || label === `SubTree:${name}`
  const called = known ? label : `${label} "${name}"`
  yield {
    path,
    depth,
    label: `${called}${args.join('')}`.slice(0, MAX_CHARACTERS),
    kind,
    status: node.status,
  }
  for (const child of node.children) yield* rowsOf(child, depth + 1)
}
