import type { NodeDef } from '#bt/document.js'
import type { Status } from '#bt/status.js'

/** A node as drawn. */
export interface Figure {
  readonly node: NodeDef
  /** how it differs from the old tree; `moved …` marks one node at both of its places */
  readonly change: Change
  readonly lines: readonly FigureLine[]
  readonly status?: Status
  readonly children: readonly Figure[]
}

export type Change = 'same' | 'added' | 'removed' | 'changed' | 'moved away' | 'moved here'

/** One line of small print: a port and its value; `old` is its previous value. */
export interface FigureLine {
  readonly text: string
  readonly old?: string
}

/** Returns the figure of a single tree, without differences. */
export function figureOf(
  node: NodeDef,
  statusAt: (indices: readonly number[]) => Status | undefined = () => undefined,
  indices: readonly number[] = [],
): Figure {
  const status = statusAt(indices)
  return {
    node,
    change: 'same',
    lines: portLines(node),
    ...(status === undefined ? {} : { status }),
    children: node.children.map((child, index) => figureOf(child, statusAt, [...indices, index])),
  }
}

/** Returns the ports in canonical order; `name` and a SubTree's `ID` form the title instead. */
export const portLines = (node: NodeDef): FigureLine[] =>
  portsOf(node).map(([name, value]) => ({ text: `${name} = ${value}` }))

export const portsOf = (node: NodeDef): [string, string][] =>
  Object.entries(node.attrs)
    .filter(([name]) => name !== 'name' && name !== 'ID')
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))

/** What people call the node: its name, else its type, a SubTree by the tree that it names. */
export const titleOf = ({ id, kind, attrs }: NodeDef): string =>
  attrs['name'] ?? (kind === 'subtree' ? (attrs['ID'] ?? id) : id)

/** Returns the node type if the title does not show it. */
export const subtitleOf = (node: NodeDef): string | undefined =>
  node.attrs['name'] === undefined
    ? undefined
    : titleOf({ ...node, attrs: { ...node.attrs, name: node.attrs['ID'] ?? node.id } })
