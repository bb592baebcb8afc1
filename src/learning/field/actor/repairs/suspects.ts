import type { NodePath } from '#bt/document.js'
import { isWithin } from '#learning/actor/units.js'
import type { AddressBook, Labelled } from '../address.js'
import type { NodeForm } from '../language.js'
import type { Outlook } from '../contract.js'

/** A leaf where the twin has found a problem, at the leaf or around it. */
export interface Suspect {
  readonly at: Labelled
  /** human-readable */
  readonly text: string
  /** steps that the twin would insert before it */
  readonly before: readonly NodeForm[]
}

/** Refused steps, the first step that no branch reaches, blocks never set down, needless waits; each place once. */
export function suspectsOf(book: AddressBook, outlook: Outlook): readonly Suspect[] {
  const refused = outlook.refused.map(({ path, text, before }) => ({ at: book.nearest(path), text, before }))
  const leaves = book.all.filter(({ role, node }) => role !== 'group' && node.children.length === 0)
  const isReached = ({ path }: Labelled): boolean =>
    outlook.reached.some((each) => isWithin(each, path) || isWithin(path, each))
  const missed =
    refused.length > 0 ? undefined : leaves.find((leaf) => WORKING_ROLES.has(leaf.role) && !isReached(leaf))
  const all: readonly Suspect[] = [
    ...refused,
    ...(missed
      ? [{ at: missed, text: `no branch of the tree ever comes to ${missed.address}`, before: [] }]
      : []),
    ...neverSetDown(leaves),
    ...leaves
      .filter(({ role }) => role === 'delay')
      .map((at) => ({ at, text: `${at.address} waits, and nothing asks for it`, before: [] })),
  ]
  const seen = new Set<NodePath>()
  return all.filter(({ at }) => !seen.has(at.path) && seen.add(at.path))
}

/** The last load, if no unload follows: nothing refuses blocks that are carried home. */
function neverSetDown(leaves: readonly Labelled[]): Suspect[] {
  const at = leaves.findLast(({ role }) => role === 'load' || role === 'unload')
  return at?.role === 'load' ? [{ at, text: `what ${at.address} takes is never set down`, before: [] }] : []
}

const WORKING_ROLES: ReadonlySet<Labelled['role']> = new Set([
  'move',
  'load',
  'unload',
  'rotate',
  'cursor',
  'home',
])
