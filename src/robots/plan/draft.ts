import type { NodeDef, NodePath, TreeDoc } from '#bt/document.js'
import { pointerKey } from '#bt/attributes.js'
import type { NodeLibrary } from '#bt/library.js'
import type { Notes, PlanNode } from '#twin/plan/plan-node.js'
import type { Entries, Writer } from './entries.js'
import type { Scope } from './scope.js'

/** A tree node being converted to a plan node. */
export interface Place {
  readonly def: NodeDef
  readonly path: NodePath
  readonly scope: Scope
  /** re-run at every tick while something else runs */
  readonly reevaluatedEachTick: boolean
  /**
   * in the condition of a WhileDoElse, which is evaluated at every tick without a reset, so that a loop in it continues
   * where it was
   */
  readonly inReactiveCondition?: boolean
}

/** What the node makers need from the walk through the tree. */
export interface Draft {
  readonly doc: TreeDoc
  readonly library: NodeLibrary
  readonly entries: Entries
  child(of: Place, index: number, reevaluatedEachTick?: boolean): PlanNode
  subtree(of: Place): PlanNode
}

/** Builds the plan node of one node type. */
export type Maker = (at: Place, draft: Draft) => PlanNode

/** The text of a port, or a value known only at run time; `undefined` when the port is not written. */
export function portText(
  { def, scope }: Pick<Place, 'def' | 'scope'>,
  port: string,
  { entries }: Draft,
): { readonly known: true; readonly text: string } | { readonly known: false } | undefined {
  const text = def.attrs[port]
  if (text === undefined) return undefined
  const key = pointerKey(text, port)
  if (key === undefined) return { known: true, text }
  const value = entries.constant(scope.entry(key))
  return value === undefined ? { known: false } : { known: true, text: value }
}

export interface EntryWrite {
  readonly writer: Writer
  readonly value: string | null
  readonly draft: Draft
}

/** Registers a write with the entries and returns the notes for it: none where the entry cannot be followed. */
export function writing(
  { scope, reevaluatedEachTick }: Place,
  key: string,
  { writer, value, draft: { entries } }: EntryWrite,
): Notes {
  const entry = scope.entry(key)
  entries.write(entry, writer, value, reevaluatedEachTick)
  return entries.isFollowed(entry) ? [[entry, value]] : []
}

export const children = (at: Place, draft: Draft, isReevaluated?: (index: number) => boolean): PlanNode[] =>
  at.def.children.map((_, index) => draft.child(at, index, isReevaluated?.(index)))

export const SUCCEEDS: PlanNode = { kind: 'result', end: 'SUCCESS' }
export const FAILS: PlanNode = { kind: 'result', end: 'FAILURE' }
export const SKIPS: PlanNode = { kind: 'result', end: 'SKIPPED' }

/** Waits before the child runs, so that it can be halted there. */
export const waiting = (child: PlanNode): PlanNode => ({
  kind: 'in-order',
  until: 'failure',
  children: [SKIPS, child],
  yields: true,
})

export const broken = (at: Place, text: string): PlanNode => ({ kind: 'broken', what: at.def.id, text })

/** The constant value of a script that is always true or always false. */
export function truthOf(script: string): boolean | undefined {
  const text = script.trim()
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : undefined
}
