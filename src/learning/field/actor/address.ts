import type { ZoneId } from '#base/field-map.js'
import type { NodeDef, NodePath, TreeDoc } from '#bt/document.js'
import { childPath } from '#bt/paths.js'
import { mainRoot, nodeName, parentPath } from '#learning/actor/units.js'

/**
 * Node names that a small model can copy: `UnloadBlocksSequence@2` instead of `/1/0/4`. The number is the zone where
 * the robot is at that moment (for MoveToZone, its destination); controls and decorators carry the zone of their last
 * unload, or `home` / `shelf`. The root is `root`. A second node of the same name gets `.2`, and so on.
 */
export type Address = string

export interface Labelled {
  readonly path: NodePath
  readonly address: Address
  readonly node: NodeDef
  readonly parent: NodePath | null
  readonly role: Role
  /** the zone in the address */
  readonly zone: ZoneId | null
}

type Role = 'move' | 'load' | 'unload' | 'rotate' | 'cursor' | 'home' | 'delay' | 'faces' | 'other' | 'group'

/** Nodes of the main tree in execution order (parents before their children), with their addresses. */
export interface AddressBook {
  readonly all: readonly Labelled[]
  at(path: NodePath): Labelled | undefined
  named(address: Address): Labelled | undefined
  /** the node at `path`, or its nearest ancestor: a path in a report may lead into a subtree */
  nearest(path: NodePath): Labelled
}

export function labelTree(doc: TreeDoc): AddressBook {
  const all: Labelled[] = []
  const taken = new Map<string, number>()
  const label = (
    node: NodeDef,
    path: NodePath,
    parent: NodePath | null,
    standing: { zone: ZoneId | null },
  ): void => {
    const role = roleOf(node)
    if (role === 'move') standing.zone = zoneAttr(node)
    const at = all.push(blank(node, path, parent, role)) - 1
    node.children.forEach((child, i) => label(child, childPath(path, i), path, standing))
    const suffix = role === 'group' ? groupSuffix(all.slice(at + 1)) : leafSuffix(role, standing.zone)
    const zone = /^\d+$/.test(suffix) ? Number(suffix) : null
    all[at] = { ...(all[at] as Labelled), zone, address: suffix }
  }
  label(mainRoot(doc), '/', null, { zone: null })
  const named = all.map((entry) => ({ ...entry, address: unique(entry, taken) }))
  const byPath = new Map(named.map((entry) => [entry.path, entry]))
  const byName = new Map(named.map((entry) => [entry.address, entry]))
  const nearest = (path: NodePath): Labelled => byPath.get(path) ?? nearest(parentPath(path))
  return { all: named, at: (path) => byPath.get(path), named: (address) => byName.get(address), nearest }
}

const ROLES: readonly (readonly [RegExp, Role])[] = [
  [/^MoveToZone$/, 'move'],
  [/^LoadBlocks/, 'load'],
  [/^UnloadBlocks/, 'unload'],
  [/^RotateBlocks$/, 'rotate'],
  [/^(MoveCursor|CursorSequence)$/, 'cursor'],
  [/^MoveToHome$/, 'home'],
  [/^CustomDelay$/, 'delay'],
  [/^ReadFaces$/, 'faces'],
]

function roleOf(node: NodeDef): Role {
  if (node.kind === 'control' || node.kind === 'decorator') return 'group'
  const name = nodeName(node)
  return ROLES.find(([pattern]) => pattern.test(name))?.[1] ?? 'other'
}

const zoneAttr = (node: NodeDef): ZoneId | null => {
  const zone = Number(node.attrs['zone'])
  return Number.isInteger(zone) && zone > 0 ? zone : null
}

const leafSuffix = (role: Role, standing: ZoneId | null): string =>
  role === 'home' || role === 'cursor' || standing === null ? '' : String(standing)

function groupSuffix(below: readonly Labelled[]): string {
  const leaves = below.filter((entry) => entry.role !== 'group')
  if (leaves.length === 0) return ''
  if (leaves.every((leaf) => leaf.role === 'home')) return 'home'
  if (leaves.every((leaf) => leaf.role === 'cursor')) return 'shelf'
  const last =
    leaves.findLast((leaf) => leaf.role === 'unload') ?? leaves.findLast((leaf) => leaf.zone !== null)
  return last?.address ?? ''
}

const blank = (node: NodeDef, path: NodePath, parent: NodePath | null, role: Role): Labelled => ({
  path,
  address: '',
  node,
  parent,
  role,
  zone: null,
})

function unique(entry: Labelled, taken: Map<string, number>): Address {
  if (entry.path === '/') return 'root'
  const plain = entry.address === '' ? nodeName(entry.node) : `${nodeName(entry.node)}@${entry.address}`
  const n = (taken.get(plain) ?? 0) + 1
  taken.set(plain, n)
  if (n === 1) return plain
  return entry.address === '' ? `${plain}@.${n}` : `${plain}.${n}`
}
